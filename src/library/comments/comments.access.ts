import type { Db, Tx } from '../../platform/db/connection.ts';
import { notFound } from '../../platform/errors.ts';
import type { Validators } from '../../platform/http/files/conditional.ts';
import { entityTag } from '../../platform/http/files/entity-tag.ts';
import type { Actor } from '../../core/actor.ts';
import { assertParty, isParty } from '../../core/policy.ts';
import { assertPreconditions } from '../../core/preconditions.ts';
import { isAllowed } from '../rights/allowed.ts';
import { COMMENT_POLICY, type CommentOperation, type CommentParty } from '../rights/library.policy.ts';
import { accessDocument } from '../tree/tree.access.ts';
import type { DocumentRow } from '../tree/tree.queries.ts';
import { type CommentRow, findComment, lockComments } from './comments.queries.ts';

/** A comment with its document. */
export type FoundComment = { document: DocumentRow; comment: CommentRow };

type Ids = { documentId: number; commentId: number };

/** The comment with a client's id, for reading. 404 if it does not exist or is on another document. */
export async function accessComment(sql: Db, actor: Actor, ids: Ids): Promise<FoundComment> {
  const document = await accessDocument(sql, actor, ids.documentId, 'View');
  const comment = await findComment(sql, { ...actor, ...ids }, { orDeleted: true });
  if (comment === undefined) throw notFound('comment');
  return { document, comment };
}

/**
 * The same for a change: all comments of the document are locked before it is read. 403 unless the actor is one of the
 * people who can; 412 if the request requires another state.
 */
export async function accessCommentToChange(
  tx: Tx,
  actor: Actor,
  ids: Ids,
  operation: CommentOperation,
): Promise<FoundComment> {
  const document = await accessDocument(tx, actor, ids.documentId, 'Comment', 'child');
  await lockComments(tx, { ...actor, ...ids });
  // A thread goes on after its first comment was deleted.
  const comment = await findComment(tx, { ...actor, ...ids }, { orDeleted: operation === 'Resolve' });
  if (comment === undefined) throw notFound('comment');
  assertParty(COMMENT_POLICY[operation], partiesOf(actor, document, comment));
  assertPreconditions(actor, 'comment', comment.commentId, () => commentState(actor, document, comment));
  return { document, comment };
}

/** The validators of a comment's state for this actor, as in GET. */
export function commentState(actor: Actor, document: DocumentRow, comment: CommentRow): Validators {
  return { etag: entityTag('comment', comment, commentAbilities(actor, document, comment)) };
}

/** The actor's abilities on a comment in its current state. The comment of a decision belongs to the task. */
export function commentAbilities(actor: Actor, document: Pick<DocumentRow, 'rights'>, comment: CommentRow) {
  const parties = partiesOf(actor, document, comment);
  const able = (operation: CommentOperation) => isParty<CommentParty>(COMMENT_POLICY[operation], parties);
  const isOwn = !comment.isDeleted && comment.taskId === null;
  return {
    Edit: isOwn && able('Edit'),
    Delete: isOwn && able('Remove'),
    Resolve: comment.commentId === comment.threadId && able('Resolve'),
  };
}

// A visitor acts with the rights of the link's creator, but is not the author of the creator's comments.
function partiesOf(
  actor: Actor,
  { rights }: Pick<DocumentRow, 'rights'>,
  { author, commentId, threadId }: CommentRow,
): Record<CommentParty, boolean> {
  const isAuthor = actor.via.kind !== 'visit' && author?.userId === actor.userId;
  return {
    author: isAuthor,
    threadAuthor: isAuthor && commentId === threadId,
    moderator: actor.via.kind !== 'visit' && isAllowed(actor, 'document', 'ModerateComments', { rights }),
  };
}
