import { operations } from '../../platform/openapi/operations.ts';
import { UPLOAD_REFUSALS, contentAnswers } from '../documents/documents.docs.ts';
import { SMALL_REVISION_FORM } from '../documents/documents.schema.ts';
import { created, requires } from '../tree/refusals.docs.ts';

const KIND = 'A revision must keep the extension of the document.';

export const revisionDocs = operations('Revisions', {
  listRevisions: {
    summary: 'List the revisions of a document',
    description:
      'Returns the revisions of a document, newest first. Without `top` the list is complete. Requires Read.',
    answers: { 200: 'The revisions.', ...requires('Read', 'document') },
  },
  getRevision: {
    summary: 'Get a revision',
    description: 'Returns a revision of a document without its content. Requires Read on the document.',
    answers: { 200: 'The revision.', ...requires('Read', 'document') },
  },
  getRevisionContent: {
    summary: 'Download the content of a revision',
    description:
      'Returns the content of a revision as an attachment, in ranges if wanted. The read is recorded. Requires Read.',
    answers: contentAnswers('application/octet-stream', 'document'),
  },
  restoreRevision: {
    summary: 'Restore a revision',
    description: 'Makes a copy of a revision the newest revision of the document. Requires Write.',
    answers: {
      200: 'The current revision has this name and content already.',
      201: created('The new revision.'),
      ...requires('Write', 'document'),
      409: 'A document with this name and content exists in the folder.',
    },
  },
  createRevision: {
    summary: 'Upload a revision',
    description:
      'Stores a new revision of a document: from a form with less than 5 242 880 bytes, or from a staged upload, whose reference goes ' +
      'into the header `x-service-fileref` while the body is empty. A revision with the name and content of the current one changes ' +
      'nothing. Requires Write.',
    bodyContent: { 'multipart/form-data': { schema: SMALL_REVISION_FORM } },
    answers: {
      200: 'The current revision has this name and content already.',
      201: created('The new revision.'),
      400: 'The form, the name, or the reference is not valid.',
      403: 'You lack Write on the document.',
      404: 'No such document or staged upload exists.',
      409: `${KIND} Or bytes of the staged upload are missing.`,
      ...UPLOAD_REFUSALS,
    },
  },
});
