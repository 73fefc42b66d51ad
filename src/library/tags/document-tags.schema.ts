import { Type } from 'typebox';

const id = { minimum: 1, maximum: Number.MAX_SAFE_INTEGER };

/** Contract: Resources, Document tag. */
export const DocumentTagSchema = Type.Object(
  {
    TagTypeId: Type.Integer(),
    TagTypeName: Type.String(),
    Tags: Type.Array(Type.String(), { description: 'One value for each tag type.' }),
  },
  { title: 'DocumentTag' },
);

/** What a document is to be tagged with (contract: Tag value input). No Value, null or "" clears. */
export const TagValuesBody = Type.Array(
  Type.Object({
    TagTypeId: Type.Integer(id),
    Value: Type.Optional(Type.String({ description: 'Fits the data type; a date has the form MMddyyyy.' })),
  }),
  { maxItems: 1000 },
);
