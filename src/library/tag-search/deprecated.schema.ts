import { Type } from 'typebox';
import { nullable, time } from '../../platform/openapi/fields.ts';
import { foundDocument, tagValue } from './tag-search.schema.ts';

const nothing = Type.Null({ description: 'Always null.' });
const none = Type.Array(Type.Unknown(), { maxItems: 0, description: 'Always empty.' });

/** Fields without a meaning here are null or empty (docs/api/search.md#deprecated-tag-search). */
export const DeprecatedSearchResultSchema = Type.Object(
  {
    TotalCount: Type.Integer({ description: 'Number of matches on all pages together.' }),
    Embedded: Type.Object(
      {
        Documents: Type.Array(
          Type.Object({
            ...foundDocument,
            LibraryId: Type.Integer({ description: 'The library.' }),
            StatusInformation: Type.Array(
              Type.Object({
                TagValueId: nothing,
                TagTypeValueId: nothing,
                TagTypeValue: Type.Object(
                  {
                    TagTypeValueId: nothing,
                    TagTypeId: Type.Integer({ description: 'The tag type.' }),
                    ...tagValue,
                    TagType: Type.Object(
                      {
                        TagTypeName: Type.String({ description: 'Name of the tag type, unique in the library.' }),
                        Statistics: nothing,
                        UserId: nullable(Type.Integer(), 'The user who created the tag type; null if no user did.'),
                        Values: none,
                        Libraries: none,
                        Flavor: Type.String({ description: 'Always `Simple`.' }),
                        DataType: Type.Integer({ description: '0: String, 1: Numeric, 2: Date.' }),
                        TagTypeConstraints: Type.String({
                          description:
                            'JSON text of an object: `DefaultValue` (text or null) and `DataSetValues` (null).',
                        }),
                      },
                      { description: 'The tag type of the value.' },
                    ),
                  },
                  { description: 'A value and its type.' },
                ),
                DocumentId: Type.Integer({ description: 'The document.' }),
                Document: Type.Object(
                  {
                    DateStored: time('When the document was created.'),
                    DateModified: time('When the current revision was stored.'),
                    UserId: nullable(Type.Integer(), 'The user who created the document; null if no user did.'),
                    Files: none,
                    Tags: none,
                    Folder: nothing,
                    Library: nothing,
                    ACLs: none,
                    IsDeleted: Type.Boolean({ description: 'Whether it is deleted.' }),
                    IsLocked: Type.Boolean({ description: 'Always false.' }),
                    LockedByUserId: nothing,
                    LockedDate: nothing,
                  },
                  { description: 'The document that has the tag.' },
                ),
              }),
              { description: 'The tags that people gave.' },
            ),
          }),
          { description: 'The documents of this page by `DocumentId`.' },
        ),
      },
      { description: 'The matches.' },
    ),
  },
  { title: 'DeprecatedTagSearchResult' },
);
