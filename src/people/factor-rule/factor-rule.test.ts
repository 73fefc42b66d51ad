import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startApp } from '../../../test/harness.ts';
import type { World } from '../../../test/world.ts';
import { codeAt, confirm, enroll, firstStep, secondStep } from '../factors/authenticator.fixture.ts';
import { type SignedInBrowser, isSignedIn, signIn } from '../sessions/browser.fixture.ts';
import { connect } from '../scim/scim.fixture.ts';
import { DAY, limitedBrowser, runMinute, setRule, stateOf } from './factor-rule.fixture.ts';

const app = await startApp();
const inDays = (days: number) => new Date(app.clock.now.getTime() + days * DAY).toISOString();
const HOUR = 3_600_000;
const FACTORS = '/api/users/me/second-factors';
const REQUIRED = '/second_factor_required';

const setUp = async (browser: SignedInBrowser) => {
  const { body } = await browser.api('POST', `${FACTORS}/totp`);
  return confirm(browser, codeAt(body.Secret, app.clock.now));
};

async function messagesTo(w: World, userId: number) {
  const mails = await app.sql<{ text: string }[]>`
    select text_body as text from mails join users u on u.email = mails.recipient
    where u.deployment_id = ${w.deploymentId} and u.user_id = ${userId} and subject like 'Set up two-step%' order by mail_id`;
  const [row] = await app.sql<{ notices: number; activities: number }[]>`
    select
      (select count(*)::int from notifications where user_id = ${userId} and message like 'Two-step%') as notices,
      (select count(*)::int from activity where user_id = ${userId} and activity_type = 'SecondFactorRequired') as activities`;
  return { mails: mails.map(({ text }) => text), ...row };
}

test('a person who must have a second factor is notified once, and signs in as before until the deadline', async () => {
  const w = await app.world();
  const open = await signIn(w, w.ann);
  await enroll(app, w, w.bob);
  assert.deepEqual(await stateOf(open), [null, false]);
  const due = inDays(7);
  await setRule(w, { SecondFactor: 'everyone' });
  await runMinute(app);
  assert.match((await messagesTo(w, w.ann.userId)).mails[0] ?? '', /Set it up by 9 March 2026 at 10:00 UTC/);
  await app.runJobs();
  const { mails, ...counts } = await messagesTo(w, w.ann.userId);
  assert.deepEqual([mails.length, counts], [1, { notices: 1, activities: 1 }]);
  // People who have a factor are not notified.
  assert.equal((await messagesTo(w, w.bob.userId)).mails.length, 0);
  app.clock.advance(DAY);
  for (const browser of [await signIn(w, w.ann), await signIn(w, w.ann)]) {
    assert.deepEqual(await stateOf(browser), [due, false]);
    assert.equal(await isSignedIn(browser), true);
  }
  assert.equal((await w.ann.api('GET', '/api/users/me')).body.SecondFactorDue, null);
});

test('after the deadline, open and new sessions are limited, and setting up a factor lifts the limit at once', async () => {
  const w = await app.world();
  await setRule(w, { SecondFactor: 'everyone', SecondFactorGraceDays: 1 });
  const open = await signIn(w, w.ann);
  for (const hours of [10, 10, 3]) {
    app.clock.advance(hours * HOUR);
    assert.equal(await isSignedIn(open), true);
  }
  app.clock.advance(HOUR);
  const refused = await open.api('GET', '/api/libraries');
  assert.deepEqual([refused.status, refused.body.type], [403, REQUIRED]);
  // It was authenticated long ago, so it is confirmed first.
  assert.equal((await open.api('POST', `${FACTORS}/totp`)).body.type, '/reauthentication_required');
  const proof = await open.api('POST', '/api/sessions/current/authentication', { Password: w.ann.password });
  assert.equal(proof.status, 204);
  const browser = await signIn(w, w.ann);
  assert.equal((await stateOf(browser))[1], true);
  assert.equal((await setUp(browser)).status, 200);
  assert.deepEqual(await stateOf(browser), [null, false]);
  assert.equal(await isSignedIn(browser), true);
});

