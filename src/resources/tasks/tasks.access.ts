import type { Db } from '../../platform/db/connection.ts';
import { forbidden, notFound } from '../../platform/errors.ts';
import type { Actor } from '../actor.ts';
import { type TaskRow, findTask } from './tasks.queries.ts';

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
