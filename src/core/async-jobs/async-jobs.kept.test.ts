/** Retention of asynchronous jobs. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { unlimitedToken } from '../actor.ts';
import { makeAsyncJob } from '../../../test/factories/async-jobs.ts';
import { startApp } from '../../../test/harness.ts';
import { findAsyncJob, markRetrieved } from './async-jobs.queries.ts';
import { KEPT_UNREAD_MS } from './kinds.ts';
import { endJob } from './work.queries.ts';

const app = await startApp();

test('neither parameters nor progress of a deleted or failed job are kept', async () => {
  const { admin } = await app.world();
  const { deploymentId } = admin;
  const [deleted, failed] = [
    await makeAsyncJob(app, admin),
    await makeAsyncJob(app, admin),
    await makeAsyncJob(app, admin),
  ];
  await app.sql`
    update async_jobs set parameters = '{"assignee": "ann@example.com"}', progress = '{"passedId": 1}'
    where deployment_id = ${deploymentId}`;
  assert.equal((await admin.api('DELETE', `/api/async/${deleted}`)).status, 204);
  const times = { finishedAt: app.clock.now, expiresAt: new Date(app.clock.now.getTime() + KEPT_UNREAD_MS) };
  await endJob(app.sql, { deploymentId, jobId: failed }, { error: 'It broke.' }, times);
  app.clock.advance(KEPT_UNREAD_MS + 1);
  await app.sql`select graphile_worker.add_job('clear-async-jobs')`;
  await app.runJobs();
  const rows = await app.sql`
    select state, parameters, progress, result from async_jobs where deployment_id = ${deploymentId} order by job_id`;
  const cleared = { parameters: {}, progress: null, result: null };
  assert.deepEqual(
    [...rows],
    ['cancelled', 'failed', 'failed'].map((state) => ({ state, ...cleared })),
  );
});

test('a result fetched on its last day is kept for the usual time afterwards', async () => {
  const { admin } = await app.world();
  const jobId = await makeAsyncJob(app, admin);
  const times = { finishedAt: app.clock.now, expiresAt: new Date(app.clock.now.getTime() + KEPT_UNREAD_MS) };
  await endJob(app.sql, { deploymentId: admin.deploymentId, jobId }, { result: {} }, times);
  const actorAt = (now: Date) => {
    return { ...admin, isSiteAdmin: true, now, via: unlimitedToken(1) } as const;
  };
  const keptMs = 10 * 60_000;
  app.clock.advance(KEPT_UNREAD_MS - 1);
  const fetchedAt = app.clock.now;
  assert.equal(await markRetrieved(app.sql, actorAt(fetchedAt), jobId, keptMs), true);
  const isGoneAfter = async (ms: number) => {
    const row = await findAsyncJob(app.sql, actorAt(new Date(fetchedAt.getTime() + ms)), jobId);
    return row?.isGone;
  };
  assert.deepEqual([await isGoneAfter(keptMs - 1), await isGoneAfter(keptMs)], [false, true]);
  // Fetching it once more does not keep it longer.
  assert.equal(await markRetrieved(app.sql, actorAt(new Date(fetchedAt.getTime() + 1)), jobId, keptMs), false);
  assert.equal(await isGoneAfter(keptMs), true);
});
