import assert from 'node:assert/strict';
import { test } from 'node:test';
import { unlimitedToken } from '../actor.ts';
import { makeAsyncJob } from '../../../test/factories/async-jobs.ts';
import { startApp } from '../../../test/harness.ts';
import { everyPage } from '../../../test/pages.ts';
import { startAsyncJob } from './async-jobs.steps.ts';
import { findAsyncJob } from './async-jobs.queries.ts';
import { ATTEMPTS, defineAsyncJob } from './work.ts';
import { transaction } from '../../platform/db/connection.ts';
import { forbidden } from '../../platform/errors.ts';
import { BASE, DAY_MS, finishedJob, startJob } from './async-jobs.fixture.ts';

const app = await startApp({}, { own: 'reads the whole queue' });

test('starting a job returns 202 with an empty body and the Location of its status', async () => {
  const { admin } = await app.world();
  const body = { PurgeType: 'DateStored', Days: 60 };
  const answer = await admin.api('POST', '/api/async/documents/purge-old-documents', body);
  assert.deepEqual([answer.status, answer.text], [202, '']);
  assert.match(answer.headers.get('location') ?? '', /^http:\/\/carrel\.test\/api\/async\/\d+$/);
});

test('every answer about an unfinished job has a Retry-After', async () => {
  const { admin, ann } = await app.world();
  const documentId = await ann.document(await ann.folder(ann.libraryId, 'Plans'), 'a.txt');
  for (const [person, path, body] of [
    [admin, 'documents/purge-old-documents', { PurgeType: 'DateStored', Days: 60, DryRun: true }],
    [ann, `documents/${documentId}/activity-report`, undefined],
    [admin, 'audit/verification', {}],
  ] as const) {
    const started = await person.api('POST', `/api/async/${path}`, body);
    assert.deepEqual([started.status, started.headers.get('retry-after')], [202, '1'], path);
  }
  const { status, result } = await startJob(admin);
  for (const address of [status, result]) {
    assert.equal((await admin.api('GET', address)).headers.get('retry-after'), '1', address);
  }
  await app.runJobs();
  for (const address of [status, result]) {
    assert.equal((await admin.api('GET', address)).headers.get('retry-after'), null, address);
  }
});

test('the status has Links.Cancel while processing and the result address when complete', async () => {
  const { admin } = await app.world();
  const { status, result } = await startJob(admin);
  const processing = await admin.api('GET', status);
  assert.deepEqual([processing.status, processing.body], [200, { Links: { Cancel: `${BASE}${status}` } }]);
  await app.runJobs();
  const complete = await admin.api('GET', status);
  assert.deepEqual(complete.body, {
    IsComplete: true,
    Links: { SelfUri: `${BASE}${status}`, ResultUri: `${BASE}${result}` },
  });
});

test('an early request for a result returns 303 to the status', async () => {
  const { admin } = await app.world();
  const { status, result } = await startJob(admin);
  for (const method of ['GET', 'POST']) {
    const early = await admin.api(method, result);
    assert.deepEqual([early.status, early.headers.get('location'), early.text], [303, `${BASE}${status}`, '']);
  }
});

test('the status is for the creator and site admins: 403 for others, 404 for unknown jobs and other deployments', async () => {
  const w = await app.world();
  const jobId = await makeAsyncJob(app, w.ann);
  for (const [person, status] of [
    [w.ann, 200],
    [w.admin, 200],
    [w.bob, 403],
    [w.other, 404],
    [w.anonymous, 401],
  ] as const) {
    assert.equal((await person.api('GET', `/api/async/${jobId}`)).status, status);
  }
  for (const id of [jobId + 1000, 0, -1, 'abc', '1.5']) {
    assert.equal((await w.admin.api('GET', `/api/async/${id}`)).status, 404);
    assert.equal((await w.admin.api('DELETE', `/api/async/${id}`)).status, 404);
  }
});

test('only the creator deletes a job; afterwards status, result and deletion return 410', async () => {
  const w = await app.world();
  const { status, result } = await finishedJob(app, w.admin);
  const second = await w.addPerson('Second', { isSiteAdmin: true });
  assert.equal((await second.api('DELETE', status)).status, 403);
  assert.equal((await w.bob.api('DELETE', status)).status, 403);
  const deleted = await w.admin.api('DELETE', status);
  assert.deepEqual([deleted.status, deleted.text], [204, '']);
  for (const [method, path] of [
    ['GET', status],
    ['DELETE', status],
    ['GET', result],
    ['POST', result],
  ] as const) {
    assert.equal((await w.admin.api(method, path)).status, 410, `${method} ${path}`);
  }
  // Rights are checked before the state.
  assert.equal((await w.bob.api('GET', status)).status, 403);
});

