import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startApp } from '../../../test/harness.ts';
import { limitedBrowser } from '../factor-rule/factor-rule.fixture.ts';
import { codeAt, enroll, statusesOf } from '../factors/authenticator.fixture.ts';
import { create, addPasskey, originOf } from '../passkeys/passkey.fixture.ts';
import { isSignedIn, signIn, trySignIn } from '../sessions/browser.fixture.ts';
import { MAX_PASSKEYS } from './own-passkeys.actions.ts';

const app = await startApp();
const origin = originOf(app);
const FACTORS = '/api/users/me/second-factors';
const PATH = `${FACTORS}/passkeys`;
const FRESH_MS = 600_000;

const subjectsTo = async (email: string) => {
  const rows = await app.sql<{ subject: string }[]>`
    select subject from mails where recipient = ${email} order by mail_id`;
  return rows.map(({ subject }) => subject);
};

test('the first passkey gives recovery codes, signs out elsewhere, mails the person, and is listed without its key', async () => {
  const w = await app.world();
  const elsewhere = await signIn(w, w.ann);
  const { browser, passkeyId, codes } = await addPasskey(app, w, w.ann);
  assert.equal(new Set(codes).size, 10);
  assert.deepEqual([await isSignedIn(browser), await isSignedIn(elsewhere)], [true, false]);
  const now = app.clock.now.toISOString();
  const { body } = await browser.api('GET', FACTORS);
  assert.deepEqual(body, {
    Passkeys: [
      {
        PasskeyId: passkeyId,
        Name: 'Phone',
        Host: new URL(origin).hostname,
        IsSyncable: true,
        IsSynced: true,
        DateCreated: now,
        LastUsed: null,
      },
    ],
    Totp: null,
    RecoveryCodes: { DateCreated: now, Remaining: 10 },
  });
  assert.match((await subjectsTo(w.ann.email)).at(-1) ?? '', /Two-step verification was added/);
  const first = await trySignIn(w, w.ann.email, w.ann.password);
  assert.deepEqual([first.status, first.body], [200, { SecondFactor: { Methods: ['Passkey', 'RecoveryCode'] } }]);
  const account = await w.admin.api('GET', `/api/users/${w.ann.userId}/account`);
  assert.equal(account.body.HasSecondFactor, true);
});

test('options identify the account by a stable random value, and exclude registered passkeys', async () => {
  const w = await app.world();
  const { browser, passkey, codes } = await addPasskey(app, w, w.ann);
  const { headers, body } = await browser.api('POST', `${PATH}/options`);
  assert.equal(headers.get('cache-control'), 'no-store');
  assert.equal(body.user.id, passkey.userHandle);
  // This instance has several deployments, so a browser must distinguish accounts with the same address.
  assert.match(body.user.name, /^ann@.* \(Carrel\)$/);
  assert.ok(!Buffer.from(body.user.id, 'base64url').includes(w.ann.email));
  assert.deepEqual(body.excludeCredentials, [{ id: passkey.id, type: 'public-key', transports: ['internal'] }]);
  const bob = await addPasskey(app, w, w.bob);
  assert.notEqual(bob.passkey.userHandle, passkey.userHandle);
  // A second passkey returns no recovery codes.
  const { json } = create(body, origin);
  const second = await browser.api('POST', PATH, { Name: 'Key', Passkey: json });
  assert.deepEqual([second.status, second.body.RecoveryCodes, codes.length], [201, null, 10]);
});

test('a challenge of a registration works once, in its session, for ten minutes, and for nothing else', async () => {
  const w = await app.world();
  const { browser } = await addPasskey(app, w, w.ann);
  const bob = await signIn(w, w.bob);
  const optionsOf = async () => (await browser.api('POST', `${PATH}/options`)).body;
  const send = (json: unknown, by = browser) => by.api('POST', PATH, { Name: 'Key', Passkey: json }, { origin });
  const options = await optionsOf();
  assert.deepEqual(statusesOf(await Promise.all([0, 1].map(() => send(create(options, origin).json)))), [201, 400]);
  assert.equal((await send(create(options, origin).json)).status, 400);
  const stolen = create(await optionsOf(), origin).json;
  assert.equal((await send(stolen, bob)).status, 400);
  const elsewhere = await addPasskey(app, w, w.other);
  assert.equal((await send(stolen, elsewhere.browser)).status, 400);
  const { body: confirmation } = await browser.api('POST', '/api/sessions/current/authentication/passkey');
  const other = { ...(await optionsOf()), challenge: confirmation.challenge };
  assert.equal((await send(create(other, origin).json)).status, 400);
  app.clock.advance(FRESH_MS);
  assert.equal((await send(stolen)).status, 400);
});

