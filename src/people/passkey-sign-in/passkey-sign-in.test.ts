import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startApp } from '../../../test/harness.ts';
import { enroll, firstStep, secondStep, sessionOf, statusesOf } from '../factors/authenticator.fixture.ts';
import {
  addPasskey,
  askToSignIn,
  answerOf,
  create,
  originOf,
  sendPasskey,
  signInWith,
} from '../passkeys/passkey.fixture.ts';
import { prunePasskeyChallengesJob } from '../passkeys/passkeys.jobs.ts';
import { isSignedIn } from '../sessions/browser.fixture.ts';

const app = await startApp();
const origin = originOf(app);
const VERIFIED = 5;
const PRESENT = 1;

const methodsOf = async (sessionId: number) => {
  const [row] = await app.sql<{ methods: string[] }[]>`select methods from sessions where session_id = ${sessionId}`;
  return row?.methods;
};

test('a passkey signs in alone, without a second step, and its use is recorded', async () => {
  const w = await app.world();
  const { browser, passkey } = await addPasskey(app, w, w.ann);
  const { options, cookie } = await askToSignIn(app, w);
  assert.deepEqual(Object.keys(options).sort(), ['challenge', 'rpId', 'timeout', 'userVerification']);
  assert.equal(options.userVerification, 'required');
  app.clock.advance(60_000);
  const done = await sendPasskey(app, w, answerOf(passkey, options), `${cookie}; ${browser.cookie}`);
  assert.deepEqual([done.status, done.body.UserId], [201, w.ann.userId], done.text);
  assert.deepEqual(await methodsOf(done.body.SessionId), ['passkey']);
  // The previous session of the browser has ended.
  assert.equal(await isSignedIn(browser), false);
  const session = { cookie: sessionOf(done) };
  const { body } = await w.anonymous.api('GET', '/api/users/me/second-factors', undefined, session);
  assert.equal(body.Passkeys[0].LastUsed, app.clock.now.toISOString());
});

test('a passkey, even without a PIN, completes the second step of its own sign-in only', async () => {
  const w = await app.world();
  const { passkey } = await addPasskey(app, w, w.ann);
  const bob = await addPasskey(app, w, w.bob);
  const optionsOf = async (cookie: string) =>
    w.anonymous.api('POST', '/api/sessions/second-step/passkey', undefined, { cookie, origin });
  const pending = await firstStep(w, w.ann);
  const { body: options } = await optionsOf(pending);
  assert.deepEqual(options.allowCredentials, [{ id: passkey.id, type: 'public-key', transports: ['internal'] }]);
  assert.equal(options.userVerification, 'preferred');
  const other = await firstStep(w, w.ann);
  // A challenge of another sign-in of the same person, of signing in alone, and a passkey of somebody else.
  assert.equal((await secondStep(w, other, { Passkey: answerOf(passkey, options) }, { origin })).status, 401);
  const alone = await askToSignIn(app, w, { cookie: pending.replace('carrel_sign_in', 'carrel_passkey') });
  assert.equal((await secondStep(w, pending, { Passkey: answerOf(passkey, alone.options) }, { origin })).status, 401);
  assert.equal((await secondStep(w, pending, { Passkey: answerOf(bob.passkey, options) }, { origin })).status, 401);
  const proof = answerOf(passkey, options, { flags: PRESENT });
  assert.equal((await secondStep(w, pending, { Passkey: proof, Code: '123456' }, { origin })).status, 400);
  const done = await secondStep(w, pending, { Passkey: proof }, { origin });
  assert.equal(done.status, 201, done.text);
  assert.deepEqual(await methodsOf(done.body.SessionId), ['password', 'passkey']);
  assert.equal((await optionsOf(pending)).status, 410);
  assert.equal((await optionsOf('')).status, 410);
  const carol = await w.addPerson('Carol');
  await enroll(app, w, carol);
  assert.equal((await optionsOf(await firstStep(w, carol))).status, 409);
});

test('a passkey with a PIN confirms a session; without a PIN, of another session, or for a token it does not', async () => {
  const w = await app.world();
  const { browser, passkey, passkeyId } = await addPasskey(app, w, w.ann);
  const session = await signInWith(app, w, passkey);
  const cookie = sessionOf(session);
  app.clock.advance(600_001);
  const PATH = '/api/sessions/current/authentication';
  const optionsOf = async () => (await browser.api('POST', `${PATH}/passkey`)).body;
  const confirm = async (proof: unknown, headers = {}) =>
    (await browser.api('POST', PATH, { Passkey: proof }, headers)).status;
  assert.equal(await confirm(answerOf(passkey, await optionsOf(), { flags: PRESENT })), 403);
  assert.equal(await confirm(answerOf(passkey, await optionsOf()), { cookie }), 403);
  const { options } = await askToSignIn(app, w);
  assert.equal(await confirm(answerOf(passkey, options)), 403);
  const removal = () => browser.api('DELETE', `/api/users/me/second-factors/passkeys/${passkeyId}`);
  assert.equal((await removal()).status, 403);
  const proof = answerOf(passkey, await optionsOf());
  assert.equal(await confirm(proof), 204);
  assert.equal(await confirm(proof), 403);
  assert.equal((await removal()).status, 204);
  assert.equal((await browser.api('POST', `${PATH}/passkey`)).status, 409);
  assert.equal((await w.ann.api('POST', `${PATH}/passkey`)).status, 404);
});

