import { Type } from 'typebox';
import { CriteriaBody } from '../tag-search/tag-search.schema.ts';

const id = { minimum: 1, maximum: Number.MAX_SAFE_INTEGER };
const nullable = <Schema extends ReturnType<typeof Type.Integer> | ReturnType<typeof Type.String>>(schema: Schema) =>
  Type.Union([schema, Type.Null()]);

/** A saved tag search in a library, or in a folder with its subtree. */
export const SavedSearchSchema = Type.Object(
  {
    SavedSearchId: Type.Integer({ description: 'The saved search.' }),
    SearchName: Type.String({ description: 'Name of the saved search, 1 to 199 characters.' }),
    LibraryId: nullable(Type.Integer()),
    FolderId: nullable(Type.Integer()),
    PlaceName: Type.Union([Type.String(), Type.Null()], {
      description: 'The name of the library or folder; null if it is not open to you any more, or in the trash.',
    }),
    Criteria: Type.Array(
      Type.Object({
        TagTypeId: Type.Integer({ description: 'The tag type.' }),
        Value: Type.String({ description: 'The value in the form of its data type.' }),
      }),
    ),
    DateCreated: Type.String({ format: 'date-time' }),
  },
  { title: 'SavedSearch' },
);

/** Exactly one of LibraryId and FolderId. */
export const SaveSearchBody = Type.Object({
  SearchName: Type.String({ description: 'Name of the saved search, 1 to 199 characters.' }),
  LibraryId: Type.Optional(Type.Integer(id)),
  FolderId: Type.Optional(Type.Integer(id)),
  Criteria: CriteriaBody,
});

export const SavedSearchParams = Type.Object({ savedSearchId: Type.Integer({ description: 'The saved search.' }) });
