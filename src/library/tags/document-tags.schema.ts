import { Type } from 'typebox';

const id = { minimum: 1, maximum: Number.MAX_SAFE_INTEGER };

/** docs/api/tags.md#tags-of-a-document */
export const DocumentTagSchema = Type.Object(
  {
    TagTypeId: Type.Integer({ description: 'The tag type.' }),
    TagTypeName: Type.String({ description: 'Name of the tag type, unique in the library.' }),
    Tags: Type.Array(Type.String(), { description: 'One value for each tag type.' }),
  },
  { title: 'DocumentTag' },
);

/** A tag to set; no Value, null or "" clears it (docs/api/tags.md#tags-of-a-document). */
export const TagValuesBody = Type.Array(
  Type.Object({
    TagTypeId: Type.Integer(id),
    Value: Type.Optional(Type.String({ description: 'Fits the data type; a date has the form MMddyyyy.' })),
  }),
  { maxItems: 1000 },
);
