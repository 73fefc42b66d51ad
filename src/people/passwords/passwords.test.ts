import assert from 'node:assert/strict';
import { test } from 'node:test';
import { tokenHeaders } from '../../../test/factories/tokens.ts';
import { startApp } from '../../../test/harness.ts';
import { isSignedIn, signIn, trySignIn } from '../sessions/browser.fixture.ts';

const app = await startApp();

const PATH = '/api/users/me/password';
const NEW = 'another battery staple';

test('changing the password returns 204, ends other sessions, and voids the old password', async () => {
  const w = await app.world();
  const [here, there, bobs] = [await signIn(w, w.ann), await signIn(w, w.ann), await signIn(w, w.bob)];
  const answer = await here.api('PUT', PATH, { CurrentPassword: w.ann.password, NewPassword: NEW });
  assert.equal(answer.status, 204);
  assert.deepEqual(await Promise.all([here, there, bobs].map(isSignedIn)), [true, false, true]);
  assert.equal((await trySignIn(w, w.ann.email, w.ann.password)).status, 401);
  assert.equal((await trySignIn(w, w.ann.email, NEW)).status, 201);
  const rows = await app.sql`
    select content_name as name from activity where user_id = ${w.ann.userId} and activity_type = 'PasswordChanged'`;
  assert.deepEqual([...rows], [{ name: w.ann.email }]);
});

test('a password change keeps API tokens unless RevokeTokens is true', async () => {
  const w = await app.world();
  const other = await tokenHeaders(w.ann, w.ann.userId);
  const works = async () => (await w.anonymous.api('GET', '/api/users/me', undefined, other)).status === 200;
  const browser = await signIn(w, w.ann);
  const first = { CurrentPassword: w.ann.password, NewPassword: NEW };
  assert.equal((await browser.api('PUT', PATH, first)).status, 204);
  assert.equal(await works(), true);
  const second = { CurrentPassword: NEW, NewPassword: 'yet another horse', RevokeTokens: true };
  assert.equal((await browser.api('PUT', PATH, second)).status, 204);
  assert.equal(await works(), false);
  assert.equal((await w.ann.api('GET', '/api/users/me')).status, 401);
  assert.equal(await isSignedIn(browser), true);
  assert.equal((await w.bob.api('GET', '/api/users/me')).status, 200);
  const rows = await app.sql<{ details: unknown }[]>`
    select details from activity where user_id = ${w.ann.userId} and activity_type = 'PasswordChanged'
    order by activity_id`;
  assert.deepEqual(
    rows.map(({ details }) => details),
    [{ revokedTokens: 0 }, { revokedTokens: 2 }],
  );
});

test('a wrong current password revokes no token', async () => {
  const w = await app.world();
  const change = { CurrentPassword: 'wrong', NewPassword: NEW, RevokeTokens: true };
  assert.equal((await w.ann.api('PUT', PATH, change)).status, 403);
  assert.equal((await w.ann.api('GET', '/api/users/me')).status, 200);
});

test('a change with a token ends every session', async () => {
  const w = await app.world();
  const browser = await signIn(w, w.ann);
  assert.equal((await w.ann.api('PUT', PATH, { CurrentPassword: w.ann.password, NewPassword: NEW })).status, 204);
  assert.equal(await isSignedIn(browser), false);
});

test('a wrong current password returns 403, changes nothing and is logged', async () => {
  const w = await app.world();
  const browser = await signIn(w, w.ann);
  const answer = await w.ann.api('PUT', PATH, { CurrentPassword: 'wrong', NewPassword: NEW });
  assert.deepEqual([answer.status, answer.body.title], [403, 'The current password is wrong.']);
  assert.equal(await isSignedIn(browser), true);
  assert.equal((await trySignIn(w, w.ann.email, w.ann.password)).status, 201);
  const [row] = await app.sql`
    select from activity where user_id = ${w.ann.userId} and activity_type = 'InvalidUserOrPassword'`;
  assert.ok(row);
});

