// runs alone: connections of the job queue are terminated
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { passTime } from '../../../test/factories/queue.ts';
import { startApp } from '../../../test/harness.ts';
import { until } from '../../../test/waiting.ts';
import { connect, transaction } from '../db/connection.ts';
import { NoPayload, addJob, defineJob } from './job.ts';
import { createLostJobCheck } from './lost-jobs.ts';
import { startWorker } from './worker.ts';

const app = await startApp({}, { own: 'locks the table of jobs' });
type Deps = typeof app.deps;

/** A worker with a job that counts its runs, ends when `ended` resolves, and fails in the first runs. */
async function worker({ failures = 0, ended = Promise.resolve() } = {}) {
  const counts = { runs: 0 };
  const job = defineJob<Deps, typeof NoPayload>({
    name: 'counted',
    payload: NoPayload,
    async run() {
      counts.runs += 1;
      await ended;
      if (counts.runs <= failures) throw new Error('Not yet.');
    },
  });
  const running = await startWorker(app.deps, app.databaseUrl, [job], 1);
  const add = () => transaction(app.sql, (tx) => addJob(tx, job, {}));
  return { ...running, stop: () => running.stop(), counts, add };
}

async function waitingFor(statement: string): Promise<number[]> {
  const rows = await app.sql<{ pid: number }[]>`
    select pid from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock' and query ~ ${statement}`;
  return rows.map(({ pid }) => pid);
}

/** Terminates the session of a statement of the queue which waits for the table of jobs. */
async function breakWhileWaiting(statement: string, begin: () => void = () => {}): Promise<void> {
  const locker = connect(app.databaseUrl, 1);
  await locker.begin(async (tx) => {
    await tx`lock table graphile_worker._private_jobs in exclusive mode`;
    begin();
    await until(async () => (await waitingFor(statement)).length > 0);
    const [pid = 0] = await waitingFor(statement);
    await app.sql`select pg_terminate_backend(${pid})`;
    await until(async () => !(await waitingFor(statement)).includes(pid));
  });
  await locker.end();
}

const noJobs = async () => (await app.sql`select from graphile_worker.jobs`).length === 0;

test('a job runs after the connection broke that was to take it', async () => {
  const { add, counts, stop } = await worker();
  await breakWhileWaiting('^with j as .*skip locked');
  await add();
  await until(noJobs);
  assert.equal(counts.runs, 1);
  await stop();
});

test('a job runs after the connection that listens for jobs broke', async () => {
  const { add, counts, stop } = await worker();
  const listening = () => app.sql`
    select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and query ~ '^LISTEN'`;
  await until(async () => (await listening()).length > 0);
  await add();
  await until(noJobs);
  assert.equal(counts.runs, 1);
  await stop();
});

for (const { outcome, failures, statement } of [
  { outcome: 'success', failures: 0, statement: '^delete from' },
  { outcome: 'failure', failures: 1, statement: 'last_error =' },
]) {
  test(`the ${outcome} of a job is recorded although the connection for it broke, and the worker goes on`, async () => {
    const ending = Promise.withResolvers<void>();
    const { add, counts, failed, stop } = await worker({ failures, ended: ending.promise });
    await add();
    await until(async () => counts.runs === 1);
    await breakWhileWaiting(statement, ending.resolve);
    await until(async () => (await app.sql`select from graphile_worker.jobs where locked_by is not null`).length === 0);
    assert.equal(await Promise.race([failed, Promise.resolve('running')]), 'running');
    assert.equal(counts.runs, 1);
    await stop();
  });
}

test('a job that was taken but not received is released after a minute, and a running one is not', async () => {
  const [lost, running] = await Promise.all(
    [1, 2].map(async () => {
      const [job] = await app.sql<{ id: number }[]>`select id from graphile_worker.add_job('counted')`;
      return job?.id ?? 0;
    }),
  );
  await app.sql`update graphile_worker._private_jobs set locked_by = 'this worker', locked_at = now()
    where id in (${lost ?? 0}, ${running ?? 0})`;
  const check = createLostJobCheck(app.sql, 'this worker', (id) => id === running);
  assert.deepEqual([await check(), await check()], [[], []]);
  await passTime(app.sql, 61);
  assert.deepEqual([await check(), await check(), await check()], [[], [lost], []]);
  const held = await app.sql`select id from graphile_worker.jobs where locked_by is not null`;
  assert.deepEqual([...held], [{ id: running }]);
});
