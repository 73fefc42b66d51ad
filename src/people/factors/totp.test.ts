import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { startApp } from '../../../test/harness.ts';
import { without } from '../../../test/parts.ts';
import { isSignedIn, signIn } from '../sessions/browser.fixture.ts';
import { codeAt, confirm, enroll, firstStep, secondStep, sessionOf, statusesOf } from './authenticator.fixture.ts';
import { openTotpKey } from './totp.steps.ts';

const app = await startApp();
const MINUTE = 60_000;
const FACTORS = '/api/users/me/second-factors';

const mailsTo = (email: string) => app.sql<{ subject: string; text: string }[]>`
  select subject, text_body as text from mails
  where recipient = ${email} and subject not like 'New sign-in%' order by mail_id`;

async function activity(userId: number): Promise<string[]> {
  const rows = await app.sql<{ type: string }[]>`
    select activity_type as type from activity where user_id = ${userId} order by activity_id`;
  return rows.map(({ type }) => type);
}

test('an authenticator app is on after its first code, gives recovery codes, and signs out elsewhere', async () => {
  const w = await app.world();
  const elsewhere = await signIn(w, w.ann);
  const browser = await signIn(w, w.ann);
  const setup = await browser.api('POST', `${FACTORS}/totp`);
  assert.equal(setup.headers.get('cache-control'), 'no-store');
  const { Secret, Uri } = setup.body;
  assert.match(Secret, /^[A-Z2-7]{32}$/);
  assert.ok(Uri.startsWith(`otpauth://totp/Carrel:${encodeURIComponent(w.ann.email)}?issuer=Carrel&secret=${Secret}`));
  assert.equal((await confirm(browser, '000000')).status, 400);
  assert.deepEqual((await browser.api('GET', FACTORS)).body, { Passkeys: [], Totp: null, RecoveryCodes: null });
  // It asks for nothing until it is confirmed.
  assert.equal(await isSignedIn(await signIn(w, w.ann)), true);
  const { status, body } = await confirm(browser, codeAt(Secret, app.clock.now));
  assert.equal(status, 200);
  assert.equal(new Set(body.RecoveryCodes).size, 10);
  for (const code of body.RecoveryCodes) assert.match(code, /^[0-9a-z]{4}-[0-9a-z]{4}-[0-9a-z]{4}$/);
  assert.deepEqual([await isSignedIn(browser), await isSignedIn(elsewhere)], [true, false]);
  const now = app.clock.now.toISOString();
  assert.deepEqual((await browser.api('GET', FACTORS)).body, {
    Passkeys: [],
    Totp: { DateCreated: now, LastUsed: null },
    RecoveryCodes: { DateCreated: now, Remaining: 10 },
  });
  assert.match((await mailsTo(w.ann.email))[0]?.subject ?? '', /Two-step verification was added/);
  assert.ok((await activity(w.ann.userId)).includes('SecondFactorAdded'));
});

test('the correct password then returns 200 without a session, and a code opens it', async () => {
  const w = await app.world();
  const { key } = await enroll(app, w, w.ann);
  const first = await w.anonymous.api('POST', '/api/sessions', { Email: w.ann.email, Password: w.ann.password });
  assert.deepEqual([first.status, first.body], [200, { SecondFactor: { Methods: ['Totp', 'RecoveryCode'] } }]);
  const [cookie = ''] = first.headers.getSetCookie();
  assert.match(cookie, /^carrel_sign_in=[\w-]{43}; Max-Age=600; Path=\/; HttpOnly; SameSite=Lax$/);
  assert.equal(first.headers.getSetCookie().length, 1);
  const pending = cookie.split(';', 1)[0] ?? '';
  // The cookie of the first step opens nothing, under its own name or that of the session.
  for (const sent of [pending, pending.replace('carrel_sign_in', 'carrel_session')]) {
    assert.equal((await w.anonymous.api('GET', '/api/libraries', undefined, { cookie: sent })).status, 401);
  }
  const code = codeAt(key, app.clock.now);
  const done = await secondStep(w, pending, { Code: `${code.slice(0, 3)} ${code.slice(3)}` });
  assert.deepEqual([done.status, done.body.UserId], [201, w.ann.userId]);
  assert.ok(done.headers.getSetCookie().some((each) => each.startsWith('carrel_sign_in=; Max-Age=0')));
  const session = sessionOf(done);
  assert.equal((await w.anonymous.api('GET', '/api/libraries', undefined, { cookie: session })).status, 200);
  const [row] = await app.sql`select methods from sessions where session_id = ${done.body.SessionId}`;
  assert.deepEqual(row?.['methods'], ['password', 'totp']);
  // It is used up.
  assert.equal((await secondStep(w, pending, { Code: codeAt(key, app.clock.now, 1) })).status, 410);
});

test('a code works once, one step early or late, and never after a later one', async () => {
  const w = await app.world();
  const { key } = await enroll(app, w, w.ann);
  app.clock.advance(10 * MINUTE);
  const attempt = async (steps: number) =>
    (await secondStep(w, await firstStep(w, w.ann), { Code: codeAt(key, app.clock.now, steps) })).status;
  assert.deepEqual([await attempt(-2), await attempt(2)], [401, 401]);
  assert.deepEqual([await attempt(-1), await attempt(-1)], [201, 401]);
  assert.deepEqual([await attempt(1), await attempt(0), await attempt(1)], [201, 401, 401]);
  assert.ok((await activity(w.ann.userId)).includes('InvalidSecondFactor'));
});

