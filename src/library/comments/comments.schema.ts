import { Type } from 'typebox';
import {
  count,
  flag,
  id,
  link,
  links,
  nullable,
  nullableTime,
  text,
  time,
  wantedId,
} from '../../platform/openapi/fields.ts';
import { PersonSchema, personOrNull } from '../../core/persons/persons.schema.ts';

/** Characters (code points) of a comment. */
export const MAX_TEXT = 10_000;
/** People that a comment can mention. */
export const MAX_MENTIONS = 20;
export const MAX_PAGE = 100_000;

const fraction = (description: string) =>
  Type.Number({ minimum: 0, maximum: 1, description: `${description}, as a fraction of the page.` });

/** A rectangle on a page. */
export const RegionSchema = Type.Object(
  {
    X: fraction('Left edge'),
    Y: fraction('Top edge'),
    Width: fraction('Width'),
    Height: fraction('Height'),
  },
  { title: 'CommentRegion', additionalProperties: false, description: 'A rectangle on a page.' },
);

const page = Type.Integer({ minimum: 1, maximum: MAX_PAGE, description: 'The page, from 1.' });

/** The parts of a comment that visitors of links see too. */
export const shownToAll = {
  CommentId: id('The comment.'),
  ParentId: nullable(Type.Integer(), 'The first comment of the thread; null for that one.'),
  Page: nullable(page, 'The page that it is about; null: the whole document.'),
  Region: nullable(RegionSchema, 'The part of the page that it is about; null: the whole page.'),
  Text: text('Plain text with line breaks. Empty if it was deleted.'),
  AuthorName: text('Name of the author, or the address of a visitor. Empty if it was deleted.'),
  IsVerified: flag('Whether the author signed in or proved the address by a code. A name that a visitor typed is not.'),
  TaskResult: Type.Enum(['', 'Positive', 'Negative'], {
    description: 'The decision on a task that it comments on; empty for other comments.',
  }),
  DateCreated: time('When it was written.'),
  DateChanged: nullableTime('When its text was last changed; null: never.'),
  IsResolved: flag('Whether its thread is resolved.'),
  IsDeleted: flag('Whether it was deleted. It remains in the list while its thread has replies.'),
};

/** docs/api/comments.md#comment-object */
export const CommentSchema = Type.Object(
  {
    ...shownToAll,
    DocumentId: id('The document.'),
    RevisionId: nullable(Type.Integer(), 'The revision that it was made on; null if unknown.'),
    RevisionNumber: nullable(Type.Integer(), 'Number of that revision.'),
    Author: personOrNull('The author; null for visitors, and if it was deleted.'),
    Mentions: Type.Array(PersonSchema, { description: 'The people that it mentions, by name.' }),
    TaskId: nullable(Type.Integer(), 'The task on whose decision it comments; null for other comments.'),
    DateResolved: nullableTime('When the thread was resolved; null unless it is.'),
    ResolvedBy: personOrNull('The user who resolved the thread; null unless it is resolved, and for old decisions.'),
    Abilities: Type.Object(
      {
        Edit: flag('Whether you can change its text.'),
        Delete: flag('Whether you can delete it.'),
        Resolve: flag('Whether you can resolve and reopen the thread; false for replies.'),
      },
      { description: 'The operations that you can do with the comment now.' },
    ),
    Links: links({ Self: link('The comment.'), Document: link('The document.') }),
  },
  { title: 'Comment', description: 'A comment on a document.' },
);

/** The numbers of a document's comments. */
export const CommentCountsSchema = Type.Object(
  { Comments: count('Comments, without deleted ones.'), OpenThreads: count('Threads that are not resolved.') },
  { title: 'CommentCounts', description: 'Numbers of comments on a document.' },
);

const wantedText = Type.String({ description: `Plain text of 1 to ${MAX_TEXT} characters. Line breaks are kept.` });
const wantedMentions = Type.Array(wantedId('A user who can view the document.'), {
  maxItems: MAX_MENTIONS,
  description: `The users that the text mentions, at most ${MAX_MENTIONS}. Each can view the document, and is notified.`,
});

/** The properties of a comment that people and visitors can set. */
export const wantedComment = {
  Text: wantedText,
  ParentId: Type.Optional(wantedId('The first comment of the thread that it replies to. Absent: a new thread.')),
  Page: Type.Optional(page),
  Region: Type.Optional(RegionSchema),
};

export const CreateCommentBody = Type.Object(
  {
    ...wantedComment,
    RevisionId: Type.Optional(wantedId('The revision that it is about. Absent: the current one.')),
    Mentions: Type.Optional(wantedMentions),
  },
  { title: 'CommentCreate', description: 'A comment to add.' },
);

export const ChangeCommentBody = Type.Object(
  { Text: wantedText, Mentions: Type.Optional(wantedMentions) },
  { title: 'CommentChange', description: 'The new text. `Mentions` replaces the former ones; absent: none.' },
);

export const CommentParams = Type.Object({ documentId: id('The document.'), commentId: id('The comment.') });