test('roles and groups decide within a minute, and the deadline counts from then', async () => {
  const w = await app.world();
  const ann = await signIn(w, w.ann);
  await setRule(w, { SecondFactor: 'siteAdmins' });
  assert.deepEqual(await stateOf(ann), [null, false]);
  app.clock.advance(HOUR);
  await w.admin.api('PATCH', `/api/users/${w.ann.userId}`, { IsSiteAdmin: true });
  await runMinute(app);
  assert.deepEqual(await stateOf(ann), [inDays(7), false]);
  await w.admin.api('PATCH', `/api/users/${w.ann.userId}`, { IsSiteAdmin: false });
  await runMinute(app);
  assert.deepEqual(await stateOf(ann), [null, false]);

  const { body: group } = await w.admin.api('POST', '/api/groups', { GroupName: 'Board' });
  assert.equal(group.RequiresSecondFactor, false);
  await w.admin.api('PUT', `/api/groups/${group.GroupId}/members/${w.ann.userId}`);
  const on = await w.admin.api('PATCH', `/api/groups/${group.GroupId}`, { RequiresSecondFactor: true });
  assert.deepEqual([on.status, on.body.RequiresSecondFactor, on.body.GroupName], [200, true, 'Board']);
  assert.deepEqual(await stateOf(ann), [inDays(7), false]);
  const bob = await signIn(w, w.bob);
  assert.deepEqual(await stateOf(bob), [null, false]);
  // The rule applies to new people from their first sign-in, even before the job runs.
  await w.admin.api('PUT', `/api/groups/${group.GroupId}/members/${w.bob.userId}`);
  assert.deepEqual(await stateOf(await signIn(w, w.bob)), [inDays(7), false]);
  const off = await (
    await signIn(w, w.admin)
  ).api('PATCH', `/api/groups/${group.GroupId}`, {
    RequiresSecondFactor: false,
  });
  assert.equal(off.status, 200);
  assert.deepEqual(await stateOf(bob), [null, false]);
});

test('a changed number of days moves the deadlines, and turning off the rule lifts the limit', async () => {
  const w = await app.world();
  const ann = await signIn(w, w.ann);
  await setRule(w, { SecondFactor: 'everyone' });
  const since = app.clock.now.getTime();
  app.clock.advance(3 * HOUR);
  await setRule(w, { SecondFactorGraceDays: 30 });
  assert.deepEqual(await stateOf(ann), [new Date(since + 30 * DAY).toISOString(), false]);
  await app.runJobs();
  assert.equal((await messagesTo(w, w.ann.userId)).mails.length, 1);
  await setRule(w, { SecondFactorGraceDays: 0 });
  assert.equal((await stateOf(ann))[1], true);
  // The admin is limited too, and the operator can always end the rule (carrel settings set).
  await app.sql`delete from second_factor_deadlines where user_id = ${w.admin.userId}`;
  const admin = await signIn(w, w.admin);
  assert.equal((await stateOf(admin))[1], true);
  assert.equal((await setUp(admin)).status, 200);
  assert.equal((await admin.api('PATCH', '/api/settings', { SecondFactor: 'optional' })).status, 200);
  assert.deepEqual(await stateOf(ann), [null, false]);
});

test('tokens keep working, and a password can be exchanged for a token until the deadline', async () => {
  const w = await app.world();
  const basic = Buffer.from(`${w.ann.email}:${w.ann.password}`).toString('base64');
  const exchange = () => w.anonymous.api('GET', '/api/authenticate', undefined, { authorization: `Basic ${basic}` });
  await setRule(w, { SecondFactor: 'everyone', SecondFactorGraceDays: 1 });
  assert.equal((await exchange()).status, 200);
  app.clock.advance(DAY);
  const refused = await exchange();
  assert.deepEqual(
    [refused.status, refused.body.title],
    [401, 'Your account requires two-step verification. Sign in on the web page and set it up.'],
  );
  assert.equal((await w.ann.api('GET', '/api/libraries')).status, 200);
});

