import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { test } from 'node:test';
import { unlimitedToken } from '../actor.ts';
import { startApp } from '../../../test/harness.ts';
import { until, untilWaiting } from '../../../test/waiting.ts';
import { markRetrieved, unmarkRetrieved } from './async-jobs.queries.ts';
import { DAY_MS, finishedJob } from './async-jobs.fixture.ts';

const app = await startApp();

test('an unread result is kept for seven days', async () => {
  const { admin } = await app.world();
  const { status, result } = await finishedJob(app, admin);
  app.clock.advance(7 * DAY_MS - 1);
  assert.equal((await admin.api('GET', status)).status, 200);
  app.clock.advance(1);
  for (const path of [status, result]) assert.equal((await admin.api('GET', path)).status, 410);
});

test('HEAD does not retrieve a result; GET and POST do', async () => {
  const { admin } = await app.world();
  for (const method of ['GET', 'POST']) {
    const { status, result } = await finishedJob(app, admin);
    assert.equal((await admin.api('HEAD', result)).status, 200);
    const fetched = await admin.api(method, result);
    assert.deepEqual(
      [fetched.status, fetched.body],
      [200, { DocumentsDeleted: 0, DocumentsThatFailedToDelete: 0, Size: 0 }],
    );
    for (const path of [status, result]) assert.equal((await admin.api('GET', path)).status, 410);
  }
});

test('an interrupted retrieval does not count', async () => {
  const { admin } = await app.world();
  const { jobId, result } = await finishedJob(app, admin);
  // Stopping the clock sets this to what it was, which shows that it was started and stopped.
  await app.sql`update async_jobs set expires_at = expires_at + interval '1 hour' where job_id = ${jobId}`;
  const { hostname, port } = new URL(app.url);
  const socket = connect(Number(port), hostname);
  // While another transaction holds the row, the response cannot be sent.
  await app.sql.begin(async (tx) => {
    await tx`select from async_jobs where job_id = ${jobId} for update`;
    socket.write(`GET ${result} HTTP/1.1\r\nHost: carrel\r\nAuthorization: Bearer ${admin.token}\r\n\r\n`);
    await untilWaiting(app);
    socket.destroy();
    await until(async () => app.logs.some(({ aborted }) => aborted === true));
  });
  await until(async () => {
    const [row] = await app.sql`
      select expires_at = finished_at + interval '7 days' and retrieved_at is null as "isAsBefore"
      from async_jobs where job_id = ${jobId}`;
    return row?.['isAsBefore'] === true;
  });
  assert.equal((await admin.api('GET', result)).status, 200);
});

test('undoing a retrieval does not affect a later one, nor the seven days', async () => {
  const w = await app.world();
  const { jobId, result } = await finishedJob(app, w.admin);
  const actor = {
    ...w.admin,
    isSiteAdmin: true,
    now: app.clock.now,
    via: unlimitedToken(1),
  } as const;
  const finishedAt = app.clock.now.getTime();
  app.clock.advance(1000);
  assert.equal((await w.admin.api('GET', result)).status, 200);
  await unmarkRetrieved(app.sql, actor, jobId, 7 * DAY_MS);
  assert.equal((await w.admin.api('GET', result)).status, 410);
  await unmarkRetrieved(app.sql, { ...actor, now: app.clock.now }, jobId, 7 * DAY_MS);
  const [row] = await app.sql<{ at: string }[]>`select expires_at as at from async_jobs where job_id = ${jobId}`;
  assert.equal(row?.at, new Date(finishedAt + 7 * DAY_MS).toISOString());
});

test('a job deleted during a retrieval stays deleted if the connection breaks', async () => {
  const { admin } = await app.world();
  const { jobId, status } = await finishedJob(app, admin);
  const actor = {
    ...admin,
    isSiteAdmin: true,
    now: app.clock.now,
    via: unlimitedToken(1),
  } as const;
  assert.equal(await markRetrieved(app.sql, actor, jobId, 1000), true);
  // Another time does not start the clock anew.
  assert.equal(await markRetrieved(app.sql, actor, jobId, 5000), false);
  assert.equal((await admin.api('DELETE', status)).status, 204);
  await unmarkRetrieved(app.sql, actor, jobId, 7 * DAY_MS);
  assert.equal((await admin.api('GET', status)).status, 410);
});
