/** Runs background jobs until stopped, and releases the jobs of workers that were killed. */
import { EventEmitter } from 'node:events';
import { type Job as QueueJob, Logger, type Runner, type WorkerEvents, run } from 'graphile-worker';
import { setInterval } from 'node:timers';
import type { FastifyBaseLogger } from 'fastify';
import type { Clock } from '../clock.ts';
import type { Sql } from '../db/connection.ts';
import type { Telemetry } from '../telemetry/telemetry.ts';
import { HEARTBEAT_TIMEOUT, HEAVY, type Job, JobInterrupted } from './job.ts';
import { createLostJobCheck, trackRunningJobs } from './lost-jobs.ts';
import { createQueuePool } from './queue-pool.ts';
import { cronItems, taskList } from './tasks.ts';

const HEARTBEAT_MS = 10_000;

export type BackgroundWorker = {
  /** Takes no more jobs and waits for running ones; long jobs are interrupted (JobInterrupted). */
  stop(): Promise<void>;
  /** Settles with a reason if the worker ends unexpectedly. */
  failed: Promise<string>;
};

type Tools = { sql: Sql; clock: Clock; log: FastifyBaseLogger };

/** The node that a worker belongs to, for `carrel doctor`. */
export type Node = {
  host: string;
  version: string;
  /** Its newest migration. */
  release: string;
  /** The largest number of database connections of all its processes. */
  connections: number;
  /** Fingerprint of its secret key. */
  keyCheck: Buffer;
};

type Options = { isBusy?: () => boolean; node?: Node; telemetry?: Telemetry | null };

/** Starts a worker that runs up to `concurrency` jobs. It takes no heavy job while `isBusy`. */
export async function startWorker<Deps extends Tools>(
  deps: Deps,
  databaseUrl: string,
  jobs: Job<Deps>[],
  concurrency: number,
  { isBusy = () => false, node, telemetry = null }: Options = {},
): Promise<BackgroundWorker> {
  const events = new EventEmitter() as WorkerEvents;
  // Jobs are locked by the id of the queue's worker pool, which is created at once and stays the same.
  let holder = '';
  events.once('pool:create', ({ workerPool }) => (holder = workerPool.id));
  const stopping = new AbortController();
  const interrupted: QueueJob[] = [];
  events.on('job:error', ({ job, error }) => void (error instanceof JobInterrupted && interrupted.push(job)));
  const isRunning = trackRunningJobs(events);
  const pgPool = createQueuePool(databaseUrl, concurrency + 2, { events, sql: deps.sql });
  const runner = await run({
    pgPool,
    concurrency,
    taskList: taskList(jobs, deps, { stopping: stopping.signal, telemetry }),
    parsedCronItems: cronItems(jobs),
    forbiddenFlags: () => (isBusy() ? [HEAVY] : null),
    noHandleSignals: true,
    noPreparedStatements: !deps.sql.options.prepare,
    events,
    logger: queueLogger(deps.log),
  });
  const heartbeat = startHeartbeat(deps, { holder, node }, createLostJobCheck(deps.sql, holder, isRunning));
  const queue = watchRunner(runner);
  return {
    failed: queue.failed,
    async stop() {
      stopping.abort(new JobInterrupted());
      await queue.stop();
      // Only now, or running jobs would count as orphaned.
      await heartbeat.stop();
      await deps.sql`delete from worker_heartbeats where worker_id = ${holder}`;
      await pgPool.end();
      await requeueInterrupted(deps, interrupted);
    },
  };
}

/**
 * Releases jobs held by workers without a current heartbeat; returns the ids of those workers. Compares the database's
 * times only: the clocks of the workers' machines may differ.
 */
export async function releaseOrphanedJobs(sql: Sql): Promise<string[]> {
  // A worker that just took its first job may have no heartbeat yet, but its lock is recent.
  const orphaned = await sql<{ workerId: string }[]>`
    select distinct j.locked_by as "workerId" from graphile_worker.jobs j
    where j.locked_by is not null and j.locked_at < now() - ${HEARTBEAT_TIMEOUT}::interval and not exists (
      select from worker_heartbeats h
      where h.worker_id = j.locked_by and h.beat_at >= now() - ${HEARTBEAT_TIMEOUT}::interval)`;
  const ids = orphaned.map((row) => row.workerId);
  if (ids.length > 0) await sql`select graphile_worker.force_unlock_workers(${ids}::text[])`;
  await sql`delete from worker_heartbeats where beat_at < now() - interval '1 hour'`;
  return ids;
}

