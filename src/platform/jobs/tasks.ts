/** Converts our jobs to the queue's task list and schedule. */
import { type ParsedCronItem, type TaskList, parseCronItems } from 'graphile-worker';
import { Value } from 'typebox/value';
import type { Telemetry } from '../telemetry/telemetry.ts';
import { EACH_MINUTE, type Job } from './job.ts';

/** The queue's task list. Each job validates its payload, which may come from an older version. */
export function taskList<Deps>(
  jobs: Job<Deps>[],
  deps: Deps,
  { stopping, telemetry = null }: { stopping?: AbortSignal; telemetry?: Telemetry | null } = {},
): TaskList {
  return Object.fromEntries(
    jobs.map((job) => [
      job.name,
      async (payload: unknown) => {
        if (!Value.Check(job.payload, payload)) throw new Error(`A job ${job.name} has an invalid payload.`);
        const run = () => job.run(deps, payload, stopping);
        await (telemetry === null ? run() : telemetry.job(job.name, run));
      },
    ]),
  );
}

const DAY_MS = 86_400_000;

/**
 * The scheduled jobs. Runs missed within a day without a worker are made up, except for jobs that run every minute:
 * their next run is near, and more than a thousand were missed.
 */
export function cronItems<Deps>(jobs: Job<Deps>[]): ParsedCronItem[] {
  return parseCronItems(
    jobs.flatMap((job) =>
      job.cron === undefined
        ? []
        : [
            {
              task: job.name,
              match: job.cron,
              identifier: job.name,
              options: { backfillPeriod: job.cron === EACH_MINUTE ? 0 : DAY_MS },
            },
          ],
    ),
  );
}
