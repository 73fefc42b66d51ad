import { Type } from 'typebox';
import { pageQuery } from '../../platform/http/paging.ts';

const id = { minimum: 1, maximum: Number.MAX_SAFE_INTEGER };

/** Tags that a document must have, all of them (docs/api/search.md#search-by-tags). */
export const CriteriaBody = Type.Array(
  Type.Object({
    TagTypeId: Type.Integer(id),
    Value: Type.String({ description: 'Case is ignored; numbers and dates are compared as such. MMddyyyy for dates.' }),
  }),
  { minItems: 1, maxItems: 50 },
);

export const SearchQuery = Type.Object(pageQuery);

const NullableString = Type.Union([Type.String(), Type.Null()]);
const NullableNumber = Type.Union([Type.Number(), Type.Null()]);

/** The fields of a document in both versions. */
export const foundDocument = {
  DocumentId: Type.Integer(),
  DocumentName: Type.String(),
  DocumentAutoName: Type.Union([Type.String(), Type.Null()], {
    description: "The values that people gave, in the order of their types, with the document's extension.",
  }),
  FolderId: Type.Integer(),
  FolderName: Type.String(),
  LibraryName: Type.String(),
};

export const tagValue = {
  TagValueString: NullableString,
  TagValueNumeric: NullableNumber,
  TagValueDate: NullableString,
};

/** docs/api/search.md#search-by-tags */
export const SearchResultSchema = Type.Object(
  {
    TotalCount: Type.Integer({ description: 'All matches, on whichever page.' }),
    Embedded: Type.Object({
      Documents: Type.Array(
        Type.Object({
          DateModified: Type.String({ format: 'date-time' }),
          ...foundDocument,
          StatusInformation: Type.Array(
            Type.Object({ TagTypeName: Type.String(), ...tagValue, DataType: Type.Integer() }),
            { description: "The service's own tags." },
          ),
          Links: Type.Object({
            Self: Type.String(),
            Content: Type.String(),
            DocumentUri: Type.String(),
            FolderUri: Type.String(),
            LibraryUri: Type.String(),
            FolderIconUri: Type.String(),
          }),
        }),
      ),
    }),
  },
  { title: 'TagSearchResult' },
);
