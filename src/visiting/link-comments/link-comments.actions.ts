/** Comments of visitors (docs/api/links.md#comments). */
import type { Static } from 'typebox';
import type { Deps } from '../../platform/deps.ts';
import { type Tx, transaction } from '../../platform/db/connection.ts';
import { forbidden, invalidParameter, notFound, tooManyRequests } from '../../platform/errors.ts';
import { hit } from '../../platform/limits/throttle.ts';
import { displayName } from '../../platform/values/names.ts';
import type { Visiting } from '../../core/actor.ts';
import { creation } from '../../core/idempotency/idempotency.steps.ts';
import { readComment } from '../../library/comments/comments.body.ts';
import { type AuthorKey, type CommentRow, findComment, lockComments } from '../../library/comments/comments.queries.ts';
import { addComment, removeComment } from '../../library/comments/comments.steps.ts';
import { accessDocument } from '../../library/tree/tree.access.ts';
import type { DocumentRow } from '../../library/tree/tree.queries.ts';
import { type Visit, accessDocumentInVisit } from '../visits/visits.access.ts';
import type { VisitCommentBody } from './link-comments.schema.ts';

const HOUR_MS = 3_600_000;
/** Comments in an hour from one network address through a link, and through a link in total. */
const MOST = { address: 30, link: 300 };

/** Adds a comment. 429 beyond the limits of an hour. */
export async function commentInVisit(
  deps: Deps,
  visit: Visit,
  documentId: number,
  { Name, ...body }: Static<typeof VisitCommentBody>,
): Promise<CommentRow> {
  const draft = readComment(body);
  const author = readAuthor(viaOf(visit), Name);
  return creation(deps.sql, visit.actor, async (tx) => {
    const document = await lockDocumentInVisit(tx, visit, documentId);
    await countComments(tx, visit);
    return addComment(tx, deps, visit.actor, { document, author, draft });
  });
}

/** Deletes a comment of this visitor; 403 for others. */
export async function deleteInVisit(
  deps: Deps,
  visit: Visit,
  ids: { documentId: number; commentId: number },
): Promise<void> {
  await transaction(deps.sql, async (tx) => {
    const document = await lockDocumentInVisit(tx, visit, ids.documentId);
    const key = { deploymentId: visit.actor.deploymentId, ...ids };
    await lockComments(tx, key);
    const comment = await findComment(tx, key);
    if (comment === undefined) throw notFound('comment');
    if (!isOwnComment(visit, comment)) throw forbidden('You can only delete your own comments.');
    await removeComment(tx, visit.actor, { document, comment });
  });
}

/** Whether the visitor wrote it, in this browser or with the proved address. */
export function isOwnComment(visit: Visit, { visitorKey }: CommentRow): boolean {
  return visitorKey !== null && visitorKey === viaOf(visit).visitor;
}

// Checks the link first, then the rights of its creator at this moment, with the lock that a comment needs.
async function lockDocumentInVisit(tx: Tx, visit: Visit, documentId: number): Promise<DocumentRow> {
  await accessDocumentInVisit(tx, visit, documentId, 'Comment');
  return accessDocument(tx, visit.actor, documentId, 'Comment', 'child');
}

function readAuthor({ email, visitor: visitorKey }: Visiting, name: string | undefined): AuthorKey {
  if (email !== null) return { authorId: null, authorEmail: email, authorName: null, visitorKey };
  if (name === undefined) throw invalidParameter('Name', 'Name is required.');
  return { authorId: null, authorEmail: null, authorName: displayName(name, 'Name'), visitorKey };
}

async function countComments(tx: Tx, visit: Visit): Promise<void> {
  const { shareId, address } = viaOf(visit);
  for (const [subject, most] of [
    [`${shareId}/${address}`, MOST.address],
    [String(shareId), MOST.link],
  ] as const) {
    const { hits, resetsInMs } = await hit(tx, { scope: 'link-comments', subject, windowMs: HOUR_MS }, visit.actor.now);
    if (hits > most) throw tooManyRequests('There are too many new comments. Try again later.', resetsInMs / 1000);
  }
}

function viaOf({ actor: { via } }: Visit): Visiting {
  if (via.kind !== 'visit') throw new Error('The actor of a visit is a visitor.');
  return via;
}
