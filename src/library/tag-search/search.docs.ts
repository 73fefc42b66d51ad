import { operations } from '../../platform/openapi/operations.ts';

const CRITERIA = [{ TagTypeId: 1, Value: 'Draft' }];
const searched = (kind: string) => ({
  200: { description: 'The documents that were found.', headers: ['Link'] as const },
  400: 'No criterion is given, or a value does not fit its data type.',
  403: `You lack Read on the ${kind}.`,
  404: `No such ${kind} or tag type exists.`,
});
const deprecated = (kind: string) => ({
  ...searched(kind),
  200: { description: 'The documents that were found.', headers: ['Deprecation', 'Link'] as const },
  409: 'A match carries a Status tag; use `systemtags-v2`.',
});
const ALL = 'A document must match all criteria and be readable for you. Documents come by `DocumentId`.';

export const searchDocs = operations('Search', {
  searchLibraryByTags: {
    summary: 'Search a library by tags',
    description: `Finds documents in a library by their tags. ${ALL} Requires Read on the library.`,
    bodyExample: CRITERIA,
    answers: searched('library'),
  },
  searchFolderByTags: {
    summary: 'Search a folder by tags',
    description: `Finds documents in a folder and everything below it by their tags. ${ALL} Requires Read on the folder.`,
    bodyExample: CRITERIA,
    answers: searched('folder'),
  },
  searchLibraryByTagsDeprecated: {
    summary: 'Search a library by tags (deprecated)',
    description: `Use \`searchLibraryByTags\`. ${ALL}`,
    bodyExample: CRITERIA,
    deprecated: true,
    answers: deprecated('library'),
  },
  searchFolderByTagsDeprecated: {
    summary: 'Search a folder by tags (deprecated)',
    description: `Use \`searchFolderByTags\`. ${ALL}`,
    bodyExample: CRITERIA,
    deprecated: true,
    answers: deprecated('folder'),
  },
  getFolderIcon: {
    summary: 'Get the icon of folders',
    description: 'Returns the image that `FolderIconUri` leads to. Public: no credential is needed.',
    answers: {
      200: {
        description: 'The image.',
        headers: ['Cache-Control'],
        content: { 'image/svg+xml': { schema: { type: 'string', description: 'An SVG.' } } },
      },
    },
  },
});
