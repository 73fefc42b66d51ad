import { operations } from '../../platform/openapi/operations.ts';
import { requires } from '../tree/refusals.docs.ts';

type Kind = 'library' | 'folder' | 'document';

const people = (kind: Kind) => ({
  summary: `List who can access a ${kind}, and why`,
  description:
    'Returns the people whom entries concern, and the owner, by name, with their rights and the reasons. At most 100 if `top` is ' +
    'absent. Requires Grant.',
  answers: { 200: 'The people.', ...requires('Grant', kind) },
});

const linksTo = (kind: Kind) => ({
  summary: `List the links that open a ${kind}`,
  description: `Returns the links that open the ${kind} now, newest first, without the links themselves. Requires Grant.`,
  answers: { 200: 'The links.', ...requires('Grant', kind) },
});

export const accessDocs = operations('Permissions', {
  listLibraryAccess: people('library'),
  listFolderAccess: people('folder'),
  listDocumentAccess: people('document'),
  listLibraryAccessLinks: linksTo('library'),
  listFolderAccessLinks: linksTo('folder'),
  listDocumentAccessLinks: linksTo('document'),
});