test('responses from another page, for another host, of another type, or with certificates are refused', async () => {
  const w = await app.world();
  const { browser } = await addPasskey(app, w, w.ann);
  const options = (await browser.api('POST', `${PATH}/options`)).body;
  const send = async (json: unknown) => (await browser.api('POST', PATH, { Name: 'Key', Passkey: json })).status;
  for (const claims of [
    { origin: 'https://evil.test' },
    { rpId: 'evil.test' },
    { type: 'webauthn.get' },
    { crossOrigin: true },
    { flags: 0 },
    { challenge: 'AAAA' },
    { challenge: '' },
  ]) {
    assert.equal(await send(create(options, origin, claims).json), 400, JSON.stringify(claims));
  }
  const { json } = create(options, origin);
  const garbage = { ...json.response, attestationObject: 'AAAA' };
  assert.equal(await send({ ...json, response: garbage }), 400);
  // The deepest nesting of CBOR that fits into a request.
  const deep = Buffer.alloc(12_000, 0x81).toString('base64url');
  assert.equal(await send({ ...json, response: { ...json.response, attestationObject: deep } }), 400);
  assert.equal(await send({ ...json, response: { ...json.response, clientDataJSON: 'bnVsbA' } }), 400);
  const large = { ...json.response, clientDataJSON: 'A'.repeat(20_000) };
  assert.equal(await send({ ...json, response: large }), 400);
  assert.equal(await send(json), 201);
});

test('a credential belongs to one account, and a person has at most 20', async () => {
  const w = await app.world();
  const ann = await addPasskey(app, w, w.ann);
  const bob = await addPasskey(app, w, w.bob);
  const known = create((await ann.browser.api('POST', `${PATH}/options`)).body, origin);
  assert.equal((await ann.browser.api('POST', PATH, { Name: 'Key', Passkey: known.json })).status, 201);
  // Bob registers Ann's credential id with a key of his own.
  const options = (await bob.browser.api('POST', `${PATH}/options`)).body;
  const own = create(options, origin, {}, Buffer.from(known.passkey.id, 'base64url')).json;
  assert.equal((await bob.browser.api('POST', PATH, { Name: 'Key', Passkey: own })).status, 409);
  await app.sql`
    insert into passkeys (deployment_id, user_id, name, rp_id, credential_id, public_key, counter, transports,
      is_backup_eligible, is_backed_up, created_at)
    select deployment_id, user_id, name, rp_id, sha256(n::text::bytea || credential_id), public_key, 0, transports, false, false, created_at
    from passkeys, generate_series(1, ${MAX_PASSKEYS - 2}) n where passkey_id = ${ann.passkeyId}`;
  const last = create((await ann.browser.api('POST', `${PATH}/options`)).body, origin);
  assert.equal((await ann.browser.api('POST', PATH, { Name: 'Key', Passkey: last.json })).status, 409);
});

test('a person renames and removes passkeys; removing the last factor deletes the codes, and the password alone signs in', async () => {
  const w = await app.world();
  const { browser, passkeyId } = await addPasskey(app, w, w.ann);
  const bob = await addPasskey(app, w, w.bob);
  const path = `${PATH}/${passkeyId}`;
  const renamed = await browser.api('PATCH', path, { Name: '  Work phone ' });
  assert.deepEqual([renamed.status, renamed.body.Name], [200, 'Work phone']);
  assert.equal((await browser.api('PATCH', path, { Name: ' ' })).status, 400);
  for (const method of ['PATCH', 'DELETE']) {
    const body = method === 'PATCH' ? { Name: 'Mine' } : undefined;
    assert.equal((await bob.browser.api(method, path, body)).status, 404);
    assert.equal((await w.ann.api(method, path, body)).status, 403);
  }
  assert.equal((await browser.api('DELETE', path)).status, 204);
  assert.equal((await browser.api('DELETE', path)).status, 404);
  assert.deepEqual((await browser.api('GET', FACTORS)).body, { Passkeys: [], Totp: null, RecoveryCodes: null });
  await signIn(w, w.ann);
  assert.match((await subjectsTo(w.ann.email)).at(-1) ?? '', /turned off/);
  const [row] = await app.sql<{ details: unknown }[]>`
    select details from activity where user_id = ${w.ann.userId} and activity_type = 'SecondFactorRemoved'`;
  assert.deepEqual(row?.details, { factor: 'passkey', passkeyId, name: 'Work phone', isLast: true });
});

