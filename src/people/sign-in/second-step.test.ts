import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startApp } from '../../../test/harness.ts';
import { startMailServer } from '../../platform/mail/mail-server.fixture.ts';
import { prunePendingSignInsJob } from './sign-in.jobs.ts';
import { codeAt, enroll, firstStep, secondStep, sessionOf, statusesOf } from '../factors/authenticator.fixture.ts';
import type { World } from '../../../test/world.ts';
import { isSignedIn, signIn, trySignIn } from '../sessions/browser.fixture.ts';

const server = await startMailServer();
// Behind a proxy, so that requests can come from everywhere.
const app = await startApp({ baseUrl: 'http://carrel.test', smtpUrl: server.url, trustProxy: true });
const from = (address: string) => ({ 'x-forwarded-for': address });
const DAY = 24 * 3_600_000;

test('a sign-in ends after ten minutes, with a new password, and when the person is deactivated or reset', async () => {
  const w = await app.world();
  const { key } = await enroll(app, w, w.ann);
  const code = () => ({ Code: codeAt(key, app.clock.now) });
  const expired = await firstStep(w, w.ann);
  app.clock.advance(600_000);
  assert.equal((await secondStep(w, expired, code())).status, 410);
  const changed = await firstStep(w, w.ann);
  const other = { CurrentPassword: w.ann.password, NewPassword: 'violet harbor sings at 6' };
  assert.equal((await w.ann.api('PUT', '/api/users/me/password', other)).status, 204);
  assert.equal((await secondStep(w, changed, code())).status, 410);
  const ann = { ...w.ann, password: other.NewPassword };
  for (const action of ['Deactivate', 'Reactivate']) {
    const pending = action === 'Deactivate' ? await firstStep(w, ann) : null;
    await w.admin.api('POST', '/api/users/bulk', { UserIds: [w.ann.userId], Action: action });
    if (pending !== null) assert.equal((await secondStep(w, pending, code())).status, 410);
  }
  const byPassword = await firstStep(w, ann);
  for (const [isOn, status] of [
    [false, 410],
    [true, 201],
  ] as const) {
    const settings = app.sql.json({ PasswordSignIn: isOn });
    await app.sql`update deployments set settings = settings || ${settings} where deployment_id = ${w.deploymentId}`;
    assert.equal((await secondStep(w, byPassword, code())).status, status);
  }
  assert.equal((await secondStep(w, 'carrel_sign_in=x', code())).status, 410);
  assert.equal((await w.anonymous.api('POST', '/api/sessions/second-step', code())).status, 410);
});

test('a sign-in does not open for the code of another person, nor from another site', async () => {
  const w = await app.world();
  await enroll(app, w, w.ann);
  const bob = await enroll(app, w, w.bob);
  const other = await enroll(app, w, w.other);
  const pending = await firstStep(w, w.ann);
  for (const { key, codes } of [bob, other]) {
    assert.equal((await secondStep(w, pending, { Code: codeAt(key, app.clock.now) })).status, 401);
    assert.equal((await secondStep(w, pending, { RecoveryCode: codes[0] })).status, 401);
  }
  const foreign = { origin: 'https://evil.test' };
  assert.equal((await secondStep(w, pending, { Code: '000000' }, foreign)).status, 403);
  assert.equal((await secondStep(w, pending, {})).status, 400);
  assert.equal((await secondStep(w, pending, { Code: '000000', RecoveryCode: 'x' })).status, 400);
});

test('the session is new: the one that the browser had ends with the second step, not with the first', async () => {
  const w = await app.world();
  const { browser, key } = await enroll(app, w, w.ann);
  const pending = await firstStep(w, w.ann, { cookie: browser.cookie });
  assert.equal(await isSignedIn(browser), true);
  const done = await secondStep(w, `${pending}; ${browser.cookie}`, { Code: codeAt(key, app.clock.now) });
  assert.equal(done.status, 201);
  assert.notEqual(sessionOf(done), browser.cookie);
  assert.equal(await isSignedIn(browser), false);
});

