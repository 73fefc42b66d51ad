import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeAsyncJob } from '../../../test/factories/async-jobs.ts';
import { makeQueuedJob } from '../../../test/factories/queue.ts';
import { asPerson } from '../../../test/factories/persons.ts';
import { startApp } from '../../../test/harness.ts';
import { everyPage } from '../../../test/pages.ts';

const app = await startApp({}, { own: 'reads the whole queue' });
const QUEUE = '/api/admin/queue';

/** A scheduled job, as the queue creates it. */
async function addByClock(): Promise<number> {
  const payload = app.sql.json({ _cron: { ts: '2026-03-02T10:00:00.000Z', backfilled: false } });
  const [row] = await app.sql<{ id: number }[]>`
    select id from graphile_worker.add_job('forget-mails', ${payload}::json, run_at := '2099-01-01')`;
  const error = 'about somebody else';
  await app.sql`
    update graphile_worker._private_jobs set attempts = 25, last_error = ${error} where id = ${row?.id ?? 0}`;
  return row?.id ?? 0;
}

test('a site admin sees the jobs of the deployment without their subjects', async () => {
  const w = await app.world();
  const failed = await makeQueuedJob(app, w.deploymentId);
  const waiting = await makeQueuedJob(app, w.deploymentId, { attempts: 0, last_error: null });
  const running = await makeQueuedJob(app, w.deploymentId, { attempts: 1, locked_at: new Date(), locked_by: 'x' });
  await makeQueuedJob(app, w.other.deploymentId);
  const { status, body, text } = await w.admin.api('GET', QUEUE);
  assert.equal(status, 200);
  assert.doesNotMatch(text, /mailId|mail\.ts/);
  const { DateCreated } = body[2];
  const common = { Kind: 'send-mail', IsShared: false, MaxAttempts: 25 };
  assert.deepEqual(body[2], {
    ...common,
    QueuedJobId: failed,
    State: 'Failed',
    Attempts: 25,
    LastError: 'It did not work',
    DateCreated,
    NextRun: null,
    CanRetry: true,
  });
  assert.deepEqual(
    body.map((job: Record<string, unknown>) => [job['QueuedJobId'], job['State'], job['NextRun'], job['CanRetry']]),
    [
      [running, 'Running', null, false],
      [waiting, 'Waiting', '2099-01-01T00:00:00.000Z', false],
      [failed, 'Failed', null, true],
    ],
  );
  assert.deepEqual((await everyPage(w.admin, `${QUEUE}?top=1`)).flat(), body);
  for (const [state, id] of Object.entries({ Running: running, Waiting: waiting, Failed: failed })) {
    const { body: found } = await w.admin.api('GET', `${QUEUE}?state=${state}`);
    assert.deepEqual(
      found.map((job: { QueuedJobId: number }) => job.QueuedJobId),
      [id],
    );
  }
  assert.equal((await w.admin.api('GET', `${QUEUE}?state=Lost`)).status, 400);
});

test('a failed job runs again with all its attempts, and others do not', async () => {
  const w = await app.world();
  const failed = await makeQueuedJob(app, w.deploymentId);
  const waiting = await makeQueuedJob(app, w.deploymentId, { attempts: 3 });
  const retry = (person: typeof w.admin, id: number) => person.api('POST', `${QUEUE}/${id}/retry`);
  assert.equal((await retry(w.ann, failed)).status, 403);
  assert.equal((await retry(w.other, failed)).status, 404);
  assert.equal((await retry(w.admin, waiting)).status, 409);
  const answers = await Promise.all([retry(w.admin, failed), retry(w.admin, failed)]);
  assert.deepEqual(
    answers.map(({ status }) => status).toSorted((a, b) => a - b),
    [204, 409],
  );
  const [row] = await app.sql`
    select attempts, run_at <= now() as is_due from graphile_worker._private_jobs where id = ${failed}`;
  assert.deepEqual(row, { attempts: 0, is_due: true });
  await app.runJobs();
  assert.equal((await retry(w.admin, failed)).status, 404);
  const [activity] = await app.sql`
    select content_name as name, details from activity
    where deployment_id = ${w.deploymentId} and activity_type = 'JobRetried'`;
  assert.deepEqual(activity, { name: 'send-mail', details: { queuedJobId: failed } });
});

test('scheduled jobs are instance-wide: their errors are only logged, and they cannot be retried', async () => {
  const w = await app.world();
  const jobId = await addByClock();
  for (const admin of [w.admin, w.other]) {
    const [job] = (await admin.api('GET', QUEUE)).body;
    assert.deepEqual(
      [job.QueuedJobId, job.Kind, job.IsShared, job.State, job.LastError, job.CanRetry],
      [jobId, 'forget-mails', true, 'Failed', null, false],
    );
    assert.equal((await admin.api('POST', `${QUEUE}/${jobId}/retry`)).status, 403);
  }
  await app.sql`delete from graphile_worker._private_jobs where id = ${jobId}`;
});

test('asynchronous jobs of all users are listed with their outcome', async () => {
  const w = await app.world();
  const now = app.clock.now;
  const times = { finished_at: now, expires_at: now };
  const failed = await makeAsyncJob(app, w.ann, { state: 'failed', error: 'No room.', kind: 'task-report', ...times });
  const running = await makeAsyncJob(app, w.admin);
  const { status, body } = await w.admin.api('GET', '/api/admin/jobs');
  assert.equal(status, 200);
  const at = now.toISOString();
  assert.deepEqual(body, [
    {
      JobId: running,
      JobType: 'purge-old-documents',
      State: 'Processing',
      Creator: w.admin.email,
      CreatorPerson: asPerson(w.admin),
      DateCreated: at,
      DateEnded: null,
      Error: null,
    },
    {
      JobId: failed,
      JobType: 'task-report',
      State: 'Failed',
      Creator: w.ann.email,
      CreatorPerson: asPerson(w.ann),
      DateCreated: at,
      DateEnded: at,
      Error: 'No room.',
    },
  ]);
  assert.deepEqual((await everyPage(w.admin, '/api/admin/jobs?top=1')).flat(), body);
  assert.deepEqual((await w.other.api('GET', '/api/admin/jobs')).body, []);
});
