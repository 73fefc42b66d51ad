import type { Static } from 'typebox';
import { presentState } from '../async-jobs/async-jobs.presenter.ts';
import type { DeploymentJobRow } from '../async-jobs/async-jobs.queries.ts';
import { presentPerson } from '../persons/persons.presenter.ts';
import type { QueuedJobRow } from './queue.queries.ts';
import type { DeploymentJobSchema, QueuedJobSchema } from './queue.schema.ts';

const LONGEST_ERROR = 300;

/** A job of the queue for site admins. */
export function presentQueuedJob(job: QueuedJobRow): Static<typeof QueuedJobSchema> {
  return {
    QueuedJobId: job.jobId,
    Kind: job.kind,
    IsShared: job.isShared,
    State: job.state,
    Attempts: job.attempts,
    MaxAttempts: job.maxAttempts,
    LastError: job.isShared || job.lastError === null ? null : firstLine(job.lastError),
    DateCreated: job.createdAt,
    NextRun: job.state === 'Waiting' ? job.runAt : null,
    CanRetry: job.state === 'Failed' && !job.isShared,
  };
}

/** An asynchronous job of any creator for site admins. */
export function presentDeploymentJob(baseUrl: string, job: DeploymentJobRow): Static<typeof DeploymentJobSchema> {
  return {
    JobId: job.jobId,
    JobType: job.kind,
    State: presentState(job.state),
    Creator: job.creator.email,
    CreatorPerson: presentPerson(baseUrl, job.creator),
    DateCreated: job.createdAt,
    DateEnded: job.finishedAt,
    Error: job.error,
  };
}

// Stack traces belong in the log.
function firstLine(error: string): string {
  return (error.split('\n', 1)[0] ?? '').trim().slice(0, LONGEST_ERROR);
}
