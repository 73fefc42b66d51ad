import { Type } from 'typebox';
import { pageQuery } from '../../platform/http/paging.ts';
import { links, nullable, time, wantedId } from '../../platform/openapi/fields.ts';

/** Tags that a document must have, all of them (docs/api/search.md#search-by-tags). */
export const CriteriaBody = Type.Array(
  Type.Object({
    TagTypeId: wantedId('The tag type.'),
    Value: Type.String({ description: 'Case is ignored; numbers and dates are compared as such. MMddyyyy for dates.' }),
  }),
  {
    title: 'TagSearch',
    description: 'Tags that a document must have, all of them.',
    minItems: 1,
    maxItems: 50,
  },
);

export const SearchQuery = Type.Object(pageQuery);

/** The fields of a document in both versions. */
export const foundDocument = {
  DocumentId: Type.Integer({ description: 'The document.' }),
  DocumentName: Type.String({ description: 'Name of the document with its extension, 1 to 199 characters.' }),
  DocumentAutoName: Type.Union([Type.String(), Type.Null()], {
    description: "The values that people gave, in the order of their types, with the document's extension.",
  }),
  FolderId: Type.Integer({ description: 'The folder.' }),
  FolderName: Type.String({ description: 'Name of the folder, 1 to 199 characters.' }),
  LibraryName: Type.String({ description: 'Name of the library, 1 to 199 characters.' }),
};

export const tagValue = {
  TagValueString: nullable(Type.String(), 'A value of the data type String; null for the other types.'),
  TagValueNumeric: nullable(Type.Number(), 'A value of the data type Numeric; null for the other types.'),
  TagValueDate: nullable(
    Type.String(),
    'A value of the data type Date as midnight UTC in ISO 8601; null for the other types.',
  ),
};

/** docs/api/search.md#search-by-tags */
export const SearchResultSchema = Type.Object(
  {
    TotalCount: Type.Integer({ description: 'All matches, on whichever page.' }),
    Embedded: Type.Object(
      {
        Documents: Type.Array(
          Type.Object({
            DateModified: time('When the current revision was stored.'),
            ...foundDocument,
            StatusInformation: Type.Array(
              Type.Object({
                TagTypeName: Type.String({ description: 'Name of the tag type, unique in the library.' }),
                ...tagValue,
                DataType: Type.Integer({ description: '0: String, 1: Numeric, 2: Date.' }),
              }),
              { description: "The service's own tags." },
            ),
            Links: links({
              Self: Type.String({ description: 'URL of this resource.' }),
              Content: Type.String({ description: 'URL of the content.' }),
              DocumentUri: Type.String({ description: 'URL of the document.' }),
              FolderUri: Type.String({ description: 'URL of the folder.' }),
              LibraryUri: Type.String({ description: 'URL of the library.' }),
              FolderIconUri: Type.String({ description: 'URL of an icon of the folder.' }),
            }),
          }),
          { description: 'The documents of this page by `DocumentId`.' },
        ),
      },
      { description: 'The matches.' },
    ),
  },
  { title: 'TagSearchResult' },
);