test('a job deleted before a worker takes it never runs', async () => {
  const { admin } = await app.world();
  const { jobId, status } = await startJob(admin);
  assert.equal((await admin.api('DELETE', status)).status, 204);
  await app.runJobs();
  const [row] = await app.sql`select state, result from async_jobs where job_id = ${jobId}`;
  assert.deepEqual(row, { state: 'cancelled', result: null });
  assert.equal((await admin.api('GET', status)).status, 410);
});

test('the list has the own jobs that are not gone, newest first, in pages', async () => {
  const w = await app.world();
  const failed = await makeAsyncJob(app, w.ann, {
    state: 'failed',
    error: 'It broke.',
    finished_at: app.clock.now,
    expires_at: new Date(app.clock.now.getTime() + DAY_MS),
  });
  const deleted = await makeAsyncJob(app, w.ann);
  await w.ann.api('DELETE', `/api/async/${deleted}`);
  const last = await makeAsyncJob(app, w.ann);
  await makeAsyncJob(app, w.bob);
  const { status, body } = await w.ann.api('GET', '/api/jobs');
  assert.equal(status, 200);
  const common = { JobType: 'purge-old-documents', DateCreated: app.clock.now.toISOString(), About: null };
  const uri = `${BASE}/api/async/${failed}`;
  const ResultUri = `${BASE}/api/async/results/documents/purge-old-documents/${failed}`;
  assert.deepEqual(body, [
    { JobId: last, ...common, Links: { Cancel: `${BASE}/api/async/${last}` } },
    { JobId: failed, ...common, IsComplete: true, Error: 'It broke.', Links: { SelfUri: uri, ResultUri } },
  ]);
  assert.deepEqual((await everyPage(w.ann, '/api/jobs?top=1')).flat(), body);
  assert.deepEqual((await w.stranger.api('GET', '/api/jobs')).body, []);
});

test('a failed job is complete with its Error, and its result is a problem with 500', async () => {
  const { admin } = await app.world();
  const { jobId, status, result } = await startJob(admin);
  await app.sql`
    update async_jobs set state = 'failed', error = 'It broke.', finished_at = ${app.clock.now},
      expires_at = ${new Date(app.clock.now.getTime() + DAY_MS)} where job_id = ${jobId}`;
  const { body } = await admin.api('GET', status);
  assert.deepEqual([body.IsComplete, body.Error], [true, 'It broke.']);
  const failed = await admin.api('GET', result);
  assert.deepEqual([failed.status, failed.body.type, failed.body.title], [500, '/internal_error', 'It broke.']);
  // It can be read again: nothing was fetched.
  assert.equal((await admin.api('GET', result)).status, 500);
});

test('failing work is retried and fails in the end; a refusal ends it at once', async () => {
  const { admin } = await app.world();
  const actor = {
    ...admin,
    isSiteAdmin: true,
    now: app.clock.now,
    via: unlimitedToken(1),
  } as const;
  let runs = 0;
  for (const [thrown, expected] of [
    [new Error('secret'), ATTEMPTS],
    [forbidden('Not any more.'), 1],
  ] as const) {
    runs = 0;
    const job = defineAsyncJob('purge-old-documents', async () => {
      runs += 1;
      throw thrown;
    });
    const jobId = await transaction(app.sql, (tx) => startAsyncJob(tx, actor, job, {}));
    // Instead of the queue, which would take its time.
    await app.sql`delete from graphile_worker._private_jobs`;
    const payload = { deploymentId: admin.deploymentId, jobId };
    for (let i = 0; i < ATTEMPTS; i += 1) {
      const run = job.run(app.deps, payload);
      await (i < expected - 1 ? assert.rejects(run, thrown) : run);
    }
    assert.equal(runs, expected);
    const row = await findAsyncJob(app.sql, actor, jobId);
    const generic = `Something went wrong on the server; its log has the cause under job ${jobId}.`;
    assert.deepEqual([row?.state, row?.error], ['failed', expected === 1 ? 'Not any more.' : generic]);
  }
});

test('expired results are pruned hourly, and a job that never finished fails after a week', async () => {
  const { admin } = await app.world();
  const { jobId, status } = await finishedJob(app, admin);
  const stuck = await makeAsyncJob(app, admin);
  app.clock.advance(7 * DAY_MS);
  const young = await makeAsyncJob(app, admin);
  app.clock.advance(1);
  await app.sql`select graphile_worker.add_job('clear-async-jobs')`;
  await app.runJobs();
  const [row] = await app.sql`select state, result, parameters, progress from async_jobs where job_id = ${jobId}`;
  assert.deepEqual(row, { state: 'complete', result: null, parameters: {}, progress: null });
  assert.equal((await admin.api('GET', status)).status, 410);
  const { body } = await admin.api('GET', `/api/async/${stuck}`);
  assert.deepEqual([body.IsComplete, body.Error], [true, 'The job never finished and was abandoned.']);
  assert.deepEqual(Object.keys((await admin.api('GET', `/api/async/${young}`)).body), ['Links']);
});
