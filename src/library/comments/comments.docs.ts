import { operations } from '../../platform/openapi/operations.ts';
import { CONDITIONAL, changed, created, requires, tagged } from '../tree/refusals.docs.ts';

const gone = 'No such document or comment exists, or the document is in the trash.';
const notYours = 'You cannot view the document, or the comment is not yours to change.';
const decision = 'The comment belongs to a decision on a task.';

export const commentDocs = operations('Comments', {
  listComments: {
    summary: 'List the comments on a document',
    description:
      'Returns threads by the time of their first comment, each followed by its replies. Deleted comments are in the list while ' +
      'their thread has replies. Requires Read on the document.',
    answers: { 200: { description: 'The comments.', headers: ['Link'] }, ...requires('Read', 'document') },
  },
  createComment: {
    summary: 'Comment on a document',
    description:
      'Adds a comment on a document, on a page of it, or on a part of a page; or a reply to a thread, which reopens a resolved one. ' +
      'Notifies the mentioned people, the owner of the document and the other people of the thread. Requires Read on the document.',
    bodyExample: { Text: 'Is this the final figure?', Page: 2 },
    answers: {
      201: created('The comment.'),
      400: 'The text or the place is not valid, or a mentioned person cannot view the document.',
      ...requires('Read', 'document'),
      404: 'No such document, thread or revision exists, or the document is in the trash.',
      409: 'The document has 10 000 comments.',
      429: 'You have sent too many requests or emails.',
    },
  },
  countComments: {
    summary: 'Count the comments on a document',
    description: 'Returns the numbers of comments and of open threads. Requires Read on the document.',
    answers: { 200: 'The numbers.', ...requires('Read', 'document') },
  },
  exportComments: {
    summary: 'Export the comments on a document',
    description:
      'Returns all comments as CSV with a header line, in the order of the list. A text that a spreadsheet would run as a formula ' +
      'starts with an apostrophe. Requires Read on the document.',
    answers: {
      200: { description: 'The comments.', content: { 'text/csv': { schema: { type: 'string' } } } },
      ...requires('Read', 'document'),
    },
  },
  getComment: {
    summary: 'Get a comment',
    description: 'Returns a comment on a document. Requires Read on the document.',
    answers: { 200: tagged('The comment.'), ...CONDITIONAL, ...requires('Read', 'document'), 404: gone },
  },
  updateComment: {
    summary: 'Change a comment',
    description:
      'Replaces the text and the mentions of your own comment. People who are mentioned for the first time are notified.',
    bodyExample: { Text: 'Is this the final figure for 2026?' },
    answers: {
      200: changed('The comment.'),
      400: 'The text is not valid, or a mentioned person cannot view the document.',
      403: notYours,
      404: gone,
      409: decision,
      429: 'You have sent too many requests or emails.',
    },
  },
  deleteComment: {
    summary: 'Delete a comment',
    description:
      'Deletes a comment: your own, or any if you have Write on the document. The replies of a deleted comment remain.',
    answers: { 204: 'It is deleted.', 403: notYours, 404: gone, 409: decision },
  },
  resolveComment: {
    summary: 'Resolve a thread',
    description:
      'Marks the thread of a first comment as resolved; does nothing if it is. For the author of that comment and people with Write on the document.',
    answers: { 200: changed('The comment.'), 400: 'The comment is a reply.', 403: notYours, 404: gone },
  },
  reopenComment: {
    summary: 'Reopen a thread',
    description: 'The opposite of resolving it. For the same people.',
    answers: { 200: changed('The comment.'), 400: 'The comment is a reply.', 403: notYours, 404: gone },
  },
});