test('the record of a wrong password names the action that required it', async () => {
  const w = await app.world();
  const browser = await signIn(w, w.ann);
  const CurrentPassword = 'wrong';
  await trySignIn(w, w.ann.email, 'wrong');
  await browser.api('PUT', PATH, { CurrentPassword, NewPassword: NEW });
  await browser.api('POST', '/api/sessions/current/authentication', { Password: 'wrong' });
  app.clock.advance(600_001);
  const refused = await browser.api('POST', `/api/users/${w.ann.userId}/tokens`, { Name: 'late', CurrentPassword });
  assert.equal(refused.status, 403);
  const rows = await app.sql<{ action: string }[]>`
    select details ->> 'action' as action from activity
    where user_id = ${w.ann.userId} and activity_type = 'InvalidUserOrPassword' order by activity_id`;
  assert.deepEqual(
    rows.map(({ action }) => action),
    ['UserAuthenticated', 'PasswordChanged', 'UserReauthenticated', 'TokenCreated'],
  );
});

test('a password that violates the policy returns 400 with every violation', async () => {
  const w = await app.world();
  await w.admin.api('PATCH', '/api/settings', { PasswordPolicy: { MinLength: 30, RequireDigit: true } });
  const answer = await w.ann.api('PUT', PATH, { CurrentPassword: w.ann.password, NewPassword: NEW });
  assert.equal(answer.status, 400);
  assert.equal(answer.body.title, 'The password needs at least 30 characters and a digit.');
  assert.equal(answer.body.errors[0].instance, 'NewPassword');
});

test('a password that is easy to guess, or contains the own name or address, returns 400 with the reason', async () => {
  const w = await app.world();
  for (const [NewPassword, reason] of [
    ['Password1', /too easy to guess/],
    ['tulip-Ann-river-42', /must not contain the name/],
    [`${w.ann.email} tulip river`, /must not contain the name/],
  ] as const) {
    const answer = await w.ann.api('PUT', PATH, { CurrentPassword: w.ann.password, NewPassword });
    assert.equal(answer.status, 400, NewPassword);
    assert.match(answer.body.errors[0].detail, reason);
    assert.equal(answer.body.errors[0].instance, 'NewPassword');
  }
  assert.equal((await trySignIn(w, w.ann.email, w.ann.password)).status, 201);
});

test('without a credential 401; without a password 400', async () => {
  const w = await app.world();
  assert.equal((await w.anonymous.api('PUT', PATH, { CurrentPassword: 'a', NewPassword: NEW })).status, 401);
  const answer = await w.ann.api('PUT', PATH, { NewPassword: NEW });
  assert.deepEqual([answer.status, answer.body.errors[0].instance], [400, 'CurrentPassword']);
});

test('of two concurrent changes one succeeds', async () => {
  const w = await app.world();
  const change = (password: string) =>
    w.ann.api('PUT', PATH, { CurrentPassword: w.ann.password, NewPassword: password });
  const answers = await Promise.all([change('first password'), change('second password')]);
  assert.deepEqual(
    answers.map((answer) => answer.status).sort((a, b) => a - b),
    [204, 403],
  );
  const winner = answers[0]?.status === 204 ? 'first password' : 'second password';
  assert.equal((await trySignIn(w, w.ann.email, winner)).status, 201);
});

test('a sign-in with the old password during a change leaves no session behind', async () => {
  const w = await app.world();
  const [, ...signIns] = await Promise.all([
    w.ann.api('PUT', PATH, { CurrentPassword: w.ann.password, NewPassword: NEW }),
    ...Array.from({ length: 6 }, () => trySignIn(w, w.ann.email, w.ann.password)),
  ]);
  assert.ok(signIns.every(({ status }) => status === 201 || status === 401));
  assert.deepEqual((await w.ann.api('GET', '/api/users/me/sessions')).body, []);
});
