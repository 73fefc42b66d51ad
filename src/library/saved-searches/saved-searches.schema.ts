import { Type } from 'typebox';
import { nullable, time, wantedId } from '../../platform/openapi/fields.ts';
import { CriteriaBody } from '../tag-search/tag-search.schema.ts';

/** A saved tag search in a library, or in a folder with its subtree. */
export const SavedSearchSchema = Type.Object(
  {
    SavedSearchId: Type.Integer({ description: 'The saved search.' }),
    SearchName: Type.String({ description: 'Name of the saved search, 1 to 199 characters.' }),
    LibraryId: nullable(Type.Integer(), 'The library that it searches; null if it searches a folder.'),
    FolderId: nullable(
      Type.Integer(),
      'The folder that it searches, with everything below; null if it searches a library.',
    ),
    PlaceName: Type.Union([Type.String(), Type.Null()], {
      description: 'The name of the library or folder; null if it is not open to you any more, or in the trash.',
    }),
    Criteria: Type.Array(
      Type.Object({
        TagTypeId: Type.Integer({ description: 'The tag type.' }),
        Value: Type.String({ description: 'The value in the form of its data type.' }),
      }),
      { description: 'Tags that a document must have, all of them.' },
    ),
    DateCreated: time('When the search was saved.'),
  },
  { title: 'SavedSearch' },
);

/** Exactly one of LibraryId and FolderId. */
export const SaveSearchBody = Type.Object(
  {
    SearchName: Type.String({ description: 'Name of the saved search, 1 to 199 characters.' }),
    LibraryId: Type.Optional(wantedId('The library to search.')),
    FolderId: Type.Optional(wantedId('The folder to search, with everything below.')),
    Criteria: CriteriaBody,
  },
  { title: 'SavedSearchCreate', description: 'A search to save, in either a library or a folder.' },
);

export const SavedSearchParams = Type.Object({ savedSearchId: Type.Integer({ description: 'The saved search.' }) });
