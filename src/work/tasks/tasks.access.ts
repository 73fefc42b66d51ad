import type { Db } from '../../platform/db/connection.ts';
import { forbidden, notFound } from '../../platform/errors.ts';
import type { Validators } from '../../platform/http/files/conditional.ts';
import { entityTag } from '../../platform/http/files/entity-tag.ts';
import type { Actor } from '../../core/actor.ts';
import { assertPreconditions } from '../../core/preconditions.ts';
import { type TaskRow, findTask } from '../task-rows/tasks.queries.ts';

/** The roles allowed for an operation. */
const WHO = {
  party: { may: isParty, refusal: 'Only the creator and the assignee of the task can see it.' },
  creator: { may: isCreator, refusal: 'Only the creator of the task can do this.' },
  assignee: { may: isAssignee, refusal: 'Only the assignee of the task can do this.' },
  owner: {
    may: (task: TaskRow, actor: Actor) => isCreator(task, actor) || actor.isSiteAdmin,
    refusal: 'Only the creator of the task and site admins can delete it.',
  },
} as const;

/** The task with a client's id: 404 if it does not exist in the deployment, 403 without the required role. */
export async function accessTask(sql: Db, actor: Actor, taskId: number, who: keyof typeof WHO): Promise<TaskRow> {
  const task = await findTask(sql, { ...actor, taskId }, actor.now);
  if (task === undefined) throw notFound('task');
  if (!WHO[who].may(task, actor)) throw forbidden(WHO[who].refusal);
  return task;
}

/**
 * 412 if the actor's request requires another state of the task. Lock the document of the task before reading the task.
 */
export function assertSameTask(actor: Actor, task: TaskRow): void {
  assertPreconditions(actor, 'task', task.taskId, () => taskState(actor, task));
}

/** The validators of the task's state for this actor, as in GET. */
export function taskState(actor: Actor, task: TaskRow): Validators {
  return { etag: entityTag('task', task, abilitiesOf(task, actor)), modifiedAt: task.endedAt ?? task.createdAt };
}

/** The actor's abilities on the task in its current state. */
export function abilitiesOf(task: TaskRow, actor: Actor) {
  const isOpen = task.status === 'Open' && task.isDocumentThere;
  return {
    Complete: isOpen && isAssignee(task, actor),
    Cancel: isOpen && isCreator(task, actor),
    Delete: WHO.owner.may(task, actor),
  };
}

function isParty(task: TaskRow, actor: Actor): boolean {
  return isCreator(task, actor) || isAssignee(task, actor);
}

function isCreator({ creatorId }: TaskRow, { userId }: Actor): boolean {
  return creatorId === userId;
}

function isAssignee({ assigneeId }: TaskRow, { userId }: Actor): boolean {
  return assigneeId === userId;
}
