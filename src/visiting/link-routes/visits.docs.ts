import { type Answers, type Operation, binary, operations } from '../../platform/openapi/operations.ts';
import { contentAnswers } from '../../library/documents/documents.docs.ts';
import { folderDocs } from '../../library/folders/folders.docs.ts';
import { type TusDocs, uploadDocs } from '../../library/staged-uploads/uploads.docs.ts';

const GATEWAY: Answers = {
  404: 'The reference is not valid, or the shared item is in the trash or no longer readable by the creator of the link.',
  410: 'The link was revoked or has expired. `Reason`, `SharedBy` and `Branding` of the problem state why, whom to ask, and the name and color of the deployment.',
};
const FOREIGN = 'The request comes from a page of another origin.';

/** Refusals of every operation behind the lock; `kind` is the thing that its path names. */
const open = (kind?: string): Answers => ({
  ...GATEWAY,
  ...(kind === undefined ? {} : { 404: `The link is not valid, or no such ${kind} is in the shared item.` }),
  401: 'The link is locked in this browser: `unlockVisit` first.',
  409: 'The shared content is still being prepared.',
});
export const behindLock = (kind: string): Answers => ({
  ...open(kind),
  403: 'The link, or the rights of its creator, do not allow this.',
});
const FULL = 'No room is left for the content.';
const NO_UPLOAD = 'The link is not valid, or this visitor has no such unfinished upload.';
const LIMIT =
  'The upload exceeds the limit of the service or of the link; `Limit`, `Maximum`, and `Left` name that of the link.';
const BUSY = 'Unfinished uploads take up the limit of the link, or there are too many of them.';

/** The cookie that `unlockVisit` sets, which links without a password and an access code do not need. */
export const LOCK: NonNullable<Operation['security']> = [{}, { visit: [] }];

const entrance = operations('Visits', {
  getVisit: {
    summary: 'Get the visit of a link',
    description:
      'Returns what the page of a link shows first: who shared what, whether the link is locked, and what it allows. Counts as an ' +
      'opening of the link unless it is locked.',
    security: LOCK,
    answers: { 200: 'The visit.', ...GATEWAY },
  },
  unlockVisit: {
    summary: 'Unlock a link',
    description:
      'Takes the password of a link, or the access code that its recipient got by email. Sets the cookie `carrel_visit`, which opens ' +
      'this link for 12 hours.',
    bodyExample: { Password: 'open sesame now' },
    security: [],
    answers: {
      200: { description: 'The visit. A link without a lock sets no cookie.', headers: ['Set-Cookie'] },
      400: 'The password, the code, or the recipient is missing.',
      403: `The password or the code is wrong; \`TriesLeft\` of the problem counts the attempts that are left for a code. Or: ${FOREIGN}`,
      ...GATEWAY,
      409: 'The shared content is still being prepared.',
      429: 'Too many wrong passwords or codes.',
    },
  },
  resendAccessCode: {
    summary: 'Send an access code again',
    description: 'Sends a new access code to the recipient of a personal link.',
    bodyExample: { Recipient: 'k3xT9w' },
    security: [],
    answers: {
      202: 'When the code was sent, and when another can be requested.',
      403: FOREIGN,
      ...GATEWAY,
      409: 'The link does not require an access code, or the shared content is still being prepared.',
      429: 'Too many codes were requested.',
    },
  },
  getVisitLogo: {
    summary: 'Get the logo for a link',
    description: 'Returns the logo of the deployment that the link belongs to.',
    security: [],
    answers: {
      200: { description: 'The logo.', headers: ['Cache-Control'], content: binary('image/png') },
      ...GATEWAY,
      404: 'The link is not valid, or the deployment has no logo.',
    },
  },
});

const reading = operations('Visits', {
  getVisitFolder: {
    summary: 'List a folder of a link',
    description:
      'Returns the folders and documents in the shared folder or one below it, by name. Visitors who can only upload get folders ' +
      'alone. Without `top` the list is complete.',
    security: LOCK,
    answers: { 200: 'The folder with its content.', ...behindLock('folder') },
  },
  getVisitFolderSize: {
    summary: 'Get the size of a folder of a link',
    description: 'Returns how many documents and bytes the archive of the folder would have.',
    security: LOCK,
    answers: { 200: 'The numbers.', ...behindLock('folder') },
  },
  getVisitFolderArchive: {
    summary: 'Download a folder of a link as a ZIP archive',
    description: 'Returns the folder with everything below it as an archive. The download is recorded.',
    security: LOCK,
    answers: { ...folderDocs.getFolderArchive.answers, ...behindLock('folder') },
  },
  getVisitDocument: {
    summary: 'Get a document of a link',
    description: 'Returns a document without its content.',
    security: LOCK,
    answers: { 200: 'The document.', ...behindLock('document') },
  },
  getVisitDocumentContent: {
    summary: 'View or download a document of a link',
    description:
      'Returns the content in a type that browsers show and never run, or as an attachment with `download=true`. The read is recorded.',
    security: LOCK,
    answers: {
      ...contentAnswers('*/*', 'document'),
      ...behindLock('document'),
      403: 'The link, or the rights of its creator, do not allow this, or browsers cannot show the content.',
    },
  },
  getVisitDocumentThumbnail: {
    summary: 'Get a thumbnail of a document of a link',
    description: 'Returns a PNG of the first page or picture, or the default image of the kind of document.',
    security: LOCK,
    answers: {
      200: {
        description: 'The thumbnail, or the default image.',
        headers: ['ETag', 'Content-Length', 'Cache-Control'],
        content: binary('image/png'),
      },
      202: {
        description: 'The watermark is being drawn: try again after the seconds in `Retry-After`.',
        headers: ['Retry-After', 'Cache-Control'],
      },
      304: { description: 'Your copy is current.', headers: ['ETag'] },
      ...behindLock('document'),
      412: 'The thumbnail has changed.',
    },
  },
});

