import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startApp } from '../../../test/harness.ts';
import type { Person, World } from '../../../test/world.ts';
import { addGroup } from '../../library/permissions/grants.fixture.ts';
import { isSignedIn, signIn } from '../sessions/browser.fixture.ts';

const app = await startApp();
const LAST = 'This is the last site admin. Appoint another one first.';

type Row = { UserId: number; Outcome: string; Reason: string | null };

async function change(by: Person, Action: string, people: number[], more: object = {}) {
  const answer = await by.api('POST', '/api/users/bulk', { UserIds: people, Action, ...more });
  const results = ((answer.body?.Results ?? []) as Row[]).map(({ Outcome, Reason }) => Reason ?? Outcome);
  return { status: answer.status, results };
}

const invite = async (w: World) => {
  const Email = `${crypto.randomUUID()}@people.test`;
  const { body } = await w.admin.api('POST', '/api/users', { Email, Name: 'Invited' });
  return { Email, userId: body.UserId as number };
};
const mailsTo = async (email: string) => (await app.sql`select from mails where recipient = ${email}`).length;
const siteAdminsOf = async (w: World) =>
  (await w.admin.api('GET', '/api/users/accounts?isSiteAdmin=true')).body.map(({ UserId }: Row) => UserId);

test('a bulk change of roles reports for each account whether it was changed', async () => {
  const w = await app.world();
  const unknown = w.other.userId;
  const { status, results } = await change(w.admin, 'MakeSiteAdmin', [w.ann.userId, unknown, w.admin.userId]);
  assert.deepEqual([status, results], [200, ['Changed', 'This account no longer exists.', 'Unchanged']]);
  assert.equal((await w.ann.api('GET', '/api/users/accounts')).status, 200);
  const { body } = await w.admin.api('GET', `/api/users/${w.ann.userId}`);
  assert.equal(body.IsSiteAdmin, true);
  const activity = await app.sql`
    select user_id, details from activity where deployment_id = ${w.deploymentId} and activity_type = 'UserChanged'
    order by user_id`;
  assert.deepEqual(
    activity.map((row) => [row['user_id'], row['details']]),
    [w.admin.userId, w.ann.userId].map((id) => [
      id,
      { isSiteAdmin: true, ofUserId: w.ann.userId, doneByUserId: w.admin.userId },
    ]),
  );
  assert.deepEqual((await change(w.ann, 'MakeMember', [w.admin.userId, w.ann.userId])).results, ['Changed', LAST]);
  assert.equal((await w.admin.api('GET', '/api/users/accounts')).status, 403);
});

test('of two site admins who demote or deactivate each other at once, one remains', async () => {
  for (const [mine, theirs] of [
    ['MakeMember', 'MakeMember'],
    ['Deactivate', 'Deactivate'],
    ['Deactivate', 'MakeMember'],
  ] as const) {
    const w = await app.world();
    const second = await w.addPerson('Second', { isSiteAdmin: true });
    const answers = await Promise.all([
      change(w.admin, mine, [second.userId]),
      change(second, theirs, [w.admin.userId]),
    ]);
    const left = await app.sql`
      select user_id from users
      where deployment_id = ${w.deploymentId} and is_site_admin and deactivated_at is null and deleted_at is null`;
    assert.equal(left.length, 1, JSON.stringify(answers));
  }
});

test('a deactivated user is signed out, cannot sign in by any means, and keeps everything until reactivated', async () => {
  const w = await app.world();
  const group = await addGroup(w, 'Sales', [w.ann]);
  const browser = await signIn(w, w.ann);
  assert.deepEqual((await change(w.admin, 'Deactivate', [w.ann.userId, w.ann.userId])).results, ['Changed']);
  assert.deepEqual((await change(w.admin, 'Deactivate', [w.ann.userId])).results, ['Unchanged']);
  assert.equal(await isSignedIn(browser), false);
  assert.equal((await w.ann.api('GET', '/api/users/me')).status, 401);
  const credentials = { Email: w.ann.email, Password: w.ann.password };
  assert.equal((await w.anonymous.api('POST', '/api/sessions', credentials)).status, 401);
  assert.equal((await w.anonymous.api('POST', '/api/password-resets', { Email: w.ann.email })).status, 202);
  await app.runJobs();
  assert.equal(await mailsTo(w.ann.email), 0);
  const listed = (await w.admin.api('GET', '/api/users/accounts?state=Deactivated')).body;
  assert.deepEqual(
    listed.map(({ UserId, State }: { UserId: number; State: string }) => [UserId, State]),
    [[w.ann.userId, 'Deactivated']],
  );
  const account = async () => (await w.admin.api('GET', `/api/users/${w.ann.userId}/account`)).body;
  assert.equal((await account()).IsDeactivated, true);
  assert.deepEqual((await change(w.admin, 'Reactivate', [w.ann.userId, w.bob.userId])).results, [
    'Changed',
    'Unchanged',
  ]);
  assert.equal((await w.ann.api('GET', '/api/users/me')).status, 200);
  assert.equal((await w.anonymous.api('POST', '/api/sessions', credentials)).status, 201);
  assert.deepEqual((await account()).Groups, [{ GroupId: group, GroupName: 'Sales' }]);
});