test('a recovery code works once, however it is typed, tells the person, and of two at once one wins', async () => {
  const w = await app.world();
  const { browser, codes } = await enroll(app, w, w.ann);
  const [first = '', second = ''] = codes;
  const attempt = async (code: string) => secondStep(w, await firstStep(w, w.ann), { RecoveryCode: code });
  assert.equal((await attempt(` ${first.toUpperCase().replaceAll('-', ' ')}`)).status, 201);
  assert.equal((await attempt(first)).status, 401);
  const pendings = [await firstStep(w, w.ann), await firstStep(w, w.ann)];
  const both = await Promise.all(pendings.map((pending) => secondStep(w, pending, { RecoveryCode: second })));
  assert.deepEqual(statusesOf(both), [201, 401]);
  const mails = await app.sql<{ text: string }[]>`
    select text_body as text from mails where recipient = ${w.ann.email} and subject like 'A recovery code%' order by mail_id`;
  assert.deepEqual(
    mails.map(({ text }) => /\d codes? (?:is|are) left/.exec(text)?.[0]),
    ['9 codes are left', '8 codes are left'],
  );
  const renewed = await browser.api('POST', '/api/users/me/second-factors/recovery-codes');
  assert.equal(renewed.body.RecoveryCodes.length, 10);
  assert.equal((await attempt(codes[2] ?? '')).status, 401);
  assert.equal((await attempt(renewed.body.RecoveryCodes[0])).status, 201);
});

test('a sign-in ends after ten wrong codes from wherever, and one address gets 429 for the account', async () => {
  const w = await app.world();
  const { key, codes } = await enroll(app, w, w.ann);
  const pending = await firstStep(w, w.ann);
  for (let i = 0; i < 10; i += 1) {
    const proof = i % 2 === 0 ? { Code: '000000' } : { RecoveryCode: 'aaaa-bbbb-cccc' };
    assert.equal((await secondStep(w, pending, proof, from('192.0.2.1'))).status, 401);
  }
  const right = { Code: codeAt(key, app.clock.now) };
  assert.equal((await secondStep(w, pending, right, from('198.51.100.1'))).status, 410);
  const again = await firstStep(w, w.ann);
  const refused = await secondStep(w, again, { RecoveryCode: codes[0] }, from('192.0.2.1'));
  assert.deepEqual([refused.status, refused.headers.get('retry-after')], [429, '600']);
  assert.equal((await secondStep(w, again, right, from('198.51.100.1'))).status, 201);
});

/** Simulates this number of wrong codes by Ann in the last day. */
async function setWrongAttempts({ deploymentId, ann }: World, hits: number): Promise<void> {
  await app.sql`
    insert into throttles (scope, subject, window_ends_at, hits)
    values ('second-factor:day', ${`${deploymentId}/${ann.userId}`}, ${new Date(app.clock.now.getTime() + DAY)}, ${hits})
    on conflict (scope, subject) do update set hits = excluded.hits, window_ends_at = excluded.window_ends_at`;
}

test('after 100 wrong codes in a day from everywhere, codes of the account get 429', async () => {
  const w = await app.world();
  const { key } = await enroll(app, w, w.ann);
  await setWrongAttempts(w, 99);
  const pending = await firstStep(w, w.ann);
  assert.equal((await secondStep(w, pending, { Code: '000000' })).status, 401);
  const refused = await secondStep(w, pending, { Code: codeAt(key, app.clock.now) });
  assert.deepEqual([refused.status, refused.headers.get('retry-after')], [429, '86400']);
});

test('concurrent wrong codes from many addresses are not checked beyond the daily limit', async () => {
  const w = await app.world();
  const { key } = await enroll(app, w, w.ann);
  await setWrongAttempts(w, 98);
  const pending = await firstStep(w, w.ann);
  const answers = await Promise.all(
    [1, 2, 3, 4, 5, 6].map((n) => secondStep(w, pending, { Code: `00000${n}` }, from(`203.0.113.${n}`))),
  );
  assert.deepEqual(statusesOf(answers), [401, 401, 429, 429, 429, 429]);
  // Correct codes do not count.
  await setWrongAttempts(w, 99);
  for (const step of [0, 1]) {
    const again = await firstStep(w, w.ann);
    assert.equal((await secondStep(w, again, { Code: codeAt(key, app.clock.now, step) })).status, 201);
  }
});

