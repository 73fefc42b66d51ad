import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startApp } from '../../../test/harness.ts';
import { hashSecret } from '../../platform/crypto/secrets.ts';
import { pruneSessionsJob } from './sessions.jobs.ts';
import { ORIGIN, cookieOf, isSignedIn, signIn, trySignIn } from './browser.fixture.ts';

const app = await startApp();

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

async function activity(userId: number): Promise<string[]> {
  const rows = await app.sql<{ type: string }[]>`
    select activity_type as type from activity where user_id = ${userId} order by activity_id`;
  return rows.map((row) => row.type);
}

test('signing in returns 201 with the user, a secure cookie, and is logged', async () => {
  const w = await app.world();
  const { status, headers, body } = await trySignIn(w, ` ${w.ann.email.toUpperCase()}`, w.ann.password);
  assert.equal(status, 201);
  assert.deepEqual(body, {
    SessionId: body.SessionId,
    UserId: w.ann.userId,
    Email: w.ann.email,
    Name: 'Ann',
    IsSiteAdmin: false,
  });
  const [cookie = '', browser = '', ...others] = headers.getSetCookie();
  assert.match(cookie, /^carrel_session=[\w-]{54}; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/);
  assert.match(browser, /^carrel_browser=/);
  assert.deepEqual(others, []);
  assert.deepEqual(await activity(w.ann.userId), ['UserAuthenticated']);
});

test('each sign-in opens a new session, stored as a hash only', async () => {
  const w = await app.world();
  const [first, second] = [await signIn(w, w.ann), await signIn(w, w.ann)];
  assert.notEqual(first.cookie, second.cookie);
  const secret = first.cookie.replace('carrel_session=', '');
  const [row] = await app.sql`select * from sessions where session_id = ${first.sessionId}`;
  assert.deepEqual(row?.['session_hash'], hashSecret(secret));
  assert.ok(!JSON.stringify(row).includes(secret));
});

test('signing in again in the same browser ends its old session, whoever owned it, and no other', async () => {
  const w = await app.world();
  const [old, elsewhere] = [await signIn(w, w.ann), await signIn(w, w.ann)];
  const again = await signIn(w, w.ann, { cookie: old.cookie });
  assert.deepEqual(await Promise.all([old, again, elsewhere].map(isSignedIn)), [false, true, true]);
  await signIn(w, w.bob, { cookie: again.cookie });
  assert.deepEqual(await Promise.all([again, elsewhere].map(isSignedIn)), [false, true]);
  assert.deepEqual((await activity(w.ann.userId)).slice(2), ['UserSignedOut', 'UserAuthenticated', 'UserSignedOut']);
});

test("a wrong password keeps the browser's session", async () => {
  const w = await app.world();
  const browser = await signIn(w, w.ann);
  assert.equal((await trySignIn(w, w.ann.email, 'wrong', { cookie: browser.cookie })).status, 401);
  assert.equal(await isSignedIn(browser), true);
});

test("a wrong password and an unknown address get the same answer; only the account's log differs", async () => {
  const w = await app.world();
  const wrong = await trySignIn(w, w.ann.email, 'wrong');
  const unknown = await trySignIn(w, 'nobody@example.test', 'wrong');
  const noAddress = await trySignIn(w, 'no address \u0000', 'wrong');
  assert.equal(wrong.status, 401);
  assert.equal(wrong.body.title, 'The email address or the password is wrong.');
  assert.deepEqual(wrong.headers.getSetCookie(), []);
  for (const answer of [unknown, noAddress]) {
    assert.deepEqual([answer.status, answer.text], [401, wrong.text]);
  }
  assert.deepEqual(await activity(w.ann.userId), ['InvalidUserOrPassword']);
  const rows = await app.sql<{ deploymentId: number; contentName: string }[]>`
    select deployment_id as "deploymentId", content_name as "contentName" from activity
    where activity_type = 'InvalidUserOrPassword' and deployment_id in (${w.deploymentId}, ${w.other.deploymentId})`;
  assert.deepEqual([...rows], [{ deploymentId: w.deploymentId, contentName: w.ann.email }]);
});

test('users without a password and deleted users cannot sign in', async () => {
  const w = await app.world();
  await app.sql`update users set password_hash = null where user_id = ${w.ann.userId}`;
  await app.sql`update users set deleted_at = now() where user_id = ${w.bob.userId}`;
  for (const { email, password } of [w.ann, w.bob]) assert.equal((await trySignIn(w, email, password)).status, 401);
});