test('removing one of two factors keeps the recovery codes; a reset removes all', async () => {
  const w = await app.world();
  const { browser, passkeyId } = await addPasskey(app, w, w.ann);
  const bob = await enroll(app, w, w.bob);
  const { json } = create((await bob.browser.api('POST', `${PATH}/options`)).body, origin);
  const added = await bob.browser.api('POST', PATH, { Name: 'Key', Passkey: json });
  assert.equal(added.body.RecoveryCodes, null);
  assert.equal((await bob.browser.api('DELETE', `${FACTORS}/totp`)).status, 204);
  const { body } = await bob.browser.api('GET', FACTORS);
  assert.deepEqual([body.Passkeys.length, body.Totp, body.RecoveryCodes.Remaining], [1, null, 10]);
  assert.equal((await w.admin.api('DELETE', `/api/users/${w.ann.userId}/second-factors`)).status, 204);
  assert.equal(await isSignedIn(browser), false);
  const again = await signIn(w, w.ann);
  assert.deepEqual((await again.api('GET', FACTORS)).body.Passkeys, []);
  assert.equal((await again.api('DELETE', `${PATH}/${passkeyId}`, undefined, { origin })).status, 404);
});

test('if a passkey and an authenticator app are added concurrently, only one of them returns recovery codes', async () => {
  const w = await app.world();
  const browser = await signIn(w, w.ann, { origin });
  const send = (path: string, body?: unknown) => browser.api('POST', `${FACTORS}/${path}`, body, { origin });
  const [{ body: setup }, { body: options }] = await Promise.all([send('totp'), send('passkeys/options')]);
  const answers = await Promise.all([
    send('totp/confirm', { Code: codeAt(setup.Secret, app.clock.now) }),
    send('passkeys', { Name: 'Phone', Passkey: create(options, origin).json }),
  ]);
  assert.deepEqual(statusesOf(answers), [200, 201]);
  assert.equal(answers.filter(({ body }) => body.RecoveryCodes !== null).length, 1);
  const { body } = await browser.api('GET', FACTORS);
  assert.deepEqual([body.Passkeys.length, body.RecoveryCodes.Remaining], [1, 10]);
});

test('adding a passkey lifts the limit of a session that requires a second factor', async () => {
  const w = await app.world();
  const browser = await limitedBrowser(w, w.ann);
  assert.equal(await isSignedIn(browser), false);
  const { body: options } = await browser.api('POST', `${PATH}/options`, undefined, { origin });
  const { json } = create(options, origin);
  const added = await browser.api('POST', PATH, { Name: 'Phone', Passkey: json }, { origin });
  assert.deepEqual([added.status, await isSignedIn(browser)], [201, true]);
});

test('adding and removing require fresh authentication, renaming requires a session, and tokens can do none of them', async () => {
  const w = await app.world();
  const { browser, passkeyId } = await addPasskey(app, w, w.ann);
  const { json } = create((await browser.api('POST', `${PATH}/options`)).body, origin);
  app.clock.advance(FRESH_MS + 1);
  const changes = [
    ['POST', `${PATH}/options`, undefined],
    ['POST', PATH, { Name: 'Key', Passkey: json }],
    ['DELETE', `${PATH}/${passkeyId}`, undefined],
  ] as const;
  for (const [method, path, body] of changes) {
    const refused = await browser.api(method, path, body);
    assert.deepEqual([refused.status, refused.body.AuthenticationRequired], [403, true]);
    assert.equal((await w.ann.api(method, path, body)).status, 403);
  }
  assert.equal((await browser.api('PATCH', `${PATH}/${passkeyId}`, { Name: 'Key' })).status, 200);
});
