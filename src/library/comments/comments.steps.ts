/**
 * Adds and deletes comments, for people with an account and for visitors. Each function runs in a transaction in which the
 * document's row is locked.
 */
import type { Deps } from '../../platform/deps.ts';
import type { Tx } from '../../platform/db/connection.ts';
import { conflict, invalidParameter, notFound } from '../../platform/errors.ts';
import { type ActivityEntry, recordActivity } from '../../core/activity/activity.queries.ts';
import type { Actor } from '../../core/actor.ts';
import type { DocumentRow } from '../tree/tree.queries.ts';
import type { CommentDraft } from './comments.body.ts';
import { gatherNotices, notifyMentioned } from './comment-messages.steps.ts';
import {
  type AuthorKey,
  type CommentRow,
  deleteCommentRow,
  findComment,
  hasRevision,
  insertComment,
  lockComments,
  setResolved,
} from './comments.queries.ts';

/** Of a document. Strangers cannot use the second half, so that people with an account can always comment. */
export const MAX_COMMENTS = 10_000;
export const MAX_COMMENTS_FOR_VISITORS = MAX_COMMENTS / 2;

/**
 * Adds a comment, notifies people, and reopens a resolved thread that it replies to. 404 for a thread or revision that does
 * not exist, 400 for a reply to a reply, 409 beyond the limit of the document.
 */
export async function addComment(
  tx: Tx,
  deps: Pick<Deps, 'config'>,
  actor: Actor,
  { document, author, draft }: { document: DocumentRow; author: AuthorKey; draft: CommentDraft },
): Promise<CommentRow> {
  const key = { deploymentId: actor.deploymentId, documentId: document.documentId };
  const most = actor.via.kind === 'visit' ? MAX_COMMENTS_FOR_VISITORS : MAX_COMMENTS;
  if ((await lockComments(tx, key)) >= most) {
    throw conflict(`The document already has ${most} comments. Delete some first.`);
  }
  const revisionId = draft.revisionId ?? document.revisionId;
  if (revisionId !== document.revisionId && !(await hasRevision(tx, key, revisionId))) throw notFound('revision');
  const thread = draft.parentId === null ? null : await findThread(tx, actor, { ...key, commentId: draft.parentId });
  const threadId = thread?.commentId ?? null;
  const commentId = await insertComment(tx, key, { ...draft, ...author, revisionId, threadId }, actor.now);
  const entry = { commentId, ...(threadId === null ? {} : { parentId: threadId }) };
  await recordActivity(tx, actor, commentEntry('DocumentComment', document, entry));
  if (thread !== null && thread.resolvedAt !== null) {
    await setResolved(tx, { ...key, threadId: thread.threadId }, null);
    await recordActivity(tx, actor, commentEntry('DocumentCommentReopened', document, { commentId: thread.threadId }));
  }
  const comment = await mustFind(tx, { ...key, commentId });
  await notifyMentioned(tx, deps, actor, { document, comment, mentionedIds: draft.mentionedIds });
  await gatherNotices(tx, actor, comment);
  return comment;
}

// The first comment of a thread, which may have been deleted since it got replies.
async function findThread(tx: Tx, { via }: Actor, key: Parameters<typeof findComment>[1]): Promise<CommentRow> {
  const thread = await findComment(tx, key, { orDeleted: true });
  const isHidden = via.kind === 'visit' && thread?.isDecision === true;
  if (thread === undefined || isHidden) throw notFound('comment');
  if (thread.threadId !== thread.commentId) {
    throw invalidParameter('ParentId', 'ParentId must be the first comment of a thread.');
  }
  return thread;
}

/** Deletes a comment, which the caller may. 409 for the comment of a decision. */
export async function removeComment(
  tx: Tx,
  actor: Actor,
  { document, comment }: { document: DocumentRow; comment: CommentRow },
): Promise<void> {
  assertNotDecision(comment);
  await deleteCommentRow(tx, comment, actor.now);
  await recordActivity(tx, actor, commentEntry('DocumentCommentDeleted', document, comment));
}

/** 409 for the comment of a decision, which is a part of the task. */
export function assertNotDecision({ taskId }: CommentRow): void {
  if (taskId !== null) throw conflict('The comment belongs to a decision on a task and cannot be changed.');
}

/** The activity entry of a comment. The text is left out, because the log keeps it after its deletion. */
export function commentEntry(
  type: ActivityEntry['type'],
  { libraryId, folderId, documentId, name }: DocumentRow,
  { commentId, ...more }: { commentId: number; parentId?: number },
): ActivityEntry {
  const details = { commentId, ...(more.parentId === undefined ? {} : { parentId: more.parentId }) };
  return { type, libraryId, folderId, documentId, contentName: name, details };
}

/** A comment that was just written. */
export async function mustFind(tx: Tx, key: Parameters<typeof findComment>[1]): Promise<CommentRow> {
  const comment = await findComment(tx, key, { orDeleted: true });
  if (comment === undefined) throw new Error('A locked comment disappeared.');
  return comment;
}
