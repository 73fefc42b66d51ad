/**
 * Indexes on the queue's table for questions that the queue itself does not ask: which jobs are a deployment's, which its
 * payload names, and which run by the clock. Each job is in one of them. Made after the queue's own migrations, which may
 * make its table anew; without them the questions are answered too, only not fast.
 */
export const QUEUE_INDEXES = [
  // What waits or runs, and what was given up.
  `create index if not exists carrel_jobs_alive on graphile_worker._private_jobs ((payload->>'deploymentId'), id)
    where attempts < max_attempts or locked_at is not null`,
  `create index if not exists carrel_jobs_given_up on graphile_worker._private_jobs ((payload->>'deploymentId'), id)
    where attempts >= max_attempts and locked_at is null`,
  `create index if not exists carrel_jobs_by_clock on graphile_worker._private_jobs (id)
    where payload->'_cron' is not null and payload->'deploymentId' is null`,
];
