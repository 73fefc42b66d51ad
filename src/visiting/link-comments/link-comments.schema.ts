import { Type } from 'typebox';
import { flag, id } from '../../platform/openapi/fields.ts';
import { shownToAll, wantedComment } from '../../library/comments/comments.schema.ts';
import { LinkDocumentParams } from '../link-routes/visits.schema.ts';

/** A comment as visitors see it: no ids and addresses of people (docs/api/links.md#comments). */
export const VisitCommentSchema = Type.Object(
  {
    ...shownToAll,
    IsAboutCurrentRevision: flag('False if it is about an earlier revision, whose pages can be others.'),
    CanDelete: flag('Whether it is yours, so that you can delete it.'),
  },
  { title: 'VisitComment', description: 'A comment on a shared document.' },
);

export const VisitCommentBody = Type.Object(
  {
    ...wantedComment,
    Name: Type.Optional(
      Type.String({
        maxLength: 100,
        description: 'Your name, which is shown as unverified. Required unless an access code proved your address.',
      }),
    ),
  },
  { title: 'VisitCommentCreate', description: 'A comment to add.' },
);

export const LinkCommentParams = Type.Object({ ...LinkDocumentParams.properties, commentId: id('The comment.') });
