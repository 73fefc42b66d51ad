/**
 * Indexes on the queue's table for our own queries: jobs of a deployment, jobs named by their payload, and scheduled
 * jobs. Each job is in one of them. Created after the queue's own migrations, which may recreate its table; without
 * them the queries still work, but slowly.
 */
export const QUEUE_INDEXES = [
  // Jobs that wait or run, and jobs that failed permanently.
  `create index if not exists carrel_jobs_alive on graphile_worker._private_jobs ((payload->>'deploymentId'), id)
    where attempts < max_attempts or locked_at is not null`,
  `create index if not exists carrel_jobs_given_up on graphile_worker._private_jobs ((payload->>'deploymentId'), id)
    where attempts >= max_attempts and locked_at is null`,
  `create index if not exists carrel_jobs_by_clock on graphile_worker._private_jobs (id)
    where payload->'_cron' is not null and payload->'deploymentId' is null`,
];

/** It is there when all migrations of the queue are done. */
export const LAST_QUEUE_INDEX = 'graphile_worker.carrel_jobs_by_clock';
