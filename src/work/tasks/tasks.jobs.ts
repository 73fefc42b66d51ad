import type { Deps } from '../../platform/deps.ts';
import { transaction } from '../../platform/db/connection.ts';
import { EACH_MINUTE, NoPayload, defineJob } from '../../platform/jobs/job.ts';
import { lockDueTasks } from '../task-rows/tasks.queries.ts';
import { expireTask } from './tasks.steps.ts';

const BATCH = 100;

/** Expires tasks whose due date has passed. They read as Expired since then; this applies the consequences. */
export const expireTasksJob = defineJob<Deps, typeof NoPayload>({
  name: 'expire-tasks',
  payload: NoPayload,
  cron: EACH_MINUTE,
  async run(deps) {
    while ((await expireSome(deps)) === BATCH);
  },
});

async function expireSome({ sql, clock }: Deps): Promise<number> {
  return transaction(sql, async (tx) => {
    const now = clock();
    const due = await lockDueTasks(tx, now, BATCH);
    for (const task of due) await expireTask(tx, task, now);
    return due.length;
  });
}
