/** The background work of asynchronous jobs. */
import type { Deps } from '../../platform/deps.ts';
import { type Tx, transaction } from '../../platform/db/connection.ts';
import { waitForTurn } from '../../platform/db/locks.ts';
import { Problem } from '../../platform/errors.ts';
import { JobInterrupted, defineJob } from '../../platform/jobs/job.ts';
import type { Json, JsonTree } from './async-jobs.queries.ts';
import { type AsyncJob, AsyncJobPayload, jobLockName } from './async-jobs.steps.ts';
import { type JobKind, KEPT_UNREAD_MS } from './kinds.ts';
import {
  type JobKey,
  type RunningJob,
  countFailure,
  endJob,
  findRunningJob,
  lockProgress,
  saveProgress,
} from './work.queries.ts';

/**
 * With the queue's backoff these attempts take about half an hour. Fewer than the queue's own attempts, because
 * attempts of killed workers are not counted here: an error never leaves a job processing forever.
 */
export const ATTEMPTS = 8;

/**
 * Declares the work of a kind. It may be called again after a crash. Its return value becomes the job's result;
 * undefined means that the job was cancelled. A Problem ends the job, with its title as the job's error; any other
 * error is retried. Long work uses steps or checks `stopping`.
 */
export function defineAsyncJob<Parameters extends Json, Given extends Deps = Deps>(
  kind: JobKind,
  work: (deps: Given, job: RunningJob<Parameters>) => Promise<JsonTree | undefined>,
): AsyncJob<Parameters, Given> {
  const job = defineJob<Given, typeof AsyncJobPayload>({
    name: kind,
    payload: AsyncJobPayload,
    async run(deps, key, stopping) {
      const running = await findRunningJob<Parameters>(deps.sql, key);
      if (running === undefined) return;
      try {
        const result = await work(deps, { ...running, stopping });
        if (result !== undefined) await end(deps, key, { result });
      } catch (error) {
        await fail(deps, key, error);
      }
    },
  });
  return { ...job, kind };
}

/**
 * Runs one step of a job: does part of the work and saves the progress in one transaction, and returns the progress.
 * Returns undefined if the job is no longer processing. Throws before the step if the worker stops. The job is locked
 * meanwhile: a cancellation waits, and so does a second worker that was given the same job because the first counted as
 * gone.
 * @param start the progress of a job that has just started
 */
export async function jobStep<Progress extends JsonTree>(
  deps: Deps,
  key: JobKey & Pick<RunningJob<unknown>, 'stopping'>,
  start: Progress,
  work: (tx: Tx, progress: Progress) => Promise<Progress>,
): Promise<Progress | undefined> {
  key.stopping?.throwIfAborted();
  return transaction(deps.sql, async (tx) => {
    await waitForTurn(tx, jobLockName(key.jobId));
    const locked = await lockProgress(tx, key);
    if (locked === undefined) return undefined;
    const progress = await work(tx, (locked.progress as Progress | null) ?? start);
    await saveProgress(tx, key, progress);
    return progress;
  });
}

async function fail(deps: Deps, key: JobKey, error: unknown): Promise<void> {
  if (error instanceof JobInterrupted) throw error;
  if (error instanceof Problem) return end(deps, key, { error: error.message });
  if ((await countFailure(deps.sql, key)) < ATTEMPTS) throw error;
  deps.log.error({ err: error, jobId: key.jobId }, 'An asynchronous job failed permanently.');
  await end(deps, key, { error: `Something went wrong on the server; its log has the cause under job ${key.jobId}.` });
}

async function end(deps: Deps, key: JobKey, how: { result: JsonTree } | { error: string }): Promise<void> {
  const finishedAt = deps.clock();
  const expiresAt = new Date(finishedAt.getTime() + KEPT_UNREAD_MS);
  await endJob(deps.sql, key, how, { finishedAt, expiresAt });
}
