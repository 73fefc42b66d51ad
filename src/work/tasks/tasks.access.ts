import type { Db } from '../../platform/db/connection.ts';
import { forbidden, notFound } from '../../platform/errors.ts';
import type { Validators } from '../../platform/http/files/conditional.ts';
import { entityTag } from '../../platform/http/files/entity-tag.ts';
import type { Actor } from '../../core/actor.ts';
import { assertPreconditions } from '../../core/preconditions.ts';
import { type TaskRow, findTask } from '../task-rows/tasks.queries.ts';

/** Who may ask for it. */
const WHO = {
  party: { may: isParty, refusal: 'Only who made the task and who is to decide it may see it.' },
  creator: { may: isCreator, refusal: 'Only who made the task may do that.' },
  assignee: { may: isAssignee, refusal: 'Only who is to decide the task may do that.' },
  owner: {
    may: (task: TaskRow, actor: Actor) => isCreator(task, actor) || actor.isSiteAdmin,
    refusal: 'Only who made the task and site admins may delete it.',
  },
} as const;

/** The task behind a client's id: 404 if there is none in the deployment, 403 for who is not the one that is asked for. */
export async function accessTask(sql: Db, actor: Actor, taskId: number, who: keyof typeof WHO): Promise<TaskRow> {
  const task = await findTask(sql, { ...actor, taskId }, actor.now);
  if (task === undefined) throw notFound('task');
  if (!WHO[who].may(task, actor)) throw forbidden(WHO[who].refusal);
  return task;
}

/** 412 if the actor's request demands another state of the task. The document of the task is to be locked before it is read. */
export function assertSameTask(actor: Actor, task: TaskRow): void {
  assertPreconditions(actor, 'task', task.taskId, () => taskState(actor, task));
}

/** What GET of a task says to somebody of its state. */
export function taskState(actor: Actor, task: TaskRow): Validators {
  return { etag: entityTag('task', task, abilitiesOf(task, actor)), modifiedAt: task.endedAt ?? task.createdAt };
}

/** What the actor may do with the task as it is. */
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
