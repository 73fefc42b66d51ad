/** Decisions of assignees without an account, by the link that was mailed to them. */
import type { Static } from 'typebox';
import type { Deps } from '../../platform/deps.ts';
import { transaction } from '../../platform/db/connection.ts';
import { notFound } from '../../platform/errors.ts';
import { readDecision } from '../../work/tasks/tasks.body.ts';
import type { TaskRow } from '../../work/task-rows/tasks.queries.ts';
import type { CompleteTaskBody } from '../../work/tasks/tasks.schema.ts';
import { decideTask } from '../../work/tasks/tasks.steps.ts';
import type { Visit } from '../visits/visits.access.ts';

/** Approves or denies, after an access code. 404 unless the link belongs to a task, 409 unless the task is open. */
export async function decideInVisit(deps: Deps, visit: Visit, body: Static<typeof CompleteTaskBody>): Promise<TaskRow> {
  const { taskId } = visit.share;
  if (taskId === null) throw notFound('task');
  const decision = readDecision(body);
  return transaction(deps.sql, async (tx) => decideTask(tx, deps, visit.actor, taskId, decision));
}
