/** Decides, cancels and deletes tasks (docs/api/tasks.md#operations). */
import type { Static } from 'typebox';
import type { Deps } from '../../platform/deps.ts';
import { transaction } from '../../platform/db/connection.ts';
import { invalidParameter, notFound } from '../../platform/errors.ts';
import { recordActivity } from '../../core/activity/activity.queries.ts';
import type { Actor } from '../../core/actor.ts';
import { countMailsAnyway } from '../../core/mails/mail-limit.steps.ts';
import { setTaskTags } from '../../library/tags/task-tags.queries.ts';
import { accessDocument } from '../../library/tree/tree.access.ts';
import { lockDocument } from '../../library/tree/tree.queries.ts';
import { accessTask, assertSameTask } from './tasks.access.ts';
import { readDecision } from './tasks.body.ts';
import { notifyDeleted } from '../task-messages/task-messages.steps.ts';
import { type TaskRow, deleteTaskRow } from '../task-rows/tasks.queries.ts';
import type { CompleteTaskBody } from './tasks.schema.ts';
import { decideTask, endAsCancelled, entryOf } from './tasks.steps.ts';

/**
 * Approves or denies, for the assignee. 409 unless the task is open; 404 for a document that is gone or in the trash.
 */
export async function completeTask(
  deps: Deps,
  actor: Actor,
  taskId: number,
  body: Static<typeof CompleteTaskBody>,
): Promise<TaskRow> {
  const decision = readDecision(body);
  return transaction(deps.sql, async (tx) => {
    const { documentId } = await accessTask(tx, actor, taskId, 'Complete');
    if (actor.preconditions !== undefined) {
      await lockDocument(tx, actor, documentId);
      assertSameTask(actor, await accessTask(tx, actor, taskId, 'Complete'));
    }
    return decideTask(tx, deps, actor, taskId, decision);
  });
}

/** Cancels, for the creator. 404 for a document that is gone or in the trash, 400 unless the task is open. */
export async function cancelTask(deps: Deps, actor: Actor, taskId: number): Promise<TaskRow> {
  return transaction(deps.sql, async (tx) => {
    const task = await accessTask(tx, actor, taskId, 'Cancel');
    await accessDocument(tx, actor, task.documentId, 'EndTask', 'change');
    if (actor.preconditions !== undefined) assertSameTask(actor, await accessTask(tx, actor, taskId, 'Cancel'));
    const cancelled = await endAsCancelled(tx, actor, task);
    if (cancelled === undefined) throw invalidParameter('taskId', 'The task is no longer open.');
    await countMailsAnyway(tx, actor, cancelled.updateRecipients.length);
    return cancelled;
  });
}

/** Deletes a task in any state, for the creator and site admins; ends its assignee's access. */
export async function deleteTask(deps: Deps, actor: Actor, taskId: number): Promise<void> {
  await transaction(deps.sql, async (tx) => {
    const { documentId } = await accessTask(tx, actor, taskId, 'Delete');
    await lockDocument(tx, actor, documentId);
    const task = await accessTask(tx, actor, taskId, 'Delete');
    assertSameTask(actor, task);
    if (!(await deleteTaskRow(tx, task))) throw notFound('task');
    await setTaskTags(tx, actor.deploymentId, [documentId]);
    await recordActivity(tx, actor, entryOf('TaskDeleted', task));
    await countMailsAnyway(tx, actor, task.updateRecipients.length);
    await notifyDeleted(tx, task, actor.now);
  });
}
