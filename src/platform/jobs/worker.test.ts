// runs alone: the exit code of the process is set
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { Type } from 'typebox';
import { passTime } from '../../../test/factories/queue.ts';
import { startApp } from '../../../test/harness.ts';
import { transaction } from '../db/connection.ts';
import { EACH_MINUTE, JobInterrupted, NoPayload, addJob, defineJob } from './job.ts';
import { cronItems } from './tasks.ts';
import { recordHeartbeat, releaseOrphanedJobs, startWorker } from './worker.ts';

const app = await startApp();
type Deps = typeof app.deps;

/** A job that the given worker has taken now and has not ended. */
async function takeJob(workerId: string): Promise<number> {
  const [job] = await app.sql<{ id: number }[]>`select id from graphile_worker.add_job('forget-throttles')`;
  await app.sql`
    update graphile_worker._private_jobs set locked_by = ${workerId}, locked_at = now()
    where id = ${job?.id ?? 0}`;
  return job?.id ?? 0;
}

async function holderOf(jobId: number): Promise<string | null | undefined> {
  const [job] = await app.sql<{ holder: string | null }[]>`
    select locked_by as holder from graphile_worker.jobs where id = ${jobId}`;
  return job?.holder;
}

async function beat(workerId: string): Promise<void> {
  await app.sql`
    insert into worker_heartbeats (worker_id, beat_at) values (${workerId}, now())
    on conflict (worker_id) do update set beat_at = excluded.beat_at`;
}

async function stepThrough(seconds: number, each: () => Promise<void> = async () => {}): Promise<string[]> {
  const freed: string[] = [];
  for (let second = 0; second < seconds; second += 10) {
    await passTime(app.sql, 10);
    await each();
    freed.push(...(await releaseOrphanedJobs(app.sql)));
  }
  return freed;
}

test("a killed worker's job is released within a minute and runs again", async () => {
  await beat('killed');
  const jobId = await takeJob('killed');
  assert.deepEqual(await stepThrough(20), []);
  assert.deepEqual(await stepThrough(40), ['killed']);
  assert.equal(await holderOf(jobId), null);
  await app.runJobs();
  assert.equal(await holderOf(jobId), undefined);
});

test('the job of a worker killed before its first heartbeat is released too', async () => {
  const jobId = await takeJob('never-beat');
  assert.deepEqual(await stepThrough(20), []);
  assert.deepEqual(await stepThrough(40), ['never-beat']);
  assert.equal(await holderOf(jobId), null);
  await app.runJobs();
});

test('a worker with a heartbeat keeps its job, however long it takes', async () => {
  const jobId = await takeJob('slow');
  assert.deepEqual(await stepThrough(600, () => beat('slow')), []);
  assert.equal(await holderOf(jobId), 'slow');
  await app.sql`delete from graphile_worker._private_jobs where id = ${jobId}`;
});

test('a worker whose clock is a minute ahead or behind takes over no job', async () => {
  await beat('punctual');
  const jobId = await takeJob('punctual');
  await passTime(app.sql, 20);
  for (const minutes of [1, -2]) {
    app.clock.advance(minutes * 60_000);
    const { job } = heldJob();
    const worker = await startWorker(app.deps, app.databaseUrl, [job], 1);
    // Stopping waits for the first heartbeat, after which the worker releases the jobs of stopped ones.
    await worker.stop();
    assert.equal(await holderOf(jobId), 'punctual');
    const [row] = await app.sql`select beat_at <= clock_timestamp() as "isPast" from worker_heartbeats`;
    assert.deepEqual(row, { isPast: true });
  }
  await app.sql`delete from graphile_worker._private_jobs where id = ${jobId}`;
});

test('a worker is steady from its second heartbeat on, and not at the first one after an outage', async () => {
  const steady = () => recordHeartbeat(app.sql, { holder: 'steady', clockSkewMs: 0 });
  assert.equal(await steady(), false);
  await passTime(app.sql, 10);
  assert.equal(await steady(), true);
  await passTime(app.sql, 40);
  assert.equal(await steady(), false);
  await passTime(app.sql, 10);
  assert.equal(await steady(), true);
});

test('the first heartbeat of a worker releases no jobs, because those of all workers may be old', async () => {
  await beat('away for a while');
  const jobId = await takeJob('away for a while');
  await passTime(app.sql, 40);
  const worker = await startWorker(app.deps, app.databaseUrl, [heldJob().job], 1);
  await worker.stop();
  assert.equal(await holderOf(jobId), 'away for a while');
  await app.sql`delete from graphile_worker._private_jobs where id = ${jobId}`;
});

