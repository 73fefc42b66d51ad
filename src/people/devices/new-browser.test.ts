/** Notices about sign-ins in new browsers (docs/api/authentication.md#new-browsers). */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startApp } from '../../../test/harness.ts';
import type { Person, World } from '../../../test/world.ts';
import { cookieOf, signIn, trySignIn } from '../sessions/browser.fixture.ts';
import { pruneSessionsJob } from '../sessions/sessions.jobs.ts';

const app = await startApp();

const DAY = 24 * 3_600_000;
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0';

/** Signs in and returns the Cookie header of the browser afterwards: its session and its own cookie. */
async function signInWith(w: World, person: Person, cookie?: string): Promise<{ session: string; browser: string }> {
  const headers = { 'user-agent': FIREFOX, ...(cookie === undefined ? {} : { cookie }) };
  const answer = await trySignIn(w, person.email, person.password, headers);
  assert.equal(answer.status, 201);
  const [, browser = ''] = answer.headers.getSetCookie();
  assert.match(browser, /^carrel_browser=[\w-]{54}; Max-Age=34560000; Path=\/; HttpOnly; SameSite=Lax$/);
  return { session: cookieOf(answer), browser: browser.split(';', 1)[0] ?? '' };
}

async function mailsTo({ email }: Person) {
  const rows = await app.sql<{ subject: string; text: string }[]>`
    select subject, text_body as text from mails where recipient = ${email} order by mail_id`;
  return [...rows];
}

async function messagesOf({ userId }: Person): Promise<string[]> {
  const rows = await app.sql<{ message: string }[]>`select message from notifications where user_id = ${userId}`;
  return rows.map(({ message }) => message);
}

test('a sign-in in a new browser sends an email and a notification; the first sign-in ever and known browsers do not', async () => {
  const w = await app.world();
  const { browser } = await signInWith(w, w.ann);
  await signInWith(w, w.ann, browser);
  assert.deepEqual([await mailsTo(w.ann), await messagesOf(w.ann)], [[], []]);
  await signInWith(w, w.ann);
  const [mail, ...others] = await mailsTo(w.ann);
  assert.deepEqual(others, []);
  assert.match(mail?.subject ?? '', /^New sign-in to your .* account$/);
  for (const part of ['Firefox on Linux', '127.0.0.1', 'UTC', 'http://carrel.test/account#sessions']) {
    assert.ok(mail?.text.includes(part), part);
  }
  assert.match((await messagesOf(w.ann)).join(), /^New sign-in to your account: Firefox on Linux, from 127\.0\.0\.1\./);
});

test('a browser is known for one account: another account in it gets its own notice', async () => {
  const w = await app.world();
  await signIn(w, w.bob);
  const { browser } = await signInWith(w, w.ann);
  await signInWith(w, w.bob, browser);
  assert.deepEqual([(await mailsTo(w.ann)).length, (await mailsTo(w.bob)).length], [0, 1]);
  const rows = await app.sql<{ hash: string }[]>`
    select encode(browser_hash, 'hex') as hash from known_browsers where deployment_id = ${w.deploymentId}`;
  assert.equal(new Set(rows.map(({ hash }) => hash)).size, rows.length);
});

test('a browser with a forged cookie is unknown and gets a new cookie', async () => {
  const w = await app.world();
  const { browser } = await signInWith(w, w.ann);
  const forged = `carrel_browser=${'A'.repeat(54)}`;
  const other = await signInWith(w, w.ann, forged);
  assert.ok(![browser, forged].includes(other.browser));
  assert.equal((await mailsTo(w.ann)).length, 1);
});

test('the notice is sent in the transaction of the sign-in: without a session there is no notice', async () => {
  const w = await app.world();
  await signInWith(w, w.ann);
  assert.equal((await trySignIn(w, w.ann.email, 'wrong')).status, 401);
  assert.deepEqual(await mailsTo(w.ann), []);
});

test('a person gets at most five notices a day, and at most twenty of their browsers are kept', async () => {
  const w = await app.world();
  for (let i = 0; i < 24; i += 1) await signInWith(w, w.ann);
  assert.equal((await mailsTo(w.ann)).length, 5);
  const [row] = await app.sql<{ count: number }[]>`
    select count(*)::int from known_browsers where deployment_id = ${w.deploymentId} and user_id = ${w.ann.userId}`;
  assert.equal(row?.count, 20);
  app.clock.advance(DAY);
  await signInWith(w, w.ann);
  assert.equal((await mailsTo(w.ann)).length, 6);
});

test('after signing out of another session, or everywhere, the next sign-in in those browsers is announced', async () => {
  const w = await app.world();
  const here = await signInWith(w, w.ann);
  const there = await signInWith(w, w.ann);
  const headers = { cookie: here.session, origin: 'http://carrel.test' };
  assert.equal((await w.anonymous.api('DELETE', '/api/users/me/sessions', undefined, headers)).status, 204);
  await signInWith(w, w.ann, here.browser);
  assert.equal((await mailsTo(w.ann)).length, 1);
  await signInWith(w, w.ann, there.browser);
  assert.equal((await mailsTo(w.ann)).length, 2);
  await w.admin.api('DELETE', `/api/users/${w.ann.userId}/sessions`);
  await signInWith(w, w.ann, here.browser);
  assert.equal((await mailsTo(w.ann)).length, 3);
});

test('signing out here keeps the browser known', async () => {
  const w = await app.world();
  const { session, browser } = await signInWith(w, w.ann);
  const headers = { cookie: session, origin: 'http://carrel.test' };
  await w.anonymous.api('DELETE', '/api/sessions/current', undefined, headers);
  await signInWith(w, w.ann, browser);
  assert.deepEqual(await mailsTo(w.ann), []);
});

test('a browser is deleted 400 days after its last sign-in, and with the user', async () => {
  const w = await app.world();
  const { browser } = await signInWith(w, w.ann);
  await signIn(w, w.bob);
  app.clock.advance(400 * DAY + 1);
  await pruneSessionsJob.run(app.deps, null);
  await signInWith(w, w.ann, browser);
  assert.equal((await mailsTo(w.ann)).length, 1);
  await w.admin.api('DELETE', `/api/users/${w.ann.userId}`);
  const rows = await app.sql`
    select user_id from known_browsers where deployment_id = ${w.deploymentId}
    union all select user_id from new_browser_notices where deployment_id = ${w.deploymentId} and user_id = ${w.ann.userId}`;
  assert.deepEqual([...rows], []);
});

test('of two concurrent first sign-ins, at most one is announced', async () => {
  const w = await app.world();
  await Promise.all([signInWith(w, w.ann), signInWith(w, w.ann)]);
  assert.equal((await mailsTo(w.ann)).length, 1);
});
