/** From our jobs to what the queue runs. */
import { type ParsedCronItem, type TaskList, parseCronItems } from 'graphile-worker';
import { Value } from 'typebox/value';
import { EACH_MINUTE, type Job } from './job.ts';

/** The queue's task list: each job checks its payload, which may stem from an older version, before it runs. */
export function taskList<Deps>(jobs: Job<Deps>[], deps: Deps, stopping?: AbortSignal): TaskList {
  return Object.fromEntries(
    jobs.map((job) => [
      job.name,
      async (payload: unknown) => {
        if (!Value.Check(job.payload, payload)) throw new Error(`A job ${job.name} has a payload of another form.`);
        await job.run(deps, payload, stopping);
      },
    ]),
  );
}

const DAY_MS = 86_400_000;

/**
 * The jobs that run by the clock. What was missed within a day without a worker is made up for when one is there again; not
 * of a job that runs each minute, whose next run is near and whose missed ones would be more than a thousand.
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