test('stale heartbeats are deleted', async () => {
  await beat('long-gone');
  await passTime(app.sql, 3601);
  await releaseOrphanedJobs(app.sql);
  assert.equal((await app.sql`select from worker_heartbeats where worker_id = 'long-gone'`).length, 0);
});

/** A job that reports its start and runs until it is released. */
function heldJob() {
  const [started, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const job = defineJob<Deps, typeof NoPayload>({
    name: 'held',
    payload: NoPayload,
    async run() {
      started.resolve();
      await released.promise;
    },
  });
  return { job, started: started.promise, release: () => released.resolve() };
}

test('a worker heartbeats under the id that locks its jobs, and stopping waits for them', async () => {
  const { job, started, release } = heldJob();
  const worker = await startWorker(app.deps, app.databaseUrl, [job], 1);
  await transaction(app.sql, (tx) => addJob(tx, job, {}));
  await started;
  assert.deepEqual(await stepThrough(20), []);
  const held = app.sql`
    select from graphile_worker.jobs j join worker_heartbeats h on h.worker_id = j.locked_by
    where j.task_identifier = 'held'`;
  assert.equal((await held).length, 1);

  let isStopped = false;
  const stopped = worker.stop().then(() => (isStopped = true));
  await new Promise((settle) => setImmediate(settle));
  assert.equal(isStopped, false);
  release();
  await stopped;
  assert.equal((await app.sql`select from graphile_worker.jobs where task_identifier = 'held'`).length, 0);
  assert.equal((await app.sql`select from worker_heartbeats where started_at is not null`).length, 0);
});

test('a job interrupted by a stopping worker is requeued at once with its attempts', async () => {
  const started = Promise.withResolvers<void>();
  const job = defineJob<Deps, typeof NoPayload>({
    name: 'long',
    payload: NoPayload,
    async run(_deps, _payload, stopping) {
      started.resolve();
      if (stopping !== undefined) await once(stopping, 'abort');
      throw new JobInterrupted();
    },
  });
  const worker = await startWorker(app.deps, app.databaseUrl, [job], 1);
  await transaction(app.sql, (tx) => addJob(tx, job, {}));
  await started.promise;
  await worker.stop();
  const [row] = await app.sql`
    select attempts, locked_by as holder, run_at <= now() as "isDue", last_error as reason
    from graphile_worker.jobs where task_identifier = 'long'`;
  const reason = 'The service was stopped. The job will restart.';
  assert.deepEqual(row, { attempts: 0, holder: null, isDue: true, reason });
  const logged = app.logs.filter((line) => line['job'] === 'long' && Number(line['level']) >= 30);
  assert.deepEqual(
    logged.map(({ level, msg }) => [level, msg]),
    [[30, 'A job was interrupted by the shutdown and will restart.']],
  );
});

test('a queue that ends on its own, for example before a newer schema, is reported', async () => {
  const { job } = heldJob();
  const worker = await startWorker(app.deps, app.databaseUrl, [job], 1);
  let failure: string | null = null;
  // Sent repeatedly, because the queue starts to listen shortly after its start.
  while (failure === null) {
    await app.sql`select pg_notify('worker:migrate', '{"breaking": true, "migrationNumber": 99}')`;
    failure = await Promise.race([worker.failed, sleep(20).then(() => null)]);
  }
  // Set by the queue for a process that does nothing else.
  process.exitCode = undefined;
  assert.equal(failure, 'The job queue has ended: it stopped on its own');
  await worker.stop();
});

test('a job with an invalid payload fails without running', async () => {
  let runs = 0;
  const wanted = Type.Object({ id: Type.Integer() });
  const job = defineJob<Deps, typeof wanted>({
    name: 'formed',
    payload: wanted,
    async run() {
      runs += 1;
    },
  });
  const worker = await startWorker(app.deps, app.databaseUrl, [job], 1);
  await app.sql`select graphile_worker.add_job('formed', '{"id": "one"}'::json)`;
  const failure = async () =>
    (
      await app.sql<{ reason: string | null }[]>`
      select last_error as reason from graphile_worker.jobs where task_identifier = 'formed'`
    )[0]?.reason;
  while (typeof (await failure()) !== 'string') await sleep(5);
  assert.match((await failure()) ?? '', /an invalid payload/);
  assert.equal(runs, 0);
  await worker.stop();
});

test('runs missed within a day without a worker are made up, except for jobs of every minute', () => {
  const jobAt = (cron: string) =>
    defineJob<Deps, typeof NoPayload>({ name: 'x', payload: NoPayload, cron, run: async () => {} });
  const made = cronItems([jobAt('15 0 * * *'), jobAt(EACH_MINUTE)]).map(({ options }) => options.backfillPeriod);
  assert.deepEqual(made, [86_400_000, 0]);
});