test('of two requests with the same code at once, one is signed in', async () => {
  const w = await app.world();
  const { key } = await enroll(app, w, w.ann);
  const pendings = [await firstStep(w, w.ann), await firstStep(w, w.ann)];
  const code = codeAt(key, app.clock.now);
  const answers = await Promise.all(pendings.map((pending) => secondStep(w, pending, { Code: code })));
  assert.deepEqual(statusesOf(answers), [201, 401]);
});

test('oathtool computes the codes', { skip: without('oathtool') }, async () => {
  const w = await app.world();
  const { key } = await enroll(app, w, w.ann);
  const now = app.clock.now.toISOString().replace('T', ' ').replace(/\..*/, ' UTC');
  const { stdout } = await promisify(execFile)('oathtool', ['--totp', '--base32', '--now', now, key]);
  assert.equal((await secondStep(w, await firstStep(w, w.ann), { Code: stdout.trim() })).status, 201);
});

test('the key is stored encrypted and opens for its person only', async () => {
  const w = await app.world();
  const { key } = await enroll(app, w, w.ann);
  const [row] = await app.sql<{ sealed: Buffer }[]>`
    select sealed_key as sealed from totp_keys where user_id = ${w.ann.userId}`;
  assert.ok(row !== undefined && !row.sealed.includes(key));
  assert.equal(openTotpKey(app.deps, w.ann, row.sealed), key);
  assert.equal(openTotpKey(app.deps, w.bob, row.sealed), null);
  const [codes] = await app.sql<{ count: number }[]>`
    select count(*)::int as count from recovery_codes where user_id = ${w.ann.userId} and length(code_hash) = 32`;
  assert.equal(codes?.count, 10);
});

test('another app replaces the first with its own code, and the codes stay', async () => {
  const w = await app.world();
  const { browser, key } = await enroll(app, w, w.ann);
  const { body: setup } = await browser.api('POST', `${FACTORS}/totp`);
  // Until then, the old one works.
  app.clock.advance(MINUTE);
  assert.equal((await secondStep(w, await firstStep(w, w.ann), { Code: codeAt(key, app.clock.now) })).status, 201);
  const done = await confirm(browser, codeAt(setup.Secret, app.clock.now));
  assert.deepEqual([done.status, done.body], [200, { RecoveryCodes: null }]);
  app.clock.advance(MINUTE);
  const attempt = async (each: string) =>
    (await secondStep(w, await firstStep(w, w.ann), { Code: codeAt(each, app.clock.now) })).status;
  assert.deepEqual([await attempt(key), await attempt(setup.Secret)], [401, 201]);
  app.clock.advance(9 * MINUTE);
  await browser.api('POST', '/api/sessions/current/authentication', { Password: w.ann.password });
  const { body: late } = await browser.api('POST', `${FACTORS}/totp`);
  for (let i = 0; i < 7; i += 1) {
    app.clock.advance(9 * MINUTE);
    await browser.api('POST', '/api/sessions/current/authentication', { Password: w.ann.password });
  }
  assert.equal((await confirm(browser, codeAt(late.Secret, app.clock.now))).status, 409);
});

test('removing the app turns the second step off, deletes the codes, and tells the person', async () => {
  const w = await app.world();
  const { browser, codes } = await enroll(app, w, w.ann);
  assert.equal((await browser.api('DELETE', `${FACTORS}/totp`)).status, 204);
  assert.equal((await browser.api('DELETE', `${FACTORS}/totp`)).status, 404);
  assert.equal((await browser.api('POST', `${FACTORS}/recovery-codes`)).status, 409);
  assert.deepEqual((await browser.api('GET', FACTORS)).body, { Passkeys: [], Totp: null, RecoveryCodes: null });
  await signIn(w, w.ann);
  const mail = (await mailsTo(w.ann.email)).at(-1);
  assert.match(mail?.subject ?? '', /turned off/);
  assert.ok(!mail?.text.includes(codes[0] ?? ''));
});

test('changes require a session that was authenticated within ten minutes, and no token can make them', async () => {
  const w = await app.world();
  const { browser, key } = await enroll(app, w, w.ann);
  const changes = [
    ['POST', `${FACTORS}/totp`],
    ['DELETE', `${FACTORS}/totp`],
    ['POST', `${FACTORS}/recovery-codes`],
  ] as const;
  app.clock.advance(10 * MINUTE + 1);
  for (const [method, path] of changes) {
    const refused = await browser.api(method, path);
    assert.deepEqual([refused.status, refused.body.AuthenticationRequired], [403, true]);
    assert.equal((await w.ann.api(method, path)).status, 403);
  }
  const authenticate = (proof: unknown) => browser.api('POST', '/api/sessions/current/authentication', proof);
  assert.equal((await authenticate({ Password: 'wrong' })).status, 403);
  assert.equal((await authenticate({ Code: '000000' })).status, 403);
  assert.equal((await authenticate({})).status, 400);
  assert.equal((await authenticate({ Password: w.ann.password, Code: '000000' })).status, 400);
  assert.equal((await browser.api('POST', `${FACTORS}/recovery-codes`)).status, 403);
  assert.equal((await authenticate({ Code: codeAt(key, app.clock.now) })).status, 204);
  assert.equal((await browser.api('POST', `${FACTORS}/recovery-codes`)).status, 201);
  app.clock.advance(10 * MINUTE + 1);
  assert.equal((await authenticate({ Password: w.ann.password })).status, 204);
  assert.equal((await browser.api('DELETE', `${FACTORS}/totp`)).status, 204);
  const withToken = await w.ann.api('POST', '/api/sessions/current/authentication', { Password: w.ann.password });
  assert.equal(withToken.status, 404);
});
