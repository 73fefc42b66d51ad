import { alias, binary, operations } from '../../platform/openapi/operations.ts';
import { CONDITIONAL, NOT_IN_TRASH, changed, created, requires, tagged } from '../tree/refusals.docs.ts';

const LISTING =
  'Use `top` with `after`, or `skip`, for pages; without them the list is complete. `X-Total-Count` is the number of all entries that match.';
const COUNTED = ['X-Total-Count', 'X-List-Version'] as const;

const creation = (kind: string) => ({
  200: { description: 'Every level existed already: the deepest folder.', headers: ['Location', 'ETag'] as const },
  201: created('The deepest folder that was created.'),
  400: 'Not exactly one of `FolderName`, `FolderPath`, and `AutoGenerateName: true` is given, or a name is not valid.',
  ...requires('Write', kind),
  409: 'The folder would lie below level 100.',
});

const zip = binary('application/zip');
const ZIP_HEADERS = ['Content-Disposition', 'Content-Length'] as const;
const ARCHIVE_REFUSALS = {
  403: 'You lack Read on one of the folders or documents.',
  404: 'One of the folders or documents does not exist, or it is in the trash.',
  413: 'The archive would have more than 100 000 folders and documents.',
} as const;
const ARCHIVE = {
  200: { description: 'The archive as an attachment.', headers: ZIP_HEADERS, content: zip },
  400: 'No id is given, or the file name is not valid.',
  ...ARCHIVE_REFUSALS,
} as const;
const RESUMABLE_ARCHIVE = {
  200: {
    description: 'The archive as an attachment.',
    headers: [...ZIP_HEADERS, 'ETag', 'Last-Modified', 'Accept-Ranges'],
    content: zip,
  },
  206: {
    description: 'The range of bytes that `Range` names.',
    headers: [...ZIP_HEADERS, 'ETag', 'Last-Modified', 'Content-Range'],
    content: zip,
  },
  304: { description: 'Your copy is current.', headers: ['ETag'] },
  412: 'The tree has changed.',
  416: 'The range starts beyond the end of the archive.',
  ...ARCHIVE_REFUSALS,
} as const;

export const folderDocs = operations('Folders', {
  getFolder: {
    summary: 'Get a folder',
    description: 'Returns a folder, with its children as far as `embed` names them. Requires Read on it.',
    answers: {
      200: tagged('The folder.'),
      400: '`embed` has something else than `f` and `d`.',
      ...requires('Read', 'folder'),
      ...CONDITIONAL,
    },
  },
  listLibraryFolders: {
    summary: 'List the root folders of a library',
    description: `Returns the folders at the root of a library that you can read, by name. ${LISTING} Requires Read on the library.`,
    answers: { 200: { description: 'The folders.', headers: COUNTED }, ...requires('Read', 'library') },
  },
  listChildFolders: {
    summary: 'List the child folders of a folder',
    description: `Returns the folders directly in a folder that you can read, by name. ${LISTING} Requires Read on the folder.`,
    answers: { 200: { description: 'The folders.', headers: COUNTED }, ...requires('Read', 'folder') },
  },
  listFolderDocuments: {
    summary: 'List the documents of a folder',
    description: `Returns the documents directly in a folder that you can read, by name. ${LISTING} Requires Read on the folder.`,
    answers: { 200: { description: 'The documents.', headers: COUNTED }, ...requires('Read', 'folder') },
  },
  createLibraryFolder: {
    summary: 'Create a folder in a library',
    description:
      'Creates a folder at the root of a library, or every missing level of a path. Existing levels are reused. Requires Write.',
    bodyExample: { FolderPath: 'Contracts\\2027' },
    answers: creation('library'),
  },
  createChildFolder: {
    summary: 'Create a folder in a folder',
    description:
      'Creates a folder in a folder, or every missing level of a path. Existing levels are reused. Requires Write.',
    bodyExample: { FolderName: 'Drafts' },
    answers: creation('folder'),
  },
  updateFolder: {
    summary: 'Rename or move a folder',
    description:
      'Changes the name or the place of a folder. Requires Write on it; moving also requires Delete on it and Write on the target. ' +
      'Moving to another library removes tag values.',
    bodyExample: { FolderName: 'Contracts 2027' },
    answers: {
      200: changed('The folder after the change.'),
      400: 'The name is not valid, the target does not exist, or nothing is to be changed.',
      403: 'You lack Write or Delete on the folder, or Write on the target.',
      404: 'No such folder exists, or it is in the trash.',
      409: 'The name is taken, the target lies in the folder itself, or the folder would lie below level 100.',
    },
  },
  copyFolder: {
    summary: 'Copy a folder',
    description:
      'Copies a folder with everything in it that you can read, documents in their current revision. Shares, permissions, and tasks ' +
      'are not copied. Requires Read on the folder and Write on the target.',
    bodyExample: { ParentFolderId: 1, FolderName: 'Contracts (copy)' },
    answers: {
      201: created('The copy.'),
      400: 'No target is given, it does not exist, the name is not valid, or the type of a document is not allowed.',
      403: 'You lack Read on the folder or Write on the target.',
      404: 'No such folder exists, or it is in the trash.',
      409: 'The name is taken, the target lies in the folder itself, or the copy would lie below level 100.',
      413: 'More than 10 000 folders and documents would be copied.',
    },
  },
  deleteFolder: {
    summary: 'Delete a folder',
    description:
      'Moves a folder with everything in it to the trash, or with `purge=true` deletes it permanently, in the trash or not. Requires ' +
      'Delete, or for purging that you deleted it.',
    answers: {
      204: 'The folder was deleted.',
      403: 'You lack Delete on the folder, something in it is denied to you, or `EnablePurging` is off.',
      404: 'No such folder exists; without `purge=true` also if it is in the trash.',
      409: NOT_IN_TRASH,
    },
  },
  restoreFolder: {
    summary: 'Restore a folder from the trash',
    description:
      'Restores a folder to where it was, or to the folder `into`. If its name is taken, ` (2)` is added. Requires Delete, or that you ' +
      'deleted it; `into` also requires Write there.',
    answers: {
      200: 'The restored folder.',
      403: 'You lack Delete on the folder or Write on the target.',
      404: 'No such folder exists, or `into` is not a folder outside the trash.',
      409: 'The folder is not in the trash, or its original place does not exist anymore.',
    },
  },
  createArchive: {
    summary: 'Download folders and documents as one ZIP archive',
    description:
      'Returns an archive of folders with everything in them that you can read, and of documents. Contents are stored uncompressed. ' +
      'Every document in it is recorded as downloaded. Requires Read on each.',
    bodyExample: { ZipFileName: 'Contracts.zip', FolderIds: [1], DocumentIds: [1] },
    answers: ARCHIVE,
  },
  getArchive: {
    summary: 'Download folders and documents by an address',
    description:
      'Returns the same archive as `createArchive`, by an address that can be opened in a browser and resumed.',
    answers: { ...RESUMABLE_ARCHIVE, 400: ARCHIVE[400] },
  },
  getFolderArchive: {
    summary: 'Download a folder as a ZIP archive',
    description:
      'Returns an archive of a folder with everything in it that you can read. The same tree is the same archive, byte by byte, so a ' +
      'download can be resumed. Requires Read.',
    answers: RESUMABLE_ARCHIVE,
  },
});

/** The same folder by the addresses that clients compose. */
export const rootFolderDocs = alias(folderDocs.getFolder, 'getLibraryFolder');
export const childFolderDocs = alias(folderDocs.getFolder, 'getChildFolder');
