import type { Static } from 'typebox';
import type { TagTypeRow } from './tag-types.queries.ts';
import type { TagTypeSchema } from './tag-types.schema.ts';
import { DATA_TYPE_NAMES } from './tag-values.ts';

/** docs/api/tags.md#tag-type-object */
export function presentTagType(baseUrl: string, tagType: TagTypeRow): Static<typeof TagTypeSchema> {
  const { tagTypeId, dataType } = tagType;
  return {
    TagTypeId: tagTypeId,
    TagTypeName: tagType.name,
    FlavorName: tagType.isStatus ? 'Status' : 'Simple',
    DataType: dataType,
    DataTypeName: DATA_TYPE_NAMES[dataType] ?? 'String',
    Constraints: presentConstraints(tagType.defaultValue),
    Links: { TagValuesUri: `${baseUrl}/api/tagtypes/${tagTypeId}/values` },
  };
}

/** The constraints object as JSON text; data sets are not supported. */
export function presentConstraints(defaultValue: string | null): string {
  return JSON.stringify({ DefaultValue: defaultValue, DataSetValues: null });
}
