import type { Static } from 'typebox';
import { csvLine } from '../../platform/values/csv.ts';
import type { Actor } from '../../core/actor.ts';
import { presentPerson, presentPersonOrNull } from '../../core/persons/persons.presenter.ts';
import type { DocumentRow } from '../tree/tree.queries.ts';
import { commentAbilities } from './comments.access.ts';
import type { CommentCounts, CommentRow } from './comments.queries.ts';
import type { CommentCountsSchema, CommentSchema } from './comments.schema.ts';

export function presentComment(
  baseUrl: string,
  actor: Actor,
  document: Pick<DocumentRow, 'rights'>,
  comment: CommentRow,
): Static<typeof CommentSchema> {
  const self = `${baseUrl}/api/documents/${comment.documentId}`;
  return {
    ...presentShown(comment, nameOf(comment)),
    DocumentId: comment.documentId,
    RevisionId: comment.revisionId,
    RevisionNumber: comment.revisionNumber,
    Author: comment.isDeleted ? null : presentPersonOrNull(baseUrl, comment.author),
    Mentions: comment.mentions.map((person) => presentPerson(baseUrl, person)),
    TaskId: comment.taskId,
    DateResolved: comment.resolvedAt,
    ResolvedBy: presentPersonOrNull(baseUrl, comment.resolver),
    Abilities: commentAbilities(actor, document, comment),
    Links: { Self: `${self}/comments/${comment.commentId}`, Document: self },
  };
}

/** The parts that visitors see too, with the name that they see. */
export function presentShown(comment: CommentRow, authorName: string) {
  return {
    CommentId: comment.commentId,
    ParentId: comment.threadId === comment.commentId ? null : comment.threadId,
    Page: comment.page,
    Region: presentRegion(comment),
    Text: comment.text,
    AuthorName: comment.isDeleted ? '' : authorName,
    IsVerified: comment.authorName === null,
    TaskResult: comment.taskResult ?? ('' as const),
    DateCreated: comment.createdAt,
    DateChanged: comment.changedAt,
    IsResolved: comment.resolvedAt !== null,
    IsDeleted: comment.isDeleted,
  };
}

export function presentCounts({ comments, openThreads }: CommentCounts): Static<typeof CommentCountsSchema> {
  return { Comments: comments, OpenThreads: openThreads };
}

/** The first line of an export. */
export const CSV_HEADER = csvLine([
  'CommentId',
  'ParentId',
  'DateCreated',
  'Author',
  'IsVerified',
  'Revision',
  'Page',
  'Text',
  'IsResolved',
  'DateResolved',
  'ResolvedBy',
]);

/** A comment in an export. */
export function formatCsv(comment: CommentRow): string {
  const { threadId, commentId, createdAt, revisionNumber, page, text, resolvedAt, resolver, isDeleted } = comment;
  return csvLine([
    commentId,
    threadId === commentId ? null : threadId,
    createdAt,
    isDeleted ? '' : nameOf(comment),
    String(comment.authorName === null),
    revisionNumber,
    page,
    text,
    String(resolvedAt !== null),
    resolvedAt,
    resolver?.name ?? null,
  ]);
}

function nameOf({ author, authorEmail, authorName }: CommentRow): string {
  return author?.name ?? authorEmail ?? authorName ?? '';
}

function presentRegion({ region }: CommentRow) {
  if (region === null) return null;
  const [X, Y, Width, Height] = region;
  return { X, Y, Width, Height };
}
