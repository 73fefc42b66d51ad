/** Background jobs: what one is, and how one is enqueued in the transaction that makes it necessary. */
import { type Static, type TSchema, Type } from 'typebox';
import type { Tx } from '../db/connection.ts';

/**
 * A kind of job. Its payload holds ids, never contents or secrets: payloads are stored in clear and logged.
 * `run` may be called again after a crash in the middle and must then end in the same state.
 */
export type Job<Deps, Payload extends TSchema = TSchema> = {
  name: string;
  payload: Payload;
  /** For a job without payload that runs by the clock (five fields, UTC). */
  cron?: string;
  /** Attempts before the queue gives up; the queue backs off exponentially between them. Default 25, about 3 days. */
  maxAttempts?: number;
  /** It starts programs: it waits for all others, and a worker may leave it for later (startWorker). */
  isHeavy?: boolean;
  /** `stopping` is aborted when the worker is told to stop; its reason, JobInterrupted, is for a job that may take long to throw. */
  run(deps: Deps, payload: Static<Payload>, stopping?: AbortSignal): Promise<void>;
};

/** A job leaves off because its worker stops. It is given back to the queue at once, and no attempt is counted. */
export class JobInterrupted extends Error {
  override name = 'JobInterrupted';

  constructor() {
    super('The service was stopped; the job begins again.');
  }
}

/** How the queue knows heavy jobs. */
export const HEAVY = 'heavy';

/** For `cron`. */
export const EACH_MINUTE = '* * * * *';

/** Of a job that runs by the clock: the queue passes the time, which nobody reads. */
export const NoPayload = Type.Unknown();

/** Declares a job; the types of `run` follow from the payload's schema. */
export function defineJob<Deps, Payload extends TSchema>(job: Job<Deps, Payload>): Job<Deps, Payload> {
  return job;
}

/** Enqueues a job that starts when the transaction commits, or at `runAt`. */
export async function addJob<Deps, Payload extends TSchema>(
  tx: Tx,
  job: Job<Deps, Payload>,
  payload: Static<Payload>,
  options: { runAt?: Date } = {},
): Promise<void> {
  await addJobs(tx, job, [payload], options);
}

/** Enqueues a job for each payload, in one statement. */
export async function addJobs<Deps, Payload extends TSchema>(
  tx: Tx,
  job: Job<Deps, Payload>,
  payloads: Static<Payload>[],
  options: { runAt?: Date } = {},
): Promise<void> {
  await tx`
    select graphile_worker.add_job(${job.name}, payload::json, run_at := ${options.runAt ?? null}::timestamptz,
      max_attempts := ${job.maxAttempts ?? 25}, priority := ${job.isHeavy === true ? 10 : 0}::smallint,
      flags := ${job.isHeavy === true ? [HEAVY] : null}::text[])
    from jsonb_array_elements(${tx.json(payloads)}::jsonb) as payload`;
}

/** Lets a job of the queue run now, with all its attempts before it; not one that runs at this moment. */
export async function runJobNow(tx: Tx, jobId: number): Promise<void> {
  await tx`select graphile_worker.reschedule_jobs(array[${jobId}]::bigint[], run_at := now(), attempts := 0)`;
}
