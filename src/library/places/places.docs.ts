import { operations } from '../../platform/openapi/operations.ts';
import { requires } from '../tree/refusals.docs.ts';

const text = (kind: string) =>
  `Returns where the ${kind} is, the path to it that you can read, and what you can do there. Requires Read on it.`;

export const placeDocs = operations('Permissions', {
  getLibraryPlace: {
    summary: 'Get your rights in a library',
    description: text('library'),
    answers: { 200: 'The place.', ...requires('Read', 'library') },
  },
  getFolderPlace: {
    summary: 'Get the place of a folder and your rights in it',
    description: text('folder'),
    answers: { 200: 'The place.', ...requires('Read', 'folder') },
  },
  getDocumentPlace: {
    summary: 'Get the place of a document and your rights on it',
    description: text('document'),
    answers: { 200: 'The place.', ...requires('Read', 'document') },
  },
});