const deciding = operations('Visits', {
  getVisitTask: {
    summary: 'Get the task of a link',
    description: 'Returns the task that an assignee without an account got by this link.',
    security: LOCK,
    answers: { 200: 'The task.', ...open('task') },
  },
  decideVisitTask: {
    summary: 'Decide on the task of a link',
    description:
      'Approves or denies the document, in the name of the assignee who proved the address by an access code.',
    bodyExample: { Decision: 'Approve', Comment: 'The sums are right.' },
    security: LOCK,
    answers: {
      200: 'The task after the decision.',
      ...open('task'),
      403: FOREIGN,
      409: 'The task is not open, the document has changed since it was assigned, or `Hash` is not that of its content.',
    },
  },
});

const storing = operations('Visits', {
  createVisitFolder: {
    summary: 'Create a folder by a link',
    description: 'Creates a folder, or a path of folders, in the shared folder or one below it.',
    bodyExample: { FolderPath: 'Photos/2026' },
    security: LOCK,
    answers: {
      200: 'Every level existed already: the deepest folder.',
      201: 'The deepest folder that was created.',
      400: 'A name is missing or not valid.',
      ...behindLock('folder'),
      413: LIMIT,
      429: BUSY,
    },
  },
  createVisitDocument: {
    summary: 'Finish the upload of a document by a link',
    description: 'Makes a document of a complete upload.',
    bodyExample: { UploadId: '3f8a9a54-6a39-4f0c-8d55-2f1f5a3a7c10' },
    security: LOCK,
    answers: {
      201: 'The document.',
      400: 'The upload is not complete, or the extension of its file is not allowed.',
      ...behindLock('folder or upload'),
      409: 'A document with this name and content exists, or the shared content is still being prepared.',
      413: LIMIT,
      429: BUSY,
      507: FULL,
    },
  },
  createVisitRevision: {
    summary: 'Finish the upload of a revision by a link',
    description: 'Makes a revision of the shared document of a complete upload.',
    bodyExample: { UploadId: '3f8a9a54-6a39-4f0c-8d55-2f1f5a3a7c10' },
    security: LOCK,
    answers: {
      200: 'The upload has the name and content of the current revision.',
      201: 'The number of the revision.',
      400: 'The upload is not complete, or the extension of its file is not allowed.',
      ...behindLock('document or upload'),
      409: 'The extension is not that of the document, or the shared content is still being prepared.',
      413: LIMIT,
      429: BUSY,
      507: FULL,
    },
  },
});

export const visitDocs = { ...entrance, ...reading, ...deciding, ...storing };

const uploading = operations('Visits', {
  getVisitTusOptions: {
    summary: 'Get what of tus is supported for a link',
    description: 'Returns the versions and extensions of tus that the server supports.',
    security: LOCK,
    answers: { ...uploadDocs.getTusOptions.answers, ...open() },
  },
  getVisitTusUploadOptions: {
    summary: 'Get what of tus is supported for an upload by a link',
    description: 'Returns the same as `getVisitTusOptions`.',
    security: LOCK,
    answers: { ...uploadDocs.getTusOptions.answers, ...open() },
  },
  createVisitUpload: {
    summary: 'Start an upload by a link',
    description:
      'Starts an upload by tus 1.0 for the shared folder or document. `Upload-Length` states its size; `Upload-Metadata` names ' +
      '`filename`. The body can hold the first bytes. Finish with `createVisitDocument` or `createVisitRevision` within 24 hours.',
    bodyContent: uploadDocs.createTusUpload.bodyContent ?? {},
    security: LOCK,
    answers: {
      ...uploadDocs.createTusUpload.answers,
      ...behindLock('folder or document'),
      409: 'The extension is not that of the document, or the shared content is still being prepared.',
      413: LIMIT,
      429: BUSY,
    },
  },
  getVisitUploadOffset: {
    summary: 'Get the offset of an upload by a link',
    description: uploadDocs.getTusUploadOffset.description,
    security: LOCK,
    answers: { ...uploadDocs.getTusUploadOffset.answers, ...open(), 404: NO_UPLOAD },
  },
  appendToVisitUpload: {
    summary: 'Append to an upload by a link',
    description: uploadDocs.appendToTusUpload.description,
    bodyContent: uploadDocs.appendToTusUpload.bodyContent ?? {},
    security: LOCK,
    answers: {
      ...uploadDocs.appendToTusUpload.answers,
      ...open(),
      403: FOREIGN,
      404: NO_UPLOAD,
      409: '`Upload-Offset` is not the end of the upload, another request appends to it, or the shared content is being prepared.',
      413: LIMIT,
      429: BUSY,
    },
  },
  deleteVisitUpload: {
    summary: 'Drop an upload by a link',
    description: uploadDocs.deleteTusUpload.description,
    security: LOCK,
    answers: { ...uploadDocs.deleteTusUpload.answers, ...open(), 403: FOREIGN, 404: NO_UPLOAD },
  },
});

/** Uploads by tus at a link. */
export const visitTusDocs: TusDocs = {
  getOptions: uploading.getVisitTusOptions,
  getUploadOptions: uploading.getVisitTusUploadOptions,
  create: uploading.createVisitUpload,
  getOffset: uploading.getVisitUploadOffset,
  append: uploading.appendToVisitUpload,
  delete: uploading.deleteVisitUpload,
};