test('the last factor cannot be removed while one is required; a site admin can reset it, and the next session is limited', async () => {
  const w = await app.world();
  const { browser } = await enroll(app, w, w.ann);
  const admin = await signIn(w, w.admin);
  await admin.api('PATCH', '/api/settings', { SecondFactor: 'everyone', SecondFactorGraceDays: 0 });
  const refused = await browser.api('DELETE', `${FACTORS}/totp`);
  assert.deepEqual([refused.status, refused.body.type], [409, '/conflict']);
  assert.equal((await w.admin.api('DELETE', `/api/users/${w.ann.userId}/second-factors`)).status, 204);
  assert.equal((await stateOf(await signIn(w, w.ann)))[1], true);
});

test('if the rule is set while a factor is removed, the person keeps the factor or gets a deadline', async () => {
  const w = await app.world();
  const { browser } = await enroll(app, w, w.ann);
  const [removal] = await Promise.all([
    browser.api('DELETE', `${FACTORS}/totp`),
    setRule(w, { SecondFactor: 'everyone', SecondFactorGraceDays: 7 }),
  ]);
  const [due, isLimited] = await stateOf(browser);
  assert.equal(isLimited, false);
  assert.equal(due !== null, removal.status === 204);
});

test('tokens and unconfirmed sessions cannot weaken the rule, but can tighten it', async () => {
  const w = await app.world();
  const admin = await signIn(w, w.admin);
  assert.equal((await w.admin.api('PATCH', '/api/settings', { SecondFactor: 'siteAdmins' })).status, 200);
  app.clock.advance(600_001);
  assert.equal((await admin.api('PATCH', '/api/settings', { SecondFactor: 'everyone' })).status, 200);
  const { body: group } = await w.admin.api('POST', '/api/groups', { GroupName: 'Board' });
  const path = `/api/groups/${group.GroupId}`;
  assert.equal((await admin.api('PATCH', path, { RequiresSecondFactor: true })).status, 200);
  const lowerings = [
    ['PATCH', '/api/settings', { SecondFactor: 'siteAdmins' }],
    ['PATCH', '/api/settings', { SecondFactor: 'optional' }],
    ['PATCH', '/api/settings', { SecondFactorGraceDays: 8 }],
    ['PUT', `${path}/members`, [w.bob.userId]],
    ['PATCH', path, { RequiresSecondFactor: false }],
  ] as const;
  for (const { userId } of [w.ann, w.bob]) {
    assert.equal((await w.admin.api('PUT', `${path}/members/${userId}`)).status, 204);
  }
  assert.equal((await w.admin.api('PUT', `${path}/members`, [w.ann.userId, w.bob.userId])).status, 200);
  assert.equal((await w.admin.api('DELETE', path)).body.type, '/forbidden');
  assert.equal((await w.admin.api('DELETE', `${path}/members/${w.bob.userId}`)).body.type, '/forbidden');
  for (const [method, at, body] of lowerings) {
    assert.equal((await w.admin.api(method, at, body)).body.type, '/forbidden');
    assert.equal((await admin.api(method, at, body)).body.type, '/reauthentication_required');
  }
  assert.equal((await admin.api('DELETE', path)).body.type, '/reauthentication_required');
  await admin.api('POST', '/api/sessions/current/authentication', { Password: w.admin.password });
  for (const [method, at, body] of lowerings) assert.equal((await admin.api(method, at, body)).status, 200);
  const rows = await app.sql<{ name: string }[]>`
    select content_name as name from activity
    where deployment_id = ${w.deploymentId} and activity_type = 'SettingChanged' order by activity_id`;
  assert.deepEqual(
    rows.map(({ name }) => name),
    ['SecondFactor', 'SecondFactor', 'SecondFactor', 'SecondFactor', 'SecondFactorGraceDays'],
  );
});