// When its pool ends, the queue delays these jobs and counts an attempt, as for a failed job.
async function requeueInterrupted({ sql, log }: Tools, interrupted: QueueJob[]): Promise<void> {
  for (const { id, attempts, task_identifier: job } of interrupted) {
    await sql`
      select graphile_worker.reschedule_jobs(array[${id}]::bigint[], run_at := now(), attempts := ${attempts - 1})`;
    log.info({ job }, 'A job was interrupted by the shutdown and will restart.');
  }
}

/** The queue may end on its own, and then refuses to be stopped. */
function watchRunner(runner: Runner): { failed: Promise<string>; stop(): Promise<void> } {
  let isRunning = true;
  const failed = Promise.withResolvers<string>();
  const ended = (reason: string) => {
    if (isRunning) failed.resolve(`The job queue has ended: ${reason}`);
    isRunning = false;
  };
  runner.promise.then(
    () => ended('it stopped on its own'),
    (error: Error) => ended(error.message),
  );
  const stop = async () => {
    if (!isRunning) return;
    isRunning = false;
    await runner.stop();
  };
  return { failed: failed.promise, stop };
}

function startHeartbeat(
  { sql, clock, log }: Tools,
  { holder, node }: { holder: string; node: Node | undefined },
  releaseLostJobs: () => Promise<number[]>,
) {
  const beat = async () => {
    try {
      const isSteady = await recordHeartbeat(sql, { holder, node, clockSkewMs: Date.now() - clock().getTime() });
      // After an outage the heartbeats of all workers are old, until each of them has reached the database again.
      const orphaned = isSteady ? await releaseOrphanedJobs(sql) : [];
      if (orphaned.length > 0) log.warn({ workers: orphaned }, 'Released the jobs of stopped workers.');
      const lost = await releaseLostJobs();
      if (lost.length > 0) log.warn({ jobs: lost }, 'Released jobs that were taken, but not received.');
    } catch (error) {
      log.error({ err: error }, 'The heartbeat of the worker failed.');
    }
  };
  let last = beat();
  const timer = setInterval(() => {
    last = last.then(beat);
  }, HEARTBEAT_MS);
  return {
    async stop() {
      clearInterval(timer);
      await last;
    },
  };
}

type Beat = { holder: string; node?: Node | undefined; clockSkewMs: number };

/** Records a heartbeat. Returns whether the worker's previous one is still current; false for the first. */
export async function recordHeartbeat(sql: Sql, { holder, node, clockSkewMs }: Beat): Promise<boolean> {
  const { host = null, version = null, release = null, connections = null, keyCheck = null } = node ?? {};
  const [row] = await sql<{ isSteady: boolean }[]>`
    with before as (
      select beat_at >= now() - ${HEARTBEAT_TIMEOUT}::interval as is_current from worker_heartbeats where worker_id = ${holder}
    )
    insert into worker_heartbeats (worker_id, beat_at, started_at, host, version, release, connections, key_check,
      clock_skew_ms)
    values (${holder}, now(), now(), ${host}, ${version}, ${release}, ${connections}, ${keyCheck}, ${clockSkewMs})
    on conflict (worker_id) do update set beat_at = excluded.beat_at, clock_skew_ms = excluded.clock_skew_ms
    returning coalesce((select is_current from before), false) as "isSteady"`;
  return row?.isSteady === true;
}

function queueLogger(log: FastifyBaseLogger): Logger {
  return new Logger((scope) => (level, message, meta) => {
    const line = { part: 'worker', ...(scope.taskIdentifier === undefined ? {} : { job: scope.taskIdentifier }) };
    // An interruption is not a failure and is logged when the job is requeued.
    if (meta?.['error'] instanceof JobInterrupted) return;
    if (level === 'error') log.error(line, message);
    else if (level === 'warning') log.warn(line, message);
    else log.debug(line, message);
  });
}
