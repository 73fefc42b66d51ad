import { type Answers, type Operation, binary, operations } from '../../platform/openapi/operations.ts';

const NO_UPLOAD = 'No such upload exists, it belongs to somebody else, it expired, or it was finished.';
const TOO_MANY = 'You have 100 unfinished uploads.';
const FULL = 'No room is left for the content.';
const TUS = ['Tus-Resumable'] as const;
const OPTIONS: Answers = {
  204: {
    description: 'Versions and extensions of tus.',
    headers: [...TUS, 'Tus-Version', 'Tus-Extension', 'Tus-Max-Size'],
  },
};

const staged = (kind: string): Answers => ({
  200: 'The reference of the upload. Send portions to `Links.Location`.',
  400: '`filename` is missing or not valid, or its extension is not allowed.',
  403: `You lack Write on the ${kind}.`,
  404: `No such ${kind} exists, or it is in the trash.`,
  429: TOO_MANY,
  507: FULL,
});

export const uploadDocs = operations('Uploads', {
  listUploads: {
    summary: 'List your unfinished uploads',
    description: 'Returns your uploads that are not finished, newest first. Without `top` the list is complete.',
    answers: { 200: 'The uploads.' },
  },
  createDocumentUpload: {
    summary: 'Start uploading a document in portions',
    description:
      'Starts a staged upload for a new document. Send the portions by `appendToUpload`, and finish with `createDocument`. An unfinished ' +
      'upload expires after 7 days. Requires Write on the folder.',
    answers: staged('folder'),
  },
  createRevisionUpload: {
    summary: 'Start uploading a revision in portions',
    description:
      'Starts a staged upload for a new revision. Send the portions by `appendToUpload`, and finish with `createRevision`. An unfinished ' +
      'upload expires after 7 days. Requires Write on the document.',
    answers: { ...staged('document'), 409: 'The extension of the file is not that of the document.' },
  },
  getUpload: {
    summary: 'Get an unfinished upload',
    description: 'Returns one of your unfinished uploads.',
    answers: { 200: 'The upload.', 404: NO_UPLOAD },
  },
  getUploadOffset: {
    summary: 'Get the offset of an upload',
    description: 'Returns in `Upload-Offset` how many bytes are stored. The next portion starts there.',
    answers: { 200: { description: 'The offset.', headers: ['Upload-Offset'] }, 404: NO_UPLOAD },
  },
  appendToUpload: {
    summary: 'Append a portion to an upload',
    description:
      'Appends the body, at most 2 097 152 bytes, and stores it whole or not at all. With `Upload-Offset` a portion whose answer was lost ' +
      'can be sent again.',
    bodyContent: binary('application/octet-stream'),
    answers: {
      200: { description: 'The reference with the new `CurrentSize`.', headers: ['Upload-Offset'] },
      400: 'The portion is empty, or `Upload-Offset` is not a number, or it is missing although the upload has a known length.',
      404: NO_UPLOAD,
      409: '`Upload-Offset` is not the end of the upload, or another portion is being stored. `Upload-Offset` of the answer is the end.',
      413: 'The portion is larger than 2 097 152 bytes, or the upload exceeds the limit of the service.',
      507: FULL,
    },
  },
  deleteUpload: {
    summary: 'Drop an upload',
    description: 'Deletes an unfinished upload with everything that was stored of it.',
    answers: { 204: 'The upload was dropped.', 404: NO_UPLOAD },
  },
  getTusOptions: {
    summary: 'Get what of tus is supported',
    description:
      'Returns the versions and extensions of tus that the server supports. Public: no credential is needed.',
    answers: OPTIONS,
  },
  getTusUploadOptions: {
    summary: 'Get what of tus is supported for an upload',
    description: 'Returns the same as `getTusOptions`. Public: no credential is needed.',
    answers: OPTIONS,
  },
  createTusUpload: {
    summary: 'Start an upload by tus',
    description:
      'Starts an upload by tus 1.0. `Upload-Length` states its size; `Upload-Metadata` names `filename` and either `folderId` or ' +
      '`documentId`. The body can hold the first bytes. Finish with `createDocument` or `createRevision`. Requires Write.',
    bodyContent: binary('application/offset+octet-stream'),
    answers: {
      201: { description: 'The upload was started.', headers: [...TUS, 'Location', 'Upload-Offset', 'Upload-Expires'] },
      400: 'A header is missing or not valid, or the extension of the file is not allowed.',
      403: 'You lack Write on the folder or document.',
      404: 'No such folder or document exists, or it is in the trash.',
      409: 'The extension of the file is not that of the document.',
      411: '`Upload-Length` is missing.',
      412: '`Tus-Resumable` is not `1.0.0`.',
      413: 'The upload is larger than the service allows.',
      415: 'The body is not `application/offset+octet-stream`.',
      429: TOO_MANY,
      507: FULL,
    },
  },
  getTusUploadOffset: {
    summary: 'Get the offset of an upload by tus',
    description: 'Returns in `Upload-Offset` how many bytes are stored, and the metadata of the upload.',
    answers: {
      200: {
        description: 'The offset.',
        headers: [...TUS, 'Upload-Offset', 'Upload-Length', 'Upload-Metadata', 'Upload-Expires'],
      },
      404: NO_UPLOAD,
      412: '`Tus-Resumable` is not `1.0.0`.',
    },
  },
  appendToTusUpload: {
    summary: 'Append to an upload by tus',
    description:
      'Appends any number of bytes at `Upload-Offset`. If a request breaks, the bytes that arrived are kept.',
    bodyContent: binary('application/offset+octet-stream'),
    answers: {
      204: { description: 'The bytes are stored.', headers: [...TUS, 'Upload-Offset', 'Upload-Expires'] },
      400: '`Upload-Offset` is missing or not a number.',
      404: NO_UPLOAD,
      409: '`Upload-Offset` is not the end of the upload, or another request appends to it.',
      412: '`Tus-Resumable` is not `1.0.0`.',
      413: 'The body goes beyond `Upload-Length`.',
      415: 'The body is not `application/offset+octet-stream`.',
      507: FULL,
    },
  },
  deleteTusUpload: {
    summary: 'Drop an upload by tus',
    description: 'Deletes an unfinished upload with everything that was stored of it.',
    answers: {
      204: { description: 'The upload was dropped.', headers: TUS },
      404: NO_UPLOAD,
      412: '`Tus-Resumable` is not `1.0.0`.',
    },
  },
});

/** The operations of a place for tus uploads. */
export type TusDocs = Record<
  'getOptions' | 'getUploadOptions' | 'create' | 'getOffset' | 'append' | 'delete',
  Operation
>;

/** Uploads by tus of people with an account. */
export const tusDocs: TusDocs = {
  getOptions: uploadDocs.getTusOptions,
  getUploadOptions: uploadDocs.getTusUploadOptions,
  create: uploadDocs.createTusUpload,
  getOffset: uploadDocs.getTusUploadOffset,
  append: uploadDocs.appendToTusUpload,
  delete: uploadDocs.deleteTusUpload,
};
