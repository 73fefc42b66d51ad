/**
 * Ends tasks. Each function runs in a transaction in which the document is locked, so that one of two concurrent calls
 * succeeds.
 */
import type { Deps } from '../../platform/deps.ts';
import type { Tx } from '../../platform/db/connection.ts';
import { conflict, notFound } from '../../platform/errors.ts';
import { type ActivityEntry, insertActivity, recordActivity } from '../../core/activity/activity.queries.ts';
import type { Actor } from '../../core/actor.ts';
import type { PurgedDocuments } from '../../library/purge/purge.steps.ts';
import { assertAllowed } from '../../library/rights/allowed.ts';
import { setTaskTags } from '../../library/tags/task-tags.queries.ts';
import { findDocument } from '../../library/tree/tree.queries.ts';
import { endTaskAccess, shortenTaskAccess } from '../task-rows/access.queries.ts';
import { presentTaskRevision } from './tasks.presenter.ts';
import { notifyCompleted, notifyEnded } from '../task-messages/task-messages.steps.ts';
import {
  type Ending,
  type TaskKey,
  type TaskResult,
  type TaskRow,
  endTask,
  findRevisionNumber,
  findTask,
  keepNames,
  listOpenTasks,
} from '../task-rows/tasks.queries.ts';

/** How long the assignee can still read the document after the due date, and after the decision. */
export const ACCESS_AFTER_MS = 15 * 86_400_000;

/** A decision: `comment` null without one, `hash` of the content that the assignee saw, null if the request does not say. */
export type Decision = { result: TaskResult; comment: string | null; hash: string | null };

/**
 * Decides an open task. The caller makes sure that the actor is the assignee or came by the assignee's link. 404 if the task or
 * its document is gone or in the trash, 409 unless the task is open and the content is the one that the assignee saw, 403 if
 * the document may not be read. Of several requests that would end a task at the same time, one succeeds.
 */
export async function decideTask(
  tx: Tx,
  deps: Pick<Deps, 'config'>,
  actor: Actor,
  taskId: number,
  { result, comment, hash }: Decision,
): Promise<TaskRow> {
  const { deploymentId, now } = actor;
  const key = { deploymentId, taskId };
  const task = await findTask(tx, key, now);
  if (task === undefined) throw notFound('task');
  const document = await findDocument(tx, actor, task.documentId, 'change');
  if (document === undefined || document.isInTrash) throw notFound('document');
  // The document is locked: a revision that is stored at the same time is either the current one here, or comes later.
  const completed = await conclude(tx, key, { status: 'Completed', result, comment, revision: document }, now);
  if (completed === undefined) throw conflict('The task is no longer open.');
  // After the status, because an assignee whose task was cancelled has lost Read with it and needs to learn of the former.
  assertAllowed(actor, 'document', 'EndTask', document);
  await assertContentSeen(tx, completed, hash);
  await shortenTaskAccess(tx, key, new Date(now.getTime() + ACCESS_AFTER_MS));
  await recordActivity(tx, actor, entryOf(result === 'Positive' ? 'TaskApproved' : 'TaskDenied', completed));
  if (comment !== null) {
    const commentEntry = entryOf('DocumentComment', completed);
    await recordActivity(tx, actor, { ...commentEntry, details: { ...commentEntry.details, comment } });
  }
  await notifyCompleted(tx, deps, completed, now);
  return mustFind(tx, key, now);
}

// The decided content is the one that the assignee saw: that of the hash or, without one, the assigned content.
async function assertContentSeen(tx: Tx, task: TaskRow, hash: string | null): Promise<void> {
  const { assigned, decided: current } = task;
  if (current === null || current.hash === (hash ?? assigned.hash)) return;
  const [was, is] = [assigned.revisionNumber, current.revisionNumber];
  const review = `Review revision ${is}, then send its Hash with the decision.`;
  const more = {
    Reason: 'changed',
    AssignedRevision: presentTaskRevision(assigned),
    CurrentRevision: presentTaskRevision(current),
  };
  if (hash === null) {
    const why = `The document changed after the task was assigned: revision ${was} was assigned, revision ${is} is current.`;
    throw conflict(`${why} ${review}`, more);
  }
  const seen = await findRevisionNumber(tx, task, hash);
  const why =
    seen === undefined
      ? `Hash matches no revision of the document: revision ${was} was assigned, revision ${is} is current.`
      : `Hash is that of revision ${seen}, and revision ${is} is current.`;
  throw conflict(`${why} ${review}`, more);
}

