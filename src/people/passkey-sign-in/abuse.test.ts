/** Attacks on signing in with a passkey. None opens a session. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startApp } from '../../../test/harness.ts';
import {
  type Claims,
  type Passkey,
  addPasskey,
  askToSignIn,
  answerOf,
  create,
  sendPasskey,
  signInWith,
} from '../passkeys/passkey.fixture.ts';
import { trySignIn } from '../sessions/browser.fixture.ts';

// Behind a proxy, so that a test can choose the client address.
const app = await startApp({ baseUrl: 'http://carrel.test', trustProxy: true });
const from = (address: string) => ({ 'x-forwarded-for': address });
const PRESENT = 1;

async function failuresOf(userId: number): Promise<(string | undefined)[]> {
  const rows = await app.sql<{ details: { failure?: string } }[]>`
    select details from activity where user_id = ${userId} and activity_type = 'InvalidPasskey' order by activity_id`;
  return rows.map(({ details }) => details.failure);
}

const CLAIMS: [string, Claims, string][] = [
  ['another page', { origin: 'https://evil.test' }, 'Invalid'],
  ['another port of the host', { origin: 'http://carrel.test:8080' }, 'Invalid'],
  ['another host', { rpId: 'evil.test' }, 'Invalid'],
  ['a parent of the host', { rpId: 'test' }, 'Invalid'],
  ['a frame of another site', { crossOrigin: true }, 'Invalid'],
  ['a registration', { type: 'webauthn.create' }, 'Invalid'],
  ['nobody present', { flags: 0 }, 'Invalid'],
  ['nobody verified', { flags: PRESENT }, 'Unverified'],
  ['an empty challenge', { challenge: '' }, 'Challenge'],
  ['an own challenge', { challenge: Buffer.alloc(54, 1).toString('base64url') }, 'Challenge'],
];

test('a response of a valid passkey with false claims is refused, and recorded with its class', async () => {
  const w = await app.world();
  const { passkey } = await addPasskey(app, w, w.ann);
  for (const [what, claims] of CLAIMS) {
    const refused = await signInWith(app, w, passkey, claims);
    assert.deepEqual([refused.status, refused.headers.getSetCookie()], [401, []], what);
    // Few enough to stay below the limit.
    await app.sql`delete from throttles where scope like 'passkey%'`;
  }
  assert.deepEqual(
    await failuresOf(w.ann.userId),
    CLAIMS.map(([, , failure]) => failure),
  );
});

test('a response that was changed after it was signed is refused', async () => {
  const w = await app.world();
  const { passkey } = await addPasskey(app, w, w.ann);
  const { options, cookie } = await askToSignIn(app, w);
  const send = async (change: (proof: ReturnType<typeof answerOf>) => unknown) =>
    (await sendPasskey(app, w, change(answerOf(passkey, options)), cookie)).status;
  const later = answerOf(passkey, options, { counter: 9 }).response;
  const { options: other } = await askToSignIn(app, w, { cookie });
  const elsewhere = answerOf(passkey, other).response;
  assert.equal(await send((proof) => ({ ...proof, response: { ...proof.response, signature: '' } })), 401);
  assert.equal(await send((proof) => ({ ...proof, response: { ...proof.response, signature: later.signature } })), 401);
  assert.equal(
    await send((proof) => ({ ...proof, response: { ...proof.response, authenticatorData: later.authenticatorData } })),
    401,
  );
  assert.equal(
    await send((proof) => ({ ...proof, response: { ...proof.response, clientDataJSON: elsewhere.clientDataJSON } })),
    401,
  );
  assert.equal(await send((proof) => ({ ...proof, response: { ...proof.response, userHandle: 'AAAA' } })), 401);
  assert.equal(await send((proof) => ({ ...proof, response: { ...proof.response, userHandle: undefined } })), 401);
  assert.equal(await send((proof) => proof), 201);
});

test('a passkey does not open the account of another person or of another deployment', async () => {
  const w = await app.world();
  const ann = await addPasskey(app, w, w.ann);
  const bob = await addPasskey(app, w, w.bob);
  const other = await addPasskey(app, w, w.other);
  const mixed: [string, Passkey][] = [
    ['Ann’s credential with Bob’s key', { ...ann.passkey, key: bob.passkey.key }],
    ['Ann’s credential with Bob’s account', { ...ann.passkey, userHandle: bob.passkey.userHandle }],
    [
      'Bob’s credential with the account of another deployment',
      { ...bob.passkey, userHandle: other.passkey.userHandle },
    ],
  ];
  for (const [what, passkey] of mixed) assert.equal((await signInWith(app, w, passkey)).status, 401, what);
  const done = await signInWith(app, w, other.passkey);
  assert.deepEqual([done.status, done.body.UserId], [201, w.other.userId]);
});

test('a response is refused in another browser, without its cookie, after it expires, and from another site', async () => {
  const w = await app.world();
  const { passkey } = await addPasskey(app, w, w.ann);
  const { options, cookie } = await askToSignIn(app, w);
  const { cookie: another } = await askToSignIn(app, w);
  const proof = answerOf(passkey, options);
  assert.equal((await sendPasskey(app, w, proof, another)).status, 401);
  assert.equal((await sendPasskey(app, w, proof, '')).status, 401);
  assert.equal((await sendPasskey(app, w, proof, 'carrel_passkey=x')).status, 401);
  for (const path of ['/api/sessions/passkey', '/api/sessions/passkey/options', '/api/sessions/second-step/passkey']) {
    const headers = { cookie, origin: 'https://evil.test' };
    assert.equal((await w.anonymous.api('POST', path, { Passkey: proof }, headers)).status, 403);
  }
  app.clock.advance(599_000);
  assert.equal((await sendPasskey(app, w, proof, cookie)).status, 201);
  const late = await askToSignIn(app, w);
  app.clock.advance(600_000);
  assert.equal((await sendPasskey(app, w, answerOf(passkey, late.options), late.cookie)).status, 401);
});

test('a passkey for a former host of the service is refused', async () => {
  const w = await app.world();
  const { passkey, passkeyId } = await addPasskey(app, w, w.ann);
  await app.sql`update passkeys set rp_id = 'old.test' where passkey_id = ${passkeyId}`;
  assert.equal((await signInWith(app, w, passkey)).status, 401);
  assert.deepEqual(await failuresOf(w.ann.userId), ['Unknown']);
});

test('a counter that does not increase is refused, recorded and mailed, and the first response wins', async () => {
  const w = await app.world();
  const { passkey, passkeyId } = await addPasskey(app, w, w.ann, { counter: 5 });
  assert.equal((await signInWith(app, w, passkey, { counter: 6 })).status, 201);
  for (const counter of [6, 5, 0]) assert.equal((await signInWith(app, w, passkey, { counter })).status, 401);
  const [row] = await app.sql<{ details: unknown }[]>`
    select details from activity where user_id = ${w.ann.userId} and activity_type = 'InvalidPasskey' limit 1`;
  assert.deepEqual(row?.details, { failure: 'Counter', passkeyId, passkeyName: 'Phone' });
  const mails = await app.sql`
    select from mails where recipient = ${w.ann.email} and subject like 'A passkey was refused%'`;
  assert.equal(mails.length, 3);
  assert.equal((await signInWith(app, w, passkey, { counter: 7 })).status, 201);
});

test('an address gets 429 after ten refused responses of a passkey, and other addresses still sign in', async () => {
  const w = await app.world();
  const { passkey } = await addPasskey(app, w, w.ann);
  const send = async (address: string, claims: Claims = {}) => {
    const { options, cookie } = await askToSignIn(app, w);
    return sendPasskey(app, w, answerOf(passkey, options, claims), cookie, from(address));
  };
  for (let i = 0; i < 10; i += 1) assert.equal((await send('192.0.2.9', { flags: PRESENT })).status, 401);
  const refused = await send('192.0.2.9');
  assert.deepEqual([refused.status, refused.headers.get('retry-after')], [429, '600']);
  assert.equal((await send('198.51.100.9')).status, 201);
});

test('the refusal is the same for an unknown passkey, one of a deactivated person, and an invalid one', async () => {
  const w = await app.world();
  const { passkey } = await addPasskey(app, w, w.ann);
  const { options, cookie } = await askToSignIn(app, w);
  const { passkey: unknown } = create(
    { rp: { id: options.rpId }, user: { id: 'AAAA' }, challenge: '' },
    passkey.origin,
  );
  const { passkey: bobs } = await addPasskey(app, w, w.bob);
  await w.admin.api('POST', '/api/users/bulk', { UserIds: [w.bob.userId], Action: 'Deactivate' });
  const bodies = [];
  for (const proof of [
    answerOf(unknown, options),
    answerOf(bobs, options),
    answerOf(passkey, options, { flags: PRESENT }),
  ]) {
    const { status, body, headers } = await sendPasskey(app, w, proof, cookie);
    assert.equal(status, 401);
    bodies.push([{ ...body, instance: null, requestId: null }, headers.get('www-authenticate')]);
  }
  assert.deepEqual(bodies[0], bodies[1]);
  assert.deepEqual(bodies[0], bodies[2]);
});

test('a passkey does not replace the password of a first step: its challenge and the cookie of that step differ', async () => {
  const w = await app.world();
  const { passkey } = await addPasskey(app, w, w.ann);
  const first = await trySignIn(w, w.ann.email, w.ann.password);
  const pending = first.headers.getSetCookie()[0]?.split(';', 1)[0] ?? '';
  const headers = { cookie: pending, origin: passkey.origin };
  const { body } = await w.anonymous.api('POST', '/api/sessions/second-step/passkey', undefined, headers);
  // A second step may come from a key without a PIN; it must not sign in alone.
  const asPasskey = pending.replace('carrel_sign_in', 'carrel_passkey');
  for (const sent of [pending, asPasskey]) {
    assert.equal((await sendPasskey(app, w, answerOf(passkey, body), sent)).status, 401);
  }
});
