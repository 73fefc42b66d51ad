import { type Answers, operations } from '../../platform/openapi/operations.ts';
import { requires } from '../tree/refusals.docs.ts';

type Kind = 'library' | 'folder' | 'document';

const get = (kind: Kind) => ({
  summary: `Get the permissions of a ${kind}`,
  description: `Returns the entries of the ${kind} itself, and with \`inherited=true\` those of what is above it. Requires Grant.`,
  answers: {
    200: { description: 'The entries.', headers: ['ETag', 'Last-Modified'] },
    304: { description: 'Your copy is current.', headers: ['ETag'] },
    ...requires('Grant', kind),
    412: 'The entries have changed.',
  } satisfies Answers,
});

const set = (kind: Kind) => ({
  summary: `Replace the permissions of a ${kind}`,
  description:
    `Makes the entries in the body the only ones of the ${kind} itself. An empty array removes all. People who gain Read get a ` +
    'notification. Requires Grant, and the rights that are granted.',
  bodyExample: [{ UserId: 1, Allow: ['Read', 'Write'] }],
  answers: {
    200: { description: 'The entries after the change.', headers: ['ETag'] },
    400: 'An entry is not valid, or its user or group does not exist.',
    403: `You lack Grant on the ${kind}, or a right that you want to grant.`,
    404: `No such ${kind} exists, or it is in the trash.`,
  } satisfies Answers,
});

export const permissionDocs = operations('Permissions', {
  getLibraryPermissions: get('library'),
  getFolderPermissions: get('folder'),
  getDocumentPermissions: get('document'),
  setLibraryPermissions: set('library'),
  setFolderPermissions: set('folder'),
  setDocumentPermissions: set('document'),
  listSharedItems: {
    summary: 'List what was granted to you',
    description:
      'Returns the libraries, folders, and documents that were granted to you, directly or through a group. Without `top` the list is ' +
      'complete.',
    answers: { 200: 'The items.' },
  },
});
