/** How tasks end. Each is a part of a transaction in which the document is locked, so that one of two who come at once wins. */
import type { Deps } from '../../deps.ts';
import type { Tx } from '../../platform/db/connection.ts';
import { conflict, notFound } from '../../platform/errors.ts';
import { type ActivityEntry, insertActivity, recordActivity } from '../activity/activity.queries.ts';
import type { Actor } from '../actor.ts';
import { findDocument } from '../documents/documents.queries.ts';
import { assertRight } from '../permissions/rights.ts';
import { setTaskTags } from '../tags/task-tags.ts';
import { endTaskAccess, shortenTaskAccess } from './access.queries.ts';
import { tellCompleted, tellEnded } from './tasks.news.ts';
import {
  type Ending,
  type TaskKey,
  type TaskResult,
  type TaskRow,
  endTask,
  findTask,
  keepNames,
  listOpenTasks,
} from './tasks.queries.ts';

/** How long the assignee may still read the document after the due date, and after the decision. */
export const ACCESS_AFTER_MS = 15 * 86_400_000;

/** A decision: `comment` null if nothing was said. */
export type Decision = { result: TaskResult; comment: string | null };

/**
 * Decides an open task. That the actor decides it as its assignee, or came by the assignee's link, is for the caller to make
 * sure of. 404 if the task or its document is gone or in the trash, 409 unless the task is open, 403 if the document may not
 * be read. Of all who would end a task at once, one does.
 */
export async function decideTask(
  tx: Tx,
  deps: Pick<Deps, 'config'>,
  actor: Actor,
  taskId: number,
  { result, comment }: Decision,
): Promise<TaskRow> {
  const { deploymentId, now } = actor;
  const key = { deploymentId, taskId };
  const task = await findTask(tx, key, now);
  if (task === undefined) throw notFound('task');
  const document = await findDocument(tx, actor, task.documentId, 'change');
  if (document === undefined || document.isInTrash) throw notFound('document');
  const completed = await conclude(tx, key, { status: 'Completed', result, comment }, now);
  if (completed === undefined) throw conflict('The task is not open any more.');
  // Judged last: whose task has ended may have lost Read with it, and is to be told of the task.
  assertRight(document.rights, 'Read', 'document');
  await shortenTaskAccess(tx, key, new Date(now.getTime() + ACCESS_AFTER_MS));
  await recordActivity(tx, actor, entryOf(result === 'Positive' ? 'TaskApproved' : 'TaskDenied', completed));
  if (comment !== null) {
    const said = entryOf('DocumentComment', completed);
    await recordActivity(tx, actor, { ...said, details: { ...said.details, comment } });
  }
  await tellCompleted(tx, deps, completed, now);
  return mustFind(tx, key, now);
}

/** Cancels an open task as its creator; undefined if it is not open. The document is locked. */
export async function endAsCancelled(tx: Tx, actor: Actor, task: TaskRow): Promise<TaskRow | undefined> {
  const { userId: by, now } = actor;
  const cancelled = await conclude(tx, task, { status: 'Cancelled' }, now);
  if (cancelled === undefined) return undefined;
  await endTaskAccess(tx, task, { by, at: now });
  await recordActivity(tx, actor, entryOf('TaskCancelled', cancelled));
  await tellEnded(tx, cancelled, 'cancelled', now);
  return mustFind(tx, task, now);
}

/** Expires an open task whose due date has passed; nothing if it has ended meanwhile. */
export async function expireTask(tx: Tx, { deploymentId, taskId }: TaskKey, now: Date): Promise<void> {
  const expired = await conclude(tx, { deploymentId, taskId }, { status: 'Expired' }, now);
  if (expired === undefined) return;
  await insertActivity(tx, { deploymentId, userId: null, at: now }, entryOf('TaskExpired', expired));
  await tellEnded(tx, expired, 'expired', now);
}

/** Who purges: a user, or null for what the service does by itself. */
export type Purger = { deploymentId: number; userId: number | null; now: Date };

/**
 * What a purge of documents, which are locked, does to their tasks: those that are open end as Cancelled, those that were
 * past their due date as Expired, and all keep the names of the documents.
 */
export async function endTasksOfPurged(tx: Tx, who: Purger, documentIds: number[]): Promise<void> {
  const { deploymentId, userId, now } = who;
  await keepNames(tx, deploymentId, documentIds);
  for (const key of await listOpenTasks(tx, deploymentId, documentIds)) {
    const cancelled = await conclude(tx, key, { status: 'Cancelled' }, now);
    if (cancelled === undefined) {
      await expireTask(tx, key, now);
      continue;
    }
    await endTaskAccess(tx, key, { by: userId, at: now });
    await insertActivity(tx, { deploymentId, userId, at: now }, entryOf('TaskCancelled', cancelled));
    await tellEnded(tx, cancelled, 'purged', now);
  }
}

// The row and the tags; undefined if somebody else was first.
async function conclude(tx: Tx, key: TaskKey, ending: Ending, now: Date): Promise<TaskRow | undefined> {
  if (!(await endTask(tx, key, ending, now))) return undefined;
  const task = await mustFind(tx, key, now);
  await setTaskTags(tx, key.deploymentId, [task.documentId]);
  return task;
}

/** The row of a task about a document in the log. */
export function entryOf(
  type: ActivityEntry['type'],
  { taskId, documentId, documentName, assigneeEmail, libraryId, folderId }: TaskRow,
): ActivityEntry {
  const place = { ...(libraryId === null ? {} : { libraryId }), ...(folderId === null ? {} : { folderId }) };
  const details = { taskId, assignee: assigneeEmail };
  return { type, ...place, documentId, contentName: documentName, details };
}

async function mustFind(tx: Tx, key: TaskKey, now: Date): Promise<TaskRow> {
  const task = await findTask(tx, key, now);
  if (task === undefined) throw new Error('A task went that was held.');
  return task;
}