/** Cancels an open task as its creator; undefined if it is not open. The document is locked. */
export async function endAsCancelled(tx: Tx, actor: Actor, task: TaskRow): Promise<TaskRow | undefined> {
  const { userId: by, now } = actor;
  const cancelled = await conclude(tx, task, { status: 'Cancelled' }, now);
  if (cancelled === undefined) return undefined;
  await endTaskAccess(tx, task, { by, at: now });
  await recordActivity(tx, actor, entryOf('TaskCancelled', cancelled));
  await notifyEnded(tx, cancelled, 'cancelled', now);
  return mustFind(tx, task, now);
}

/** Expires an open task whose due date has passed; nothing if it has ended meanwhile. */
export async function expireTask(tx: Tx, { deploymentId, taskId }: TaskKey, now: Date): Promise<void> {
  const expired = await conclude(tx, { deploymentId, taskId }, { status: 'Expired' }, now);
  if (expired === undefined) return;
  await insertActivity(tx, { deploymentId, userId: null, at: now }, entryOf('TaskExpired', expired));
  await notifyEnded(tx, expired, 'expired', now);
}

/**
 * Ends the tasks of purged documents, which are locked: open ones as Cancelled, those past their due date as Expired;
 * all keep the names of the documents.
 */
export async function endTasksOfPurged(tx: Tx, { by, documentIds }: PurgedDocuments): Promise<void> {
  const { deploymentId, userId, now } = by;
  await keepNames(tx, deploymentId, documentIds);
  for (const key of await listOpenTasks(tx, deploymentId, documentIds)) {
    const cancelled = await conclude(tx, key, { status: 'Cancelled' }, now);
    if (cancelled === undefined) {
      await expireTask(tx, key, now);
      continue;
    }
    await endTaskAccess(tx, key, { by: userId, at: now });
    await insertActivity(tx, { deploymentId, userId, at: now }, entryOf('TaskCancelled', cancelled));
    await notifyEnded(tx, cancelled, 'purged', now);
  }
}

// The row and the tags; undefined if another call was first.
async function conclude(tx: Tx, key: TaskKey, ending: Ending, now: Date): Promise<TaskRow | undefined> {
  if (!(await endTask(tx, key, ending, now))) return undefined;
  const task = await mustFind(tx, key, now);
  await setTaskTags(tx, key.deploymentId, [task.documentId]);
  return task;
}

/** The activity entry of a task about a document. */
export function entryOf(type: ActivityEntry['type'], task: TaskRow): ActivityEntry {
  const { taskId, documentId, documentName, assigneeEmail, libraryId, folderId } = task;
  const place = { ...(libraryId === null ? {} : { libraryId }), ...(folderId === null ? {} : { folderId }) };
  const details = { taskId, assignee: assigneeEmail, ...revisionDetails(type, task) };
  return { type, ...place, documentId, contentName: documentName, details };
}

// Records which content was assigned, approved or denied.
function revisionDetails(type: ActivityEntry['type'], { assigned, decided }: TaskRow): ActivityEntry['details'] {
  const revision =
    type === 'TaskCreated' ? assigned : type === 'TaskApproved' || type === 'TaskDenied' ? decided : null;
  return revision === null ? {} : { ...revision };
}

async function mustFind(tx: Tx, key: TaskKey, now: Date): Promise<TaskRow> {
  const task = await findTask(tx, key, now);
  if (task === undefined) throw new Error('A locked task disappeared.');
  return task;
}
