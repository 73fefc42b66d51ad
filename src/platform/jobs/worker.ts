/** Runs background jobs until it is stopped, and frees the jobs of workers that were killed. */
import { EventEmitter } from 'node:events';
import { Logger, type WorkerEvents, run } from 'graphile-worker';
import { setInterval } from 'node:timers';
import type { FastifyBaseLogger } from 'fastify';
import type { Clock } from '../clock.ts';
import { connectPg } from '../db/connection.ts';
import type { Sql } from '../db/connection.ts';
import type { Job } from './job.ts';
import { cronItems, taskList } from './tasks.ts';

const BEAT_MS = 10_000;
/** A worker that has not beaten for this long is dead: its jobs are another's within a minute of its end. */
const DEAD_AFTER_MS = 30_000;

export type BackgroundWorker = {
  /** Takes no more jobs and waits for those that run. */
  stop(): Promise<void>;
  /** Settles when the worker has ended, for whatever reason. */
  ended: Promise<void>;
};

/** Starts a worker with the given number of jobs at once. */
export async function startWorker<Deps extends { sql: Sql; clock: Clock; log: FastifyBaseLogger }>(
  deps: Deps,
  databaseUrl: string,
  jobs: Job<Deps>[],
  concurrency: number,
): Promise<BackgroundWorker> {
  const workerIds = new Set<string>();
  const events = new EventEmitter() as WorkerEvents;
  events.on('worker:create', ({ worker }) => workerIds.add(worker.workerId));
  const pgPool = connectPg(databaseUrl, concurrency + 2);
  const runner = await run({
    pgPool,
    concurrency,
    taskList: taskList(jobs, deps),
    parsedCronItems: cronItems(jobs),
    noHandleSignals: true,
    events,
    logger: queueLogger(deps.log),
  });
  const heart = startHeart(deps, workerIds);
  return {
    ended: runner.promise,
    async stop() {
      await heart.stop();
      await runner.stop();
      await forgetWorkers(deps.sql, [...workerIds]);
      await pgPool.end();
    },
  };
}

/** Frees the jobs held by workers that beat no more; returns the ids of those workers. */
export async function freeJobsOfTheDead(sql: Sql, now: Date): Promise<string[]> {
  const deadBefore = new Date(now.getTime() - DEAD_AFTER_MS);
  // A worker that has just taken its first job may not have beaten yet: its lock is young.
  const dead = await sql<{ workerId: string }[]>`
    select distinct j.locked_by as "workerId" from graphile_worker.jobs j
    where j.locked_by is not null and j.locked_at < ${deadBefore} and not exists (
      select from worker_heartbeats h where h.worker_id = j.locked_by and h.beat_at >= ${deadBefore})`;
  const ids = dead.map((row) => row.workerId);
  if (ids.length > 0) await sql`select graphile_worker.force_unlock_workers(${ids}::text[])`;
  await sql`delete from worker_heartbeats where beat_at < ${new Date(now.getTime() - 3_600_000)}`;
  return ids;
}

function startHeart({ sql, clock, log }: { sql: Sql; clock: Clock; log: FastifyBaseLogger }, ids: Set<string>) {
  const beat = async () => {
    try {
      await sql`
        insert into worker_heartbeats (worker_id, beat_at) select unnest(${[...ids]}::text[]), ${clock()}
        on conflict (worker_id) do update set beat_at = excluded.beat_at`;
      const dead = await freeJobsOfTheDead(sql, clock());
      if (dead.length > 0) log.warn({ workers: dead }, 'Freed the jobs of workers that are gone.');
    } catch (error) {
      log.error({ err: error }, 'The heartbeat of the worker failed.');
    }
  };
  let last = beat();
  const timer = setInterval(() => {
    last = last.then(beat);
  }, BEAT_MS);
  return {
    async stop() {
      clearInterval(timer);
      await last;
    },
  };
}

async function forgetWorkers(sql: Sql, ids: string[]): Promise<void> {
  await sql`delete from worker_heartbeats where worker_id = any (${ids}::text[])`;
}

function queueLogger(log: FastifyBaseLogger): Logger {
  return new Logger((scope) => (level, message) => {
    const line = { part: 'worker', ...(scope.taskIdentifier === undefined ? {} : { job: scope.taskIdentifier }) };
    if (level === 'error') log.error(line, message);
    else if (level === 'warning') log.warn(line, message);
    else log.debug(line, message);
  });
}
