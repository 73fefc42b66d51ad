import { operations } from '../../platform/openapi/operations.ts';

const refused = 'The link does not allow comments on this document.';
const gone = 'No such link or document exists.';

export const linkCommentDocs = operations('Visits', {
  listVisitComments: {
    summary: 'List the comments on a shared document',
    description:
      'Returns all comments on a document, also those of people with an account, in the order of `listComments`. People are shown ' +
      'by name, and other visitors with a masked address.',
    answers: { 200: { description: 'The comments.', headers: ['Link'] }, 403: refused, 404: gone },
  },
  countVisitComments: {
    summary: 'Count the comments on a shared document',
    description: 'Returns the numbers of comments and of open threads.',
    answers: { 200: 'The numbers.', 403: refused, 404: gone },
  },
  createVisitComment: {
    summary: 'Comment on a shared document',
    description:
      'Adds a comment under the address that an access code has proved, or under a name that is shown as unverified. The creator of ' +
      'the link is notified.',
    bodyExample: { Text: 'Is this the final figure?', Name: 'Vera' },
    answers: {
      201: 'The comment.',
      400: 'The text, the place, or the name is not valid.',
      403: refused,
      404: 'No such link, document, or thread exists.',
      409: 'The document has 5 000 comments.',
      429: 'There were too many comments from this address or through this link within an hour.',
    },
  },
  deleteVisitComment: {
    summary: 'Delete your comment on a shared document',
    description: 'Deletes a comment that you have added in this browser or with this address.',
    answers: {
      204: 'It is deleted.',
      403: 'The comment is not yours.',
      404: 'No such link, document, or comment exists.',
    },
  },
});
