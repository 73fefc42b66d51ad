/** Background jobs: how they are declared, and how they are enqueued in the transaction that needs them. */
import { type Static, type TSchema, Type } from 'typebox';
import type { Tx } from '../db/connection.ts';

/**
 * A kind of job. Its payload holds ids, never contents or secrets: payloads are stored unencrypted and logged. `run`
 * may be called again after a crash and must then reach the same state.
 */
export type Job<Deps, Payload extends TSchema = TSchema> = {
  name: string;
  payload: Payload;
  /** For a scheduled job without payload (five fields, UTC). */
  cron?: string;
  /** Attempts before the queue gives up, with exponential backoff. Default 25, about 3 days. */
  maxAttempts?: number;
  /** Starts programs: it yields to all other jobs, and a busy worker may skip it (startWorker). */
  isHeavy?: boolean;
  /** `soon` and `late`: runs after other heavy jobs; `last`: after all other jobs. */
  turn?: Turn;
  /** It has no payload, and at most one of them waits. */
  isSingle?: boolean;
  /** `stopping` is aborted when the worker stops. A long job throws its reason, JobInterrupted. */
  run(deps: Deps, payload: Static<Payload>, stopping?: AbortSignal): Promise<void>;
};

/** A job was interrupted because its worker stops. It returns to the queue at once, and the attempt does not count. */
export class JobInterrupted extends Error {
  override name = 'JobInterrupted';

  constructor() {
    super('The service was stopped. The job will restart.');
  }
}

/** The queue's flag for heavy jobs. */
export const HEAVY = 'heavy';

const HEAVY_TURN = 10;
const TURNS = { usual: HEAVY_TURN, soon: 12, late: 15, last: 20 };
type Turn = keyof typeof TURNS;

/** A worker without a heartbeat for this long counts as gone. Others take its jobs within a minute of its exit. */
export const HEARTBEAT_TIMEOUT = '30 seconds';

/** For `cron`. */
export const EACH_MINUTE = '* * * * *';

/** For scheduled jobs: the queue passes the time, which nobody reads. */
export const NoPayload = Type.Unknown();

/** Declares a job; the types of `run` follow from the payload's schema. */
export function defineJob<Deps, Payload extends TSchema>(job: Job<Deps, Payload>): Job<Deps, Payload> {
  return job;
}

/** `turn`: instead of that of the job, for payloads that take less time. */
type Options = { runAt?: Date; turn?: Turn };

/** Enqueues a job that starts when the transaction commits, or at `runAt`. */
export async function addJob<Deps, Payload extends TSchema>(
  tx: Tx,
  job: Job<Deps, Payload>,
  payload: Static<Payload>,
  options: Options = {},
): Promise<void> {
  await addJobs(tx, job, [payload], options);
}

/** Enqueues a job for each payload, in one statement. */
export async function addJobs<Deps, Payload extends TSchema>(
  tx: Tx,
  job: Job<Deps, Payload>,
  payloads: Static<Payload>[],
  options: Options = {},
): Promise<void> {
  await tx`
    select graphile_worker.add_job(${job.name}, payload::json, run_at := ${options.runAt ?? null}::timestamptz,
      max_attempts := ${job.maxAttempts ?? 25}, job_key := ${job.isSingle === true ? job.name : null}::text, priority := ${priorityOf(job, options.turn)}::smallint,
      flags := ${job.isHeavy === true ? [HEAVY] : null}::text[])
    from jsonb_array_elements(${tx.json(payloads)}::jsonb) as payload`;
}

// Lower numbers run first.
function priorityOf<Deps, Payload extends TSchema>({ isHeavy, turn: own }: Job<Deps, Payload>, turn = own): number {
  if (turn !== undefined) return TURNS[turn];
  return isHeavy === true ? HEAVY_TURN : 0;
}

/** Makes a queued job run now, with all its attempts left; does nothing while it is running. */
export async function runJobNow(tx: Tx, jobId: number): Promise<void> {
  await tx`select graphile_worker.reschedule_jobs(array[${jobId}]::bigint[], run_at := now(), attempts := 0)`;
}
