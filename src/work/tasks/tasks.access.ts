import type { Db } from '../../platform/db/connection.ts';
import { notFound } from '../../platform/errors.ts';
import type { Validators } from '../../platform/http/files/conditional.ts';
import { entityTag } from '../../platform/http/files/entity-tag.ts';
import type { Actor } from '../../core/actor.ts';
import { assertPreconditions } from '../../core/preconditions.ts';
import { assertParty, isParty } from '../../core/policy.ts';
import { type TaskRow, findTask } from '../task-rows/tasks.queries.ts';
import { TASK_POLICY, type TaskOperation, type TaskParty, type TaskRequirement } from '../task-rows/work.policy.ts';

/** The task with a client's id, for an operation: 404 if it does not exist in the deployment, then 403. */
export async function accessTask(sql: Db, actor: Actor, taskId: number, operation: TaskOperation): Promise<TaskRow> {
  const task = await findTask(sql, { ...actor, taskId }, actor.now);
  if (task === undefined) throw notFound('task');
  assertParty(TASK_POLICY[operation], partiesOf(task, actor));
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
  const parties = partiesOf(task, actor);
  const isOpen = task.status === 'Open' && task.isDocumentThere;
  const enders = {
    creator: parties.creator && isOpen && task.canCreatorRead,
    assignee: parties.assignee && isOpen && task.canAssigneeRead,
    siteAdmin: false,
  };
  const able = (operation: TaskOperation) => {
    const line: TaskRequirement = TASK_POLICY[operation];
    return isParty(line, line.ends === true ? enders : parties);
  };
  return { Complete: able('Complete'), Cancel: able('Cancel'), Delete: able('Delete') };
}

function partiesOf({ creatorId, assigneeId }: TaskRow, { userId, isSiteAdmin }: Actor): Record<TaskParty, boolean> {
  return { creator: creatorId === userId, assignee: assigneeId === userId, siteAdmin: isSiteAdmin };
}
