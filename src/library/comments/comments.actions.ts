/** Comments of people with an account (docs/api/comments.md#operations). */
import type { Static } from 'typebox';
import type { Deps } from '../../platform/deps.ts';
import { transaction } from '../../platform/db/connection.ts';
import { invalidParameter } from '../../platform/errors.ts';
import { recordActivity } from '../../core/activity/activity.queries.ts';
import type { Actor } from '../../core/actor.ts';
import { creation } from '../../core/idempotency/idempotency.steps.ts';
import { accessDocument } from '../tree/tree.access.ts';
import { type FoundComment, accessCommentToChange } from './comments.access.ts';
import { readComment, readText } from './comments.body.ts';
import { notifyMentioned } from './comment-messages.steps.ts';
import { setResolved, updateText } from './comments.queries.ts';
import type { ChangeCommentBody, CreateCommentBody } from './comments.schema.ts';
import { addComment, assertNotDecision, commentEntry, mustFind, removeComment } from './comments.steps.ts';

type Ids = { documentId: number; commentId: number };

/** Adds a comment by somebody who can view the document. */
export async function createComment(
  deps: Deps,
  actor: Actor,
  documentId: number,
  body: Static<typeof CreateCommentBody>,
): Promise<FoundComment> {
  const draft = readComment(body);
  return creation(deps.sql, actor, async (tx) => {
    const document = await accessDocument(tx, actor, documentId, 'Comment', 'child');
    const author = { authorId: actor.userId, authorEmail: null, authorName: null, visitorKey: null };
    return { document, comment: await addComment(tx, deps, actor, { document, author, draft }) };
  });
}

/** Changes the text and the mentions, for the author. People who were mentioned before are not notified again. */
export async function changeComment(
  deps: Deps,
  actor: Actor,
  ids: Ids,
  { Text, Mentions = [] }: Static<typeof ChangeCommentBody>,
): Promise<FoundComment> {
  const text = readText(Text);
  const mentionedIds = [...new Set(Mentions)];
  return transaction(deps.sql, async (tx) => {
    const found = await accessCommentToChange(tx, actor, ids, 'Edit');
    const { document, comment: former } = found;
    assertNotDecision(former);
    const before = new Set(former.mentions.map(({ userId }) => userId));
    const isSame =
      former.text === text && before.size === mentionedIds.length && mentionedIds.every((id) => before.has(id));
    if (isSame) return found;
    await updateText(tx, former, { text, mentionedIds }, actor.now);
    await recordActivity(tx, actor, commentEntry('DocumentCommentChanged', document, former));
    const comment = await mustFind(tx, former);
    await notifyMentioned(tx, deps, actor, {
      document,
      comment,
      mentionedIds: mentionedIds.filter((id) => !before.has(id)),
    });
    return { document, comment };
  });
}

/** Deletes a comment, for its author and people who can edit the document. */
export async function deleteComment(deps: Deps, actor: Actor, ids: Ids): Promise<void> {
  await transaction(deps.sql, async (tx) => {
    await removeComment(tx, actor, await accessCommentToChange(tx, actor, ids, 'Remove'));
  });
}

/** Resolves or reopens a thread. Does nothing if it is in that state: of two requests at once, one is recorded. */
export async function resolveThread(deps: Deps, actor: Actor, ids: Ids, isResolved: boolean): Promise<FoundComment> {
  return transaction(deps.sql, async (tx) => {
    const found = await accessCommentToChange(tx, actor, ids, 'Resolve');
    const { document, comment } = found;
    if (comment.threadId !== comment.commentId) {
      throw invalidParameter('commentId', 'Only the first comment of a thread can be resolved and reopened.');
    }
    if ((comment.resolvedAt !== null) === isResolved) return found;
    await setResolved(tx, comment, isResolved ? { by: actor.userId, at: actor.now } : null);
    const type = isResolved ? 'DocumentCommentResolved' : 'DocumentCommentReopened';
    await recordActivity(tx, actor, commentEntry(type, document, comment));
    return { document, comment: await mustFind(tx, comment) };
  });
}
