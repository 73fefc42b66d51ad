import type { Static } from 'typebox';
import type { AsyncJobRow } from './async-jobs.queries.ts';
import type { AsyncJobSchema, AsyncJobStatusSchema } from './async-jobs.schema.ts';
import { JOB_KINDS } from './kinds.ts';

/** The URL of a job's status: the Location of a job that was started or is not ready. */
export function statusUri(baseUrl: string, jobId: number): string {
  return `${baseUrl}/api/async/${jobId}`;
}

/** docs/api/async-jobs.md#job-status */
export function presentStatus(baseUrl: string, job: AsyncJobRow): Static<typeof AsyncJobStatusSchema> {
  const self = statusUri(baseUrl, job.jobId);
  if (job.state === 'processing') return { Links: { Cancel: self } };
  return {
    IsComplete: true,
    ...(job.error === null ? {} : { Error: job.error }),
    Links: {
      SelfUri: self,
      ResultUri: `${baseUrl}/api/async/results/${JOB_KINDS[job.kind].resultPath}/${job.jobId}`,
    },
  };
}

/** A job in its creator's list. */
export function presentJob(baseUrl: string, job: AsyncJobRow): Static<typeof AsyncJobSchema> {
  const { jobId: JobId, kind: JobType, createdAt: DateCreated } = job;
  return { JobId, JobType, DateCreated, About: aboutOf(job), ...progressOf(job), ...presentStatus(baseUrl, job) };
}

// A failed job may have lost its parameters.
function aboutOf({ parameters: { from, to, subjectName } }: AsyncJobRow): Static<typeof AsyncJobSchema>['About'] {
  if (typeof from !== 'string' || typeof to !== 'string') return null;
  return { Name: typeof subjectName === 'string' ? subjectName : null, From: from, To: to };
}

// A job that walks a table by id records the last id to process and the id it has reached.
function progressOf({ state, parameters, progress }: AsyncJobRow): { Progress?: number } {
  const [passed, last] = [Number(progress?.['passedId'] ?? 0), Number(parameters['lastId'])];
  return state === 'processing' && last > 0 ? { Progress: Math.min(passed / last, 1) } : {};
}

const STATES = { processing: 'Processing', complete: 'Complete', failed: 'Failed', cancelled: 'Cancelled' } as const;

/** A job's state in lists for site admins. */
export function presentState(state: AsyncJobRow['state']): (typeof STATES)[typeof state] {
  return STATES[state];
}