test('a sign-in with missing or non-text fields returns 400 and names both', async () => {
  const w = await app.world();
  const answer = await w.anonymous.api('POST', '/api/sessions', { Email: 5 });
  assert.equal(answer.status, 400);
  assert.deepEqual(answer.body.errors.map((entry: { instance: string }) => entry.instance).sort(), [
    'Email',
    'Password',
  ]);
  const long = await trySignIn(w, w.ann.email, 'x'.repeat(1025));
  assert.equal(long.status, 400);
});

test('another site cannot sign its visitors in: 403', async () => {
  const w = await app.world();
  const foreign = await trySignIn(w, w.ann.email, w.ann.password, { origin: 'https://evil.test' });
  assert.equal(foreign.status, 403);
  assert.deepEqual(foreign.headers.getSetCookie(), []);
  assert.equal((await trySignIn(w, w.ann.email, w.ann.password, { origin: 'null' })).status, 403);
  assert.equal((await trySignIn(w, w.ann.email, w.ann.password, { origin: ORIGIN })).status, 201);
});

test('the cookie reads everywhere, and changes things only from our own pages', async () => {
  const w = await app.world();
  const { cookie } = await signIn(w, w.admin);
  const create = (headers: Record<string, string>) =>
    w.anonymous.api('POST', '/api/libraries', { LibraryName: 'Contracts' }, { cookie, ...headers });
  assert.equal((await w.anonymous.api('GET', '/api/libraries', undefined, { cookie })).status, 200);
  assert.equal((await create({})).status, 403);
  assert.equal((await create({ origin: 'https://evil.test' })).status, 403);
  assert.equal((await create({ origin: `${ORIGIN}.evil.test` })).status, 403);
  assert.equal((await create({ origin: ORIGIN })).status, 201);
});

test('a token takes precedence over the cookie', async () => {
  const w = await app.world();
  const { cookie } = await signIn(w, w.admin);
  assert.equal((await w.admin.api('POST', '/api/libraries', { LibraryName: 'Mine' }, { cookie })).status, 201);
  const wrong = await w.anonymous.api('GET', '/api/libraries', undefined, { cookie, authorization: 'Bearer wrong' });
  assert.equal(wrong.status, 401);
});

test('a session ends after 12 hours without a request', async () => {
  const w = await app.world();
  const browser = await signIn(w, w.ann);
  app.clock.advance(12 * HOUR - 1);
  assert.equal(await isSignedIn(browser), true);
  app.clock.advance(12 * HOUR);
  assert.equal(await isSignedIn(browser), false);
});

test('a session in constant use ends after 30 days', async () => {
  const w = await app.world();
  const browser = await signIn(w, w.ann);
  for (let day = 0; day < 60; day += 1) {
    assert.equal(await isSignedIn(browser), true);
    app.clock.advance(12 * HOUR - 1);
  }
  app.clock.advance(60);
  assert.equal(await isSignedIn(browser), false);
});

