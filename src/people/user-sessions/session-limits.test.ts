/** The settings SessionIdleMinutes and SessionMaxDays (docs/api/settings.md). */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startApp } from '../../../test/harness.ts';
import type { World } from '../../../test/world.ts';
import { type SignedInBrowser, isSignedIn, signIn, trySignIn } from '../sessions/browser.fixture.ts';
import { pruneSessionsJob } from '../sessions/sessions.jobs.ts';

const app = await startApp();

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

async function limit(w: World, settings: object): Promise<void> {
  assert.equal((await w.admin.api('PATCH', '/api/settings', settings)).status, 200);
}

const refusalOf = async (browser: SignedInBrowser) => (await browser.api('GET', '/api/libraries')).body;

test('a session ends after SessionIdleMinutes without use, and the response states the reason', async () => {
  const w = await app.world();
  await limit(w, { SessionIdleMinutes: 30 });
  const browser = await signIn(w, w.ann);
  app.clock.advance(30 * MINUTE - 1);
  assert.equal(await isSignedIn(browser), true);
  app.clock.advance(30 * MINUTE);
  const refusal = await refusalOf(browser);
  assert.equal(refusal.title, 'The session has ended after 30 minutes without use; sign in again.');
  assert.deepEqual([refusal.status, refusal.SessionEnded, refusal.IdleMinutes], [401, 'Idle', 30]);
});

test('a session ends after SessionMaxDays, and its cookie too', async () => {
  const w = await app.world();
  await limit(w, { SessionIdleMinutes: null, SessionMaxDays: 7 });
  const { headers } = await trySignIn(w, w.ann.email, w.ann.password);
  assert.match(headers.getSetCookie()[0] ?? '', /; Max-Age=604800;/);
  const browser = await signIn(w, w.ann);
  app.clock.advance(7 * DAY - 1);
  assert.equal(await isSignedIn(browser), true);
  app.clock.advance(1);
  const refusal = await refusalOf(browser);
  assert.deepEqual(
    [refusal.SessionEnded, refusal.MaxDays, refusal.title],
    ['Age', 7, 'The session has ended after 7 days; sign in again.'],
  );
});

test('shorter limits end open sessions of this deployment at once; longer limits do not revive ended ones', async () => {
  const w = await app.world();
  const [idle, others] = [await signIn(w, w.ann), await signIn(w, w.other)];
  app.clock.advance(2 * HOUR);
  const used = await signIn(w, w.bob);
  await limit(w, { SessionIdleMinutes: 60 });
  assert.deepEqual(await Promise.all([idle, used, others].map(isSignedIn)), [false, true, true]);
  await limit(w, { SessionIdleMinutes: null });
  assert.equal(await isSignedIn(idle), false);
  assert.equal(await isSignedIn(used), true);
});

test('limits outside their bounds are 400', async () => {
  const w = await app.world();
  for (const bad of [
    { SessionIdleMinutes: 4 },
    { SessionIdleMinutes: 43_201 },
    { SessionMaxDays: 0 },
    { SessionMaxDays: null },
  ]) {
    assert.equal((await w.admin.api('PATCH', '/api/settings', bad)).status, 400, JSON.stringify(bad));
  }
  const { SessionIdleMinutes, SessionMaxDays } = (await w.admin.api('GET', '/api/settings')).body;
  assert.deepEqual([SessionIdleMinutes, SessionMaxDays], [720, 30]);
});

test('the session states when it ends, and reading that in the background does not count as use', async () => {
  const w = await app.world();
  await limit(w, { SessionIdleMinutes: 60, SessionMaxDays: 1 });
  const browser = await signIn(w, w.ann);
  const start = app.clock.now.getTime();
  app.clock.advance(45 * MINUTE);
  const background = { 'x-background': 'true' };
  const { body } = await browser.api('GET', '/api/sessions/current', undefined, background);
  assert.deepEqual(
    [body.IdleExpiresOn, body.ExpiresOn, body.IsCurrent],
    [new Date(start + HOUR).toISOString(), new Date(start + DAY).toISOString(), true],
  );
  assert.equal(body.IdleExpiresIn, 15 * 60);
  app.clock.advance(15 * MINUTE);
  assert.equal(await isSignedIn(browser), false);
  assert.equal((await w.ann.api('GET', '/api/sessions/current')).status, 404);
});

test('of two requests at the idle limit, the earlier one counts and does not overwrite a later time', async () => {
  const w = await app.world();
  await limit(w, { SessionIdleMinutes: 5 });
  const browser = await signIn(w, w.ann);
  app.clock.advance(5 * MINUTE - 1);
  assert.deepEqual(await Promise.all([isSignedIn(browser), isSignedIn(browser)]), [true, true]);
  app.clock.advance(2);
  assert.equal(await isSignedIn(browser), true);
  app.clock.advance(5 * MINUTE);
  assert.deepEqual(await Promise.all([isSignedIn(browser), isSignedIn(browser)]), [false, false]);
});

test('use is recorded at most once a minute, with the client address', async () => {
  const w = await app.world();
  const browser = await signIn(w, w.ann);
  const state = async () => {
    const [row] = await app.sql<{ version: string; address: string }[]>`
      select xmin::text as version, last_address as address from sessions where session_id = ${browser.sessionId}`;
    return row;
  };
  const before = await state();
  for (let i = 0; i < 20; i += 1) await isSignedIn(browser);
  assert.deepEqual(await state(), before);
  app.clock.advance(61_000);
  await isSignedIn(browser);
  assert.notEqual((await state())?.version, before?.version);
  assert.equal((await state())?.address, '127.0.0.1');
});

test('ended sessions are deleted daily by the limits of their deployment', async () => {
  const w = await app.world();
  await limit(w, { SessionIdleMinutes: 60 });
  const [ended, active] = [await signIn(w, w.ann), await signIn(w, w.other)];
  app.clock.advance(2 * HOUR);
  await pruneSessionsJob.run(app.deps, null);
  const rows = await app.sql<{ id: number }[]>`
    select session_id as id from sessions where session_id in (${ended.sessionId}, ${active.sessionId})`;
  assert.deepEqual([...rows], [{ id: active.sessionId }]);
});
