import { Type } from 'typebox';
import { wantedId } from '../../platform/openapi/fields.ts';

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
    TagTypeId: wantedId('The tag type.'),
    Value: Type.Optional(Type.String({ description: 'Fits the data type; a date has the form MMddyyyy.' })),
  }),
  { title: 'DocumentTagsUpdate', description: 'The values to set or clear.', maxItems: 1000 },
);