test('the records of a sign-in, second step and confirmation with a passkey name it, also after it was renamed', async () => {
  const w = await app.world();
  const { browser, passkey, passkeyId } = await addPasskey(app, w, w.ann);
  const alone = await signInWith(app, w, passkey);
  const pending = await firstStep(w, w.ann);
  const more = { cookie: pending, origin };
  const step = await w.anonymous.api('POST', '/api/sessions/second-step/passkey', undefined, more);
  const second = await secondStep(w, pending, { Passkey: answerOf(passkey, step.body) }, { origin });
  const PATH = '/api/sessions/current/authentication';
  const asked = (await browser.api('POST', `${PATH}/passkey`)).body;
  const confirmed = await browser.api('POST', PATH, { Passkey: answerOf(passkey, asked) });
  await browser.api('PATCH', `/api/users/me/second-factors/passkeys/${passkeyId}`, { Name: 'Old phone' });
  assert.deepEqual([alone.status, second.status, confirmed.status], [201, 201, 204]);
  const rows = await app.sql<{ type: string; details: object }[]>`
    select activity_type as type, details from activity
    where user_id = ${w.ann.userId} and details ? 'passkeyName' order by activity_id`;
  const named = { passkeyId, passkeyName: 'Phone' };
  assert.deepEqual(
    rows.map(({ type, details }) => [type, details]),
    [
      ['UserAuthenticated', { methods: 'passkey', ...named }],
      ['UserAuthenticated', { methods: 'password passkey', ...named }],
      ['UserReauthenticated', { method: 'passkey', ...named }],
    ],
  );
});

test('of two concurrent requests with the same response, one signs in', async () => {
  const w = await app.world();
  const { passkey } = await addPasskey(app, w, w.ann);
  const { options, cookie } = await askToSignIn(app, w);
  const proof = answerOf(passkey, options);
  const answers = await Promise.all([0, 1].map(() => sendPasskey(app, w, proof, cookie)));
  assert.deepEqual(statusesOf(answers), [201, 401]);
  assert.equal((await sendPasskey(app, w, proof, cookie)).status, 401);
});

test('a recovery code of the first passkey completes the second step', async () => {
  const w = await app.world();
  const { codes } = await addPasskey(app, w, w.ann);
  assert.equal((await secondStep(w, await firstStep(w, w.ann), { RecoveryCode: codes[0] })).status, 201);
});

test('deactivated people, deployments without passwords, and removed passkeys are refused', async () => {
  const w = await app.world();
  const { passkey, passkeyId } = await addPasskey(app, w, w.ann);
  const { options, cookie } = await askToSignIn(app, w);
  const act = (Action: string) => w.admin.api('POST', '/api/users/bulk', { UserIds: [w.ann.userId], Action });
  await act('Deactivate');
  assert.equal((await sendPasskey(app, w, answerOf(passkey, options), cookie)).status, 401);
  await act('Reactivate');
  assert.equal((await sendPasskey(app, w, answerOf(passkey, options), cookie)).status, 201);
  await app.sql`
    update deployments set settings = settings || '{"PasswordSignIn": false}' where deployment_id = ${w.deploymentId}`;
  assert.equal((await signInWith(app, w, passkey)).status, 403);
  await app.sql`
    update deployments set settings = settings || '{"PasswordSignIn": true}' where deployment_id = ${w.deploymentId}`;
  const headers = { cookie: sessionOf(await signInWith(app, w, passkey)), origin };
  const path = `/api/users/me/second-factors/passkeys/${passkeyId}`;
  assert.equal((await w.anonymous.api('DELETE', path, undefined, headers)).status, 204);
  assert.equal((await signInWith(app, w, passkey)).status, 401);
});

test('a scheduled job deletes used challenges that have expired', async () => {
  const w = await app.world();
  const { passkey } = await addPasskey(app, w, w.ann);
  await signInWith(app, w, passkey, { flags: VERIFIED });
  const countUsed = async () => (await app.sql`select from used_passkey_challenges`).length;
  assert.ok((await countUsed()) >= 2);
  app.clock.advance(600_001);
  await prunePasskeyChallengesJob.run(app.deps, null);
  assert.equal(await countUsed(), 0);
});

test('options for signing in do not depend on a person, and nothing is stored', async () => {
  const w = await app.world();
  const before = await app.sql`select from used_passkey_challenges`;
  const one = await askToSignIn(app, w);
  const two = await askToSignIn(app, w, { cookie: one.cookie });
  assert.notEqual(one.options.challenge, two.options.challenge);
  // Tabs of one browser share its secret.
  assert.equal(one.cookie, two.cookie);
  assert.equal((await app.sql`select from used_passkey_challenges`).length, before.length);
  const { passkey, json } = create({ rp: { id: one.options.rpId }, user: { id: 'AAAA' }, challenge: 'AAAA' }, origin);
  assert.ok(json.id);
  // A secret that the service did not create.
  assert.equal((await sendPasskey(app, w, answerOf(passkey, one.options), one.cookie)).status, 401);
});
