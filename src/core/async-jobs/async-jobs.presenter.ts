import type { Static } from 'typebox';
import type { AsyncJobRow } from './async-jobs.queries.ts';
import type { AsyncJobSchema, AsyncJobStatusSchema } from './async-jobs.schema.ts';
import { JOB_KINDS } from './kinds.ts';

/** Where a job's status is: the Location of what was begun or is not ready. */
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

/** A job in the list of one's own. */
export function presentJob(baseUrl: string, job: AsyncJobRow): Static<typeof AsyncJobSchema> {
  const { jobId: JobId, kind: JobType, createdAt: DateCreated } = job;
  return { JobId, JobType, DateCreated, About: aboutOf(job), ...progressOf(job), ...presentStatus(baseUrl, job) };
}

// A job that has failed may have lost its parameters.
function aboutOf({ parameters: { from, to, subjectName } }: AsyncJobRow): Static<typeof AsyncJobSchema>['About'] {
  if (typeof from !== 'string' || typeof to !== 'string') return null;
  return { Name: typeof subjectName === 'string' ? subjectName : null, From: from, To: to };
}

// What goes through the rows of a table by id says where it ends and which id it has passed.
function progressOf({ state, parameters, progress }: AsyncJobRow): { Progress?: number } {
  const [passed, last] = [Number(progress?.['passedId'] ?? 0), Number(parameters['lastId'])];
  return state === 'processing' && last > 0 ? { Progress: Math.min(passed / last, 1) } : {};
}

const STATES = { processing: 'Processing', complete: 'Complete', failed: 'Failed', cancelled: 'Cancelled' } as const;

/** A job's state as lists for site admins show it. */
export function presentState(state: AsyncJobRow['state']): (typeof STATES)[typeof state] {
  return STATES[state];
}