test('a password reset by mail leaves the second factor on, and tokens work as before', async () => {
  const w = await app.world();
  const { key } = await enroll(app, w, w.ann);
  await app.runJobs();
  server.takeMailTo(w.ann.email);
  assert.equal((await w.ann.api('GET', '/api/libraries')).status, 200);
  await w.anonymous.api('POST', '/api/password-resets', { Email: w.ann.email });
  await app.runJobs();
  const { text = '' } = server.takeMailTo(w.ann.email);
  const Token = /password-reset#([\w-]+)/.exec(text)?.[1];
  const NewPassword = 'violet harbor sings at 6';
  const done = await w.anonymous.api('POST', '/api/password-resets/complete', { Token, NewPassword });
  assert.equal(done.status, 204, done.text);
  assert.equal((await trySignIn(w, w.ann.email, NewPassword)).status, 200);
  const pending = await firstStep(w, { ...w.ann, password: NewPassword });
  assert.equal((await secondStep(w, pending, { Code: codeAt(key, app.clock.now) })).status, 201);
});

test('a site admin resets the factors of a person, who is notified and signed out', async () => {
  const w = await app.world();
  const { browser } = await enroll(app, w, w.ann);
  const path = `/api/users/${w.ann.userId}/second-factors`;
  for (const [person, status] of [
    [w.ann, 403],
    [w.bob, 403],
    [w.other, 404],
  ] as const) {
    assert.equal((await person.api('DELETE', path)).status, status);
  }
  const admin = await signIn(w, w.admin);
  app.clock.advance(600_001);
  assert.equal((await admin.api('DELETE', path)).body.AuthenticationRequired, true);
  await admin.api('POST', '/api/sessions/current/authentication', { Password: w.admin.password });
  assert.equal((await admin.api('DELETE', path)).status, 204);
  assert.equal(await isSignedIn(browser), false);
  const again = await signIn(w, w.ann);
  const { body: notices } = await again.api('GET', '/api/notifications');
  assert.ok(notices.some(({ Message }: { Message: string }) => Message.includes('reset two-step verification')));
  const mails = await app.sql`select from mails where recipient = ${w.ann.email} and subject like '%was reset%'`;
  assert.equal(mails.length, 1);
  const rows = await app.sql<{ userId: number }[]>`
    select user_id as "userId" from activity where deployment_id = ${w.deploymentId}
      and activity_type = 'SecondFactorsReset' order by user_id`;
  assert.deepEqual(new Set(rows.map(({ userId }) => userId)), new Set([w.ann.userId, w.admin.userId]));
  // With a token, a site admin could turn off what protects the account of the token's owner.
  assert.equal((await w.admin.api('DELETE', `/api/users/${w.admin.userId}/second-factors`)).status, 403);
});

test('at most 20 sign-ins of a person wait, and the daily job deletes what nobody finished', async () => {
  const w = await app.world();
  const { key } = await enroll(app, w, w.ann);
  const first = await firstStep(w, w.ann);
  const kept = await firstStep(w, w.ann);
  for (let i = 0; i < 19; i += 1) await firstStep(w, w.ann);
  assert.equal((await secondStep(w, first, { Code: codeAt(key, app.clock.now) })).status, 410);
  assert.equal((await secondStep(w, kept, { Code: codeAt(key, app.clock.now) })).status, 201);
  app.clock.advance(600_000);
  await prunePendingSignInsJob.run(app.deps, null);
  const rows = await app.sql`select from pending_sign_ins where user_id = ${w.ann.userId}`;
  assert.equal(rows.length, 0);
});
