import { Type } from 'typebox';
import { foundDocument, tagValue } from './tag-search.schema.ts';

const nothing = Type.Null();
const none = Type.Array(Type.Unknown(), { maxItems: 0 });

/** Fields without a meaning here are null or empty (docs/api/search.md#deprecated-tag-search). */
export const DeprecatedSearchResultSchema = Type.Object(
  {
    TotalCount: Type.Integer({ description: 'Number of matches on all pages together.' }),
    Embedded: Type.Object({
      Documents: Type.Array(
        Type.Object({
          ...foundDocument,
          LibraryId: Type.Integer({ description: 'The library.' }),
          StatusInformation: Type.Array(
            Type.Object({
              TagValueId: nothing,
              TagTypeValueId: nothing,
              TagTypeValue: Type.Object({
                TagTypeValueId: nothing,
                TagTypeId: Type.Integer({ description: 'The tag type.' }),
                ...tagValue,
                TagType: Type.Object({
                  TagTypeName: Type.String({ description: 'Name of the tag type, unique in the library.' }),
                  Statistics: nothing,
                  UserId: Type.Union([Type.Integer(), Type.Null()]),
                  Values: none,
                  Libraries: none,
                  Flavor: Type.String(),
                  DataType: Type.Integer({ description: '0: String, 1: Numeric, 2: Date.' }),
                  TagTypeConstraints: Type.String(),
                }),
              }),
              DocumentId: Type.Integer({ description: 'The document.' }),
              Document: Type.Object({
                DateStored: Type.String({ format: 'date-time' }),
                DateModified: Type.String({ format: 'date-time' }),
                UserId: Type.Union([Type.Integer(), Type.Null()]),
                Files: none,
                Tags: none,
                Folder: nothing,
                Library: nothing,
                ACLs: none,
                IsDeleted: Type.Boolean({ description: 'Whether it is deleted.' }),
                IsLocked: Type.Boolean({ description: 'Always false.' }),
                LockedByUserId: nothing,
                LockedDate: nothing,
              }),
            }),
            { description: 'The tags that people gave.' },
          ),
        }),
      ),
    }),
  },
  { title: 'DeprecatedTagSearchResult' },
);