test('tokens cannot let a provider or a directory empty a group that requires a second factor', async () => {
  const w = await app.world();
  const { connectionId, scim } = await connect(app, w);
  const { body: managed } = await scim('POST', '/Groups', { displayName: 'Board' });
  const { body: group } = await w.admin.api('POST', '/api/groups', { GroupName: 'Finance' });
  const require = (groupId: number) => w.admin.api('PATCH', `/api/groups/${groupId}`, { RequiresSecondFactor: true });
  for (const id of [Number(managed.id), group.GroupId]) assert.equal((await require(id)).status, 200);
  const provider = { Name: 'P', Issuer: 'https://login.example.com', ClientId: 'c', ClientSecret: 's' };
  const Groups = { GroupsClaim: 'groups', Groups: [{ Value: 'none', GroupId: group.GroupId }] };
  const browser = await signIn(w, w.admin);
  const { body: made } = await w.admin.api('POST', '/api/identity-providers', provider);
  const { body: managing } = await browser.api('POST', '/api/identity-providers', {
    ...provider,
    ...Groups,
    Name: 'R',
  });
  const changes = [
    ['POST', '/api/identity-providers', { ...provider, ...Groups, Name: 'Q' }, 201],
    ['PATCH', `/api/identity-providers/${made.ProviderId}`, Groups, 200],
    ['PATCH', `/api/identity-providers/${managing.ProviderId}`, { GroupsClaim: 'email' }, 200],
    ['POST', `/api/admin/scim-connections/${connectionId}/token`, {}, 201],
  ] as const;
  for (const [method, path, body, status] of changes) {
    assert.equal((await w.admin.api(method, path, body)).body.type, '/forbidden', path);
    assert.equal((await browser.api(method, path, body)).status, status, path);
  }
});

test('site admins see who has a second factor, and the deadlines of the others', async () => {
  const w = await app.world();
  await enroll(app, w, w.bob);
  const list = async (query = '') => {
    const { body } = await w.admin.api('GET', `/api/users/accounts?${query}`);
    return (body as { Name: string; HasSecondFactor: boolean; SecondFactorDue: string | null }[]).map(
      ({ Name, HasSecondFactor, SecondFactorDue }) => [Name, HasSecondFactor, SecondFactorDue],
    );
  };
  assert.deepEqual(await list('secondFactor=On'), [['Bob', true, null]]);
  assert.deepEqual(await list('secondFactor=Missing'), []);
  await setRule(w, { SecondFactor: 'siteAdmins' });
  assert.deepEqual(await list('secondFactor=missing'), [['Admin', false, inDays(7)]]);
  assert.deepEqual(
    (await list('secondFactor=Off')).map(([name]) => name),
    ['Ann', 'Stranger'],
  );
  assert.equal((await w.admin.api('GET', '/api/users/accounts?secondFactor=x')).status, 400);
  const { body } = await w.admin.api('GET', `/api/users/${w.admin.userId}/account`);
  assert.deepEqual([body.HasSecondFactor, body.SecondFactorDue], [false, inDays(7)]);
});

test('everybody except people who cannot sign in is notified, in batches', async () => {
  const w = await app.world();
  const domain = w.ann.email.split('@')[1] ?? '';
  await app.sql`
    insert into users (deployment_id, email, email_key, name, name_key, password_hash, created_at)
    select ${w.deploymentId}, email, email, name, name, password_hash, created_at
    from (select 'p' || n || '@' || ${domain}::text as email, 'p' || n as name from generate_series(1, 450) n) people
    cross join (select password_hash, created_at from users where user_id = ${w.ann.userId}) ann`;
  await w.admin.api('POST', '/api/users', { Email: `invited@${domain}`, Name: 'Invited' });
  await w.admin.api('POST', '/api/users/bulk', { UserIds: [w.bob.userId], Action: 'Deactivate' });
  await setRule(w, { SecondFactor: 'everyone' });
  await Promise.all([runMinute(app), runMinute(app)]);
  const [row] = await app.sql<{ mails: number; people: number }[]>`
    select count(*)::int as mails, count(distinct recipient)::int as people from mails
    where deployment_id = ${w.deploymentId} and subject like 'Set up two-step%'`;
  assert.deepEqual(row, { mails: 453, people: 453 });
});

test('a limited session does not affect other people or other deployments', async () => {
  const w = await app.world();
  const other = await signIn(w, w.other);
  const ann = await limitedBrowser(w, w.ann);
  assert.deepEqual([await isSignedIn(ann), await isSignedIn(other)], [false, true]);
  const { key } = await enroll(app, w, w.bob);
  app.clock.advance(60_000);
  const done = await secondStep(w, await firstStep(w, w.bob), { Code: codeAt(key, app.clock.now) });
  assert.equal(done.status, 201);
});