test('signing out ends the session, not only the cookie', async () => {
  const w = await app.world();
  const browser = await signIn(w, w.ann);
  const other = await signIn(w, w.ann);
  const answer = await browser.api('DELETE', '/api/sessions/current');
  assert.equal(answer.status, 204);
  assert.match(answer.headers.getSetCookie()[0] ?? '', /^carrel_session=; Max-Age=0; Path=\//);
  assert.equal(cookieOf(answer), 'carrel_session=');
  assert.equal(await isSignedIn(browser), false);
  assert.equal(await isSignedIn(other), true);
});

test('signing out with a token returns 404; without a credential 401', async () => {
  const w = await app.world();
  assert.equal((await w.ann.api('DELETE', '/api/sessions/current')).status, 404);
  assert.equal((await w.anonymous.api('DELETE', '/api/sessions/current')).status, 401);
});

test('the list shows the own sessions, newest first, to their user only', async () => {
  const w = await app.world();
  const ended = await signIn(w, w.ann);
  app.clock.advance(13 * HOUR);
  const first = await signIn(w, w.ann, { 'user-agent': 'Firefox/133.0 (Windows)' });
  app.clock.advance(DAY / 24);
  const second = await signIn(w, w.ann, { 'user-agent': 'x'.repeat(600) });
  await signIn(w, w.bob);
  const { status, body } = await first.api('GET', '/api/users/me/sessions');
  assert.equal(status, 200);
  const [latest, earlier] = body;
  const now = app.clock.now.toISOString();
  assert.equal(body.length, 2);
  const place = {
    Address: '127.0.0.1',
    LastAddress: '127.0.0.1',
    Methods: ['Password'],
    IdleExpiresOn: new Date(app.clock.now.getTime() + 12 * HOUR).toISOString(),
  };
  assert.notEqual(earlier.SessionId, ended.sessionId);
  assert.deepEqual(latest, {
    SessionId: second.sessionId,
    DateCreated: now,
    LastUsed: now,
    ...place,
    ExpiresOn: new Date(app.clock.now.getTime() + 30 * DAY).toISOString(),
    Device: null,
    DeviceKind: 'Unknown',
    UserAgent: 'x'.repeat(500),
    IsCurrent: false,
  });
  assert.deepEqual(earlier, {
    SessionId: first.sessionId,
    DateCreated: new Date(app.clock.now.getTime() - HOUR).toISOString(),
    LastUsed: now,
    ...place,
    ExpiresOn: new Date(app.clock.now.getTime() + 30 * DAY - HOUR).toISOString(),
    Device: 'Firefox on Windows',
    DeviceKind: 'Desktop',
    UserAgent: 'Firefox/133.0 (Windows)',
    IsCurrent: true,
  });
  assert.ok((await w.ann.api('GET', '/api/users/me/sessions')).body.every((s: { IsCurrent: boolean }) => !s.IsCurrent));
  assert.equal((await w.anonymous.api('GET', '/api/users/me/sessions')).status, 401);
});

test('the list is paged', async () => {
  const w = await app.world();
  const ids = [];
  for (let i = 0; i < 3; i += 1) ids.unshift((await signIn(w, w.ann)).sessionId);
  const page = await w.ann.api('GET', '/api/users/me/sessions?top=2');
  const next = /<http:\/\/carrel\.test(.+)>; rel="next"/.exec(page.headers.get('link') ?? '')?.[1] ?? '';
  const rest = await w.ann.api('GET', next);
  const seen = [...page.body, ...rest.body].map((session) => session.SessionId);
  assert.deepEqual([page.body.length, seen], [2, ids]);
  assert.equal(rest.headers.get('link'), null);
});

test('signing out elsewhere keeps this session and those of other people', async () => {
  const w = await app.world();
  const [here, there, bobs] = [await signIn(w, w.ann), await signIn(w, w.ann), await signIn(w, w.bob)];
  assert.equal((await here.api('DELETE', '/api/users/me/sessions')).status, 204);
  assert.deepEqual(await Promise.all([here, there, bobs].map(isSignedIn)), [true, false, true]);
  assert.equal((await w.ann.api('DELETE', '/api/users/me/sessions')).status, 204);
  assert.equal(await isSignedIn(here), false);
});

test("a session can be ended by its id; another user's returns 404", async () => {
  const w = await app.world();
  const [here, there, others] = [await signIn(w, w.ann), await signIn(w, w.ann), await signIn(w, w.other)];
  const path = `/api/users/me/sessions/${there.sessionId}`;
  assert.equal((await w.bob.api('DELETE', path)).status, 404);
  assert.equal((await here.api('DELETE', `/api/users/me/sessions/${others.sessionId}`)).status, 404);
  assert.equal((await here.api('DELETE', '/api/users/me/sessions/abc')).status, 404);
  assert.equal((await here.api('DELETE', path)).status, 204);
  assert.equal((await here.api('DELETE', path)).status, 404);
  assert.deepEqual(await Promise.all([here, there, others].map(isSignedIn)), [true, false, true]);
});

test('ended sessions are deleted daily', async () => {
  const w = await app.world();
  const idle = await signIn(w, w.ann);
  app.clock.advance(12 * HOUR);
  const live = await signIn(w, w.ann);
  await pruneSessionsJob.run(app.deps, null);
  const rows = await app.sql<{ id: number }[]>`
    select session_id as id from sessions where session_id in (${idle.sessionId}, ${live.sessionId})`;
  assert.deepEqual([...rows], [{ id: live.sessionId }]);
});
