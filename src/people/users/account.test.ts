/** Accounts for site admins, and repeated invitations. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startApp } from '../../../test/harness.ts';
import { everyPage } from '../../../test/pages.ts';
import { addGroup } from '../../library/permissions/grants.fixture.ts';
import { signIn } from '../sessions/browser.fixture.ts';

const app = await startApp();
const mailsTo = (email: string) => app.sql`select text_body from mails where recipient = ${email} order by mail_id`;

test('an account shows password state, sessions, tokens, groups and last activity', async () => {
  const w = await app.world();
  const { status, body } = await w.admin.api('GET', `/api/users/${w.ann.userId}/account`);
  assert.deepEqual([status, body.LastSeen], [200, null]);
  const GroupId = await addGroup(w, 'Sales', [w.ann]);
  await signIn(w, w.ann);
  assert.deepEqual((await w.admin.api('GET', `/api/users/${w.ann.userId}/account`)).body, {
    HasPassword: true,
    HasSecondFactor: false,
    SecondFactorDue: null,
    IsDeactivated: false,
    InvitationExpiresOn: null,
    LastSeen: app.clock.now.toISOString(),
    SessionCount: 1,
    TokenCount: 1,
    ManagedBy: null,
    Providers: [],
    Groups: [{ GroupId, GroupName: 'Sales' }],
  });
  for (const [person, refusal] of [
    [w.ann, 403],
    [w.other, 404],
    [w.anonymous, 401],
  ] as const) {
    assert.equal((await person.api('GET', `/api/users/${w.ann.userId}/account`)).status, refusal);
  }
});

test('a new invitation replaces the old link; with a password it returns 409', async () => {
  const w = await app.world();
  const Email = `${crypto.randomUUID()}@people.test`;
  const { UserId } = (await w.admin.api('POST', '/api/users', { Email, Name: 'Eve' })).body;
  const account = async () => (await w.admin.api('GET', `/api/users/${UserId}/account`)).body;
  const first = await account();
  assert.equal(first.HasPassword, false);
  app.clock.advance(1000);
  assert.equal((await w.admin.api('POST', `/api/users/${UserId}/invitation`)).status, 204);
  assert.ok((await account()).InvitationExpiresOn > first.InvitationExpiresOn);
  const [old, fresh] = (await mailsTo(Email)).map((mail) => /invitation#(\S+)/.exec(mail['text_body'])?.[1]);
  const accept = (Token?: string) =>
    w.anonymous.api('POST', '/api/invitations/accept', { Token, NewPassword: w.ann.password });
  assert.equal((await accept(old)).status, 410);
  assert.equal((await accept(fresh)).status, 204);
  assert.equal((await w.admin.api('POST', `/api/users/${UserId}/invitation`)).status, 409);
  for (const [person, refusal] of [
    [w.ann, 403],
    [w.other, 404],
    [w.anonymous, 401],
  ] as const) {
    assert.equal((await person.api('POST', `/api/users/${UserId}/invitation`)).status, refusal);
  }
});

test('accounts are listed by name with state, role and last activity, and found by each of them', async () => {
  const w = await app.world();
  const invite = async (Name: string) =>
    (await w.admin.api('POST', '/api/users', { Email: `${crypto.randomUUID()}@people.test`, Name })).body.UserId;
  const late = await invite('Late');
  app.clock.advance(8 * 24 * 60 * 60 * 1000);
  const eve = await invite('Eve');
  await signIn(w, w.ann);
  const list = async (query: string) => {
    const { status, body } = await w.admin.api('GET', `/api/users/accounts?${query}`);
    assert.equal(status, 200);
    return body as { UserId: number; Name: string; State: string; LastSeen: string | null; IsSiteAdmin: boolean }[];
  };
  const all = await list('');
  const names = all.map(({ Name }) => Name);
  assert.deepEqual(names, names.toSorted());
  const stateOf = (id: number) => all.find(({ UserId }) => UserId === id)?.State;
  assert.deepEqual([eve, late, w.ann.userId].map(stateOf), ['Invited', 'InvitationExpired', 'Active']);
  const ann = all.find(({ UserId }) => UserId === w.ann.userId);
  assert.equal(ann?.LastSeen, app.clock.now.toISOString());
  const idsOf = async (query: string) => (await list(query)).map(({ UserId }) => UserId);
  assert.deepEqual(await idsOf('state=Invited'), [eve]);
  assert.deepEqual(await idsOf('state=InvitationExpired'), [late]);
  assert.deepEqual(await idsOf('isSiteAdmin=true'), [w.admin.userId]);
  assert.equal((await idsOf('isSiteAdmin=false')).includes(w.admin.userId), false);
  assert.deepEqual(await idsOf('query=ev'), [eve]);
  assert.deepEqual((await everyPage(w.admin, '/api/users/accounts?top=2')).flat(), all);
  assert.equal((await w.admin.api('GET', '/api/users/accounts?state=Gone')).status, 400);
  for (const [person, refusal] of [
    [w.ann, 403],
    [w.anonymous, 401],
  ] as const) {
    assert.equal((await person.api('GET', '/api/users/accounts')).status, refusal);
  }
});