test('an invitation of a deactivated user does not work, and no other is sent', async () => {
  const w = await app.world();
  const { Email, userId } = await invite(w);
  const [mail] = await app.sql`select text_body from mails where recipient = ${Email}`;
  const Token = /invitation#(\S+)/.exec(mail?.['text_body'])?.[1];
  await change(w.admin, 'Deactivate', [userId]);
  const accept = () => w.anonymous.api('POST', '/api/invitations/accept', { Token, NewPassword: w.ann.password });
  assert.equal((await accept()).status, 410);
  assert.deepEqual((await change(w.admin, 'Invite', [userId])).results, ['The account is deactivated.']);
  assert.equal((await w.admin.api('POST', `/api/users/${userId}/invitation`)).status, 409);
  await change(w.admin, 'Reactivate', [userId]);
  assert.equal((await accept()).status, 204);
});

test('nobody deactivates themselves, and deactivated site admins do not count', async () => {
  const w = await app.world();
  const second = await w.addPerson('Second', { isSiteAdmin: true });
  assert.deepEqual((await change(w.admin, 'Deactivate', [w.admin.userId])).results, [
    'You cannot deactivate your own account.',
  ]);
  await change(w.admin, 'Deactivate', [second.userId]);
  assert.equal((await w.admin.api('DELETE', `/api/users/${w.admin.userId}`)).status, 409);
  assert.equal((await w.admin.api('PATCH', `/api/users/${w.admin.userId}`, { IsSiteAdmin: false })).status, 409);
  assert.deepEqual((await change(w.admin, 'MakeMember', [w.admin.userId])).results, [LAST]);
  assert.deepEqual(await siteAdminsOf(w), [w.admin.userId, second.userId]);
});

test('invitations go to those without a password only, and an exceeded limit sends none', async () => {
  const w = await app.world();
  const people = [await invite(w), await invite(w)];
  const ids = people.map(({ userId }) => userId);
  const { results } = await change(w.admin, 'Invite', [...ids, w.ann.userId]);
  assert.deepEqual(results, ['Changed', 'Changed', 'This person has set a password already.']);
  assert.deepEqual(await Promise.all(people.map(({ Email }) => mailsTo(Email))), [2, 2]);
  await w.admin.api('PATCH', '/api/settings', { MaxMailsPerUserPerDay: 5 });
  assert.equal((await change(w.admin, 'Invite', ids)).status, 429);
  assert.deepEqual(await Promise.all(people.map(({ Email }) => mailsTo(Email))), [2, 2]);
});

test('people are added to a group together, once', async () => {
  const w = await app.world();
  const GroupId = await addGroup(w, 'Sales', [w.bob]);
  const add = () => change(w.admin, 'AddToGroup', [w.ann.userId, w.bob.userId, w.other.userId], { GroupId });
  assert.deepEqual((await add()).results, ['Changed', 'Unchanged', 'This account no longer exists.']);
  assert.deepEqual((await add()).results, ['Unchanged', 'Unchanged', 'This account no longer exists.']);
  const members = (await w.admin.api('GET', `/api/groups/${GroupId}/members`)).body;
  assert.deepEqual(
    members.map(({ UserId }: Row) => UserId),
    [w.ann.userId, w.bob.userId],
  );
  assert.equal((await change(w.admin, 'AddToGroup', [w.ann.userId])).status, 400);
  assert.equal((await change(w.admin, 'AddToGroup', [w.ann.userId], { GroupId: 999_999_999 })).status, 404);
});

test('a request without accounts, with too many, or with an unknown action is 400', async () => {
  const w = await app.world();
  const many = Array.from({ length: 501 }, (_, index) => index + 1);
  for (const [action, ids] of [
    ['Deactivate', []],
    ['Deactivate', many],
    ['Delete', [w.ann.userId]],
  ] as const) {
    assert.equal((await change(w.admin, action, [...ids])).status, 400);
  }
});
