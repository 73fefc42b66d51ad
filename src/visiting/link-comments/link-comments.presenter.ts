import type { Static } from 'typebox';
import { presentShown } from '../../library/comments/comments.presenter.ts';
import type { CommentRow } from '../../library/comments/comments.queries.ts';
import type { Visit } from '../visits/visits.access.ts';
import { isOwnComment } from './link-comments.actions.ts';
import type { VisitCommentSchema } from './link-comments.schema.ts';

/** A comment for visitors. The address of another visitor is masked, so that only its owner recognizes it. */
export function presentVisitComment(visit: Visit, comment: CommentRow): Static<typeof VisitCommentSchema> {
  const { author, authorEmail, authorName } = comment;
  const isOwn = isOwnComment(visit, comment);
  const address = isOwn ? authorEmail : (authorEmail?.replace(/^(.).*@/, '$1…@') ?? null);
  return {
    ...presentShown(comment, author?.name ?? address ?? authorName ?? ''),
    IsAboutCurrentRevision: comment.isCurrent,
    CanDelete: isOwn && !comment.isDeleted,
  };
}
