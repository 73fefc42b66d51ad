import { binary, operations } from '../../platform/openapi/operations.ts';
import { CONDITIONAL, NOT_IN_TRASH, changed, created, requires, tagged } from '../tree/refusals.docs.ts';
import { SMALL_UPLOAD_FORM } from './documents.schema.ts';

const HEADERS = ['Content-Disposition', 'Content-Length', 'ETag', 'Last-Modified', 'Accept-Ranges'] as const;

/** The answers of a content. */
export const contentAnswers = (type: string, kind: string) =>
  ({
    200: { description: 'The content.', headers: HEADERS, content: binary(type) },
    206: {
      description: 'The range of bytes that `Range` names.',
      headers: [...HEADERS, 'Content-Range'],
      content: binary(type),
    },
    304: { description: 'Your copy is current.', headers: ['ETag'] },
    ...requires('Read', kind),
    412: 'The content has changed.',
    416: 'The range starts beyond the end of the content.',
  }) as const;

/** Refusals of what stores a content. */
export const UPLOAD_REFUSALS = {
  413: 'The file has 5 242 880 bytes or more; use a staged upload. Or the document exceeds the limit of the service.',
  415: 'The body is neither a form nor empty.',
  422: 'The `Idempotency-Key` was used with another request within the last 24 hours.',
  507: 'No room is left for the content.',
} as const;

const NAME_TAKEN = 'A document with this name and content exists in the folder.';

export const documentDocs = operations('Documents', {
  getDocument: {
    summary: 'Get a document',
    description: 'Returns a document without its content. Requires Read on it.',
    answers: { 200: tagged('The document.'), ...requires('Read', 'document'), ...CONDITIONAL },
  },
  updateDocument: {
    summary: 'Rename or move a document',
    description:
      'Changes the name or the folder of a document. Requires Write on it; moving also requires Delete on it and Write on the target. ' +
      'Moving to another library removes tag values.',
    bodyExample: { DocumentName: 'Contract final.txt' },
    answers: {
      200: changed('The document after the change.'),
      400: 'The name or its extension is not allowed, the folder does not exist, or nothing is to be changed.',
      403: 'You lack Write or Delete on the document, or Write on the folder.',
      404: 'No such document exists, or it is in the trash.',
      409: NAME_TAKEN,
    },
  },
  copyDocument: {
    summary: 'Copy a document',
    description:
      'Copies the current revision of a document to a folder. Requires Read on the document and Write on the folder.',
    bodyExample: { FolderId: 1, DocumentName: 'Contract copy.txt' },
    answers: {
      201: created('The copy.'),
      400: 'The name or its extension is not allowed, or the folder does not exist.',
      403: 'You lack Read on the document or Write on the folder.',
      404: 'No such document exists, or it is in the trash.',
      409: NAME_TAKEN,
    },
  },
  createDocument: {
    summary: 'Upload a document',
    description:
      'Stores a new document in a folder: from a form with less than 5 242 880 bytes, or from a staged upload, whose reference goes into ' +
      'the header `x-service-fileref` while the body is empty. Requires Write on the folder.',
    bodyContent: { 'multipart/form-data': { schema: SMALL_UPLOAD_FORM } },
    answers: {
      201: created('The document was stored.'),
      400: 'The form, the name, its extension, or the reference is not valid.',
      403: 'You lack Write on the folder.',
      404: 'No such folder or staged upload exists.',
      409: `${NAME_TAKEN} Or bytes of the staged upload are missing.`,
      ...UPLOAD_REFUSALS,
    },
  },
  deleteDocument: {
    summary: 'Delete a document',
    description:
      'Moves a document to the trash, or with `purge=true` deletes it permanently with all revisions, in the trash or not. Requires ' +
      'Delete, or for purging that you deleted it.',
    answers: {
      204: 'The document was deleted.',
      403: 'You lack Delete on the document, or `EnablePurging` is off.',
      404: 'No such document exists; without `purge=true` also if it is in the trash.',
      409: NOT_IN_TRASH,
    },
  },
  restoreDocument: {
    summary: 'Restore a document from the trash',
    description:
      'Restores a document to where it was, or to the folder `into`. Requires Delete, or that you deleted it; `into` also requires ' +
      'Write there.',
    answers: {
      200: 'The restored document.',
      403: 'You lack Delete on the document or Write on the target.',
      404: 'No such document exists, or `into` is not a folder outside the trash.',
      409: 'The document is not in the trash, or its original folder does not exist anymore.',
    },
  },
  getDocumentContent: {
    summary: 'Download the content of a document',
    description:
      'Returns the content of the current revision as an attachment, in ranges if wanted. The read is recorded. Requires Read.',
    answers: contentAnswers('application/octet-stream', 'document'),
  },
  getDocumentPreview: {
    summary: 'View the content of a document in a browser',
    description:
      'Returns the content in a type that browsers show and never run: images, sound, video, and PDF in their own type, everything ' +
      'written in text as `text/plain`. The read is recorded. Requires Read.',
    answers: {
      ...contentAnswers('*/*', 'document'),
      403: 'You lack Read on the document, or browsers cannot show its content.',
    },
  },
  getDocumentThumbnail: {
    summary: 'Get a thumbnail of a document',
    description:
      'Returns a PNG of the first page or picture. A document without one, and one whose thumbnail is not ready within 10 seconds, gets ' +
      'the default image of its kind. Requires Read.',
    answers: {
      200: {
        description: 'The thumbnail, or the default image.',
        headers: ['ETag', 'Content-Length', 'Cache-Control'],
        content: binary('image/png'),
      },
      304: { description: 'Your copy is current.', headers: ['ETag'] },
      400: '`size` is not one of the allowed sizes.',
      ...requires('Read', 'document'),
      412: 'The thumbnail has changed.',
    },
  },
});
