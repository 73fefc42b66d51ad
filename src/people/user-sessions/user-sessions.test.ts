/** Signing a user out, by that user and by a site admin (docs/api/authentication.md#sessions). */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startApp } from '../../../test/harness.ts';
import { openStream } from '../live-notifications/streams.fixture.ts';
import { isSignedIn, signIn } from '../sessions/browser.fixture.ts';

const app = await startApp();

/** Streams end at the commit; a sweep would take 20 seconds. */
const PROMPT_MS = 5000;

async function signOuts(userId: number): Promise<Record<string, unknown>[]> {
  const rows = await app.sql<{ details: Record<string, unknown> }[]>`
    select details from activity where user_id = ${userId} and activity_type = 'UserSignedOut' order by activity_id`;
  return rows.map(({ details }) => details);
}

test('signing out everywhere ends all sessions including this one, and is logged', async () => {
  const w = await app.world();
  const [here, there, bobs] = [await signIn(w, w.ann), await signIn(w, w.ann), await signIn(w, w.bob)];
  assert.equal((await here.api('DELETE', `/api/users/${w.ann.userId}/sessions`)).status, 204);
  assert.deepEqual(await Promise.all([here, there, bobs].map(isSignedIn)), [false, false, true]);
  assert.deepEqual(await signOuts(w.ann.userId), [{ sessions: 2, ofUserId: w.ann.userId, doneByUserId: w.ann.userId }]);
});

test('a site admin lists and ends the sessions of a person, who is notified; tokens stay valid', async () => {
  const w = await app.world();
  const [first, second] = [await signIn(w, w.ann, { 'user-agent': 'Firefox/1 (Windows)' }), await signIn(w, w.ann)];
  const path = `/api/users/${w.ann.userId}/sessions`;
  const { body } = await w.admin.api('GET', path);
  assert.deepEqual(
    body.map((session: { SessionId: number; Device: string; IsCurrent: boolean }) => [
      session.SessionId,
      session.Device,
      session.IsCurrent,
    ]),
    [
      [second.sessionId, null, false],
      [first.sessionId, 'Firefox on Windows', false],
    ],
  );
  assert.equal((await w.admin.api('DELETE', `${path}/${first.sessionId}`)).status, 204);
  assert.equal((await w.admin.api('DELETE', `${path}/${first.sessionId}`)).status, 404);
  assert.deepEqual(await Promise.all([first, second].map(isSignedIn)), [false, true]);
  assert.equal((await w.admin.api('DELETE', path)).status, 204);
  assert.equal(await isSignedIn(second), false);
  assert.equal((await w.ann.api('GET', '/api/libraries')).status, 200);
  const [notice] = (await w.ann.api('GET', '/api/notifications')).body;
  assert.match(notice.Message, /signed you out everywhere/);
  const byAdmin = { ofUserId: w.ann.userId, doneByUserId: w.admin.userId };
  assert.deepEqual(await signOuts(w.ann.userId), [
    { sessions: 1, ...byAdmin },
    { sessions: 1, ...byAdmin },
  ]);
  assert.equal((await signOuts(w.admin.userId)).length, 2);
});

test('colleagues get 403, and other deployments 404', async () => {
  const w = await app.world();
  const path = `/api/users/${w.ann.userId}/sessions`;
  for (const method of ['GET', 'DELETE']) {
    assert.equal((await w.bob.api(method, path)).status, 403);
    assert.equal((await w.other.api(method, path)).status, 404);
  }
});

test('a pending sign-in ends too', async () => {
  const w = await app.world();
  await app.sql`
    insert into pending_sign_ins (deployment_id, user_id, secret_hash, password_state, methods, created_at)
    values (${w.deploymentId}, ${w.ann.userId}, ${Buffer.from(crypto.randomUUID())}, '', '{password}', ${app.clock.now})`;
  await w.admin.api('DELETE', `/api/users/${w.ann.userId}/sessions`);
  assert.equal((await app.sql`select from pending_sign_ins where user_id = ${w.ann.userId}`).length, 0);
});

test('the event streams of an ended session end at once; those of other sessions stay open', async () => {
  const w = await app.world();
  const [ended, kept] = [await signIn(w, w.ann), await signIn(w, w.ann)];
  const streams = [
    await openStream(app.url, { cookie: ended.cookie }),
    await openStream(app.url, { cookie: kept.cookie }),
  ];
  for (const stream of streams) await stream.next();
  const before = performance.now();
  await kept.api('DELETE', `/api/users/me/sessions/${ended.sessionId}`);
  assert.equal((await streams[0]?.rest())?.at(-1)?.type, 'signed-out');
  assert.ok(performance.now() - before < PROMPT_MS);
  await w.admin.api('DELETE', `/api/users/${w.ann.userId}/sessions`);
  assert.equal((await streams[1]?.rest())?.at(-1)?.type, 'signed-out');
});

test('an open stream does not count as use', async () => {
  const w = await app.world();
  const browser = await signIn(w, w.ann);
  app.clock.advance(11 * 3_600_000);
  const stream = await openStream(app.url, { cookie: browser.cookie });
  assert.equal(stream.status, 200);
  stream.leave();
  app.clock.advance(3_600_000);
  assert.equal(await isSignedIn(browser), false);
});
