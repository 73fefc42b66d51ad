import type { Static } from 'typebox';
import { invalidParameter } from '../../platform/errors.ts';
import { displayName, nameKey } from '../../platform/names.ts';
import { RESERVED_PREFIX } from './status-tags.ts';
import type { ConstraintsBody } from './tag-types.schema.ts';
import { type DataType, type TagValue, readTagValue } from './tag-values.ts';

/** The name of a tag type that people make: as names that are shown, and none of the service's own. 400 otherwise. */
export function readTagTypeName(wanted: string): { name: string; nameKey: string } {
  const name = displayName(wanted, 'TagTypeName');
  if (nameKey(name).startsWith(nameKey(RESERVED_PREFIX))) {
    throw invalidParameter('TagTypeName', `Names that begin with ${RESERVED_PREFIX} are the service's own.`);
  }
  return { name, nameKey: nameKey(name) };
}

/** The DefaultValue of a constraints object, null where it has none. 400 if it does not fit the type. */
export function readDefault(
  dataType: DataType,
  constraints: Static<typeof ConstraintsBody> | undefined,
): TagValue | null {
  return readTagValue(dataType, constraints?.DefaultValue ?? '', 'DefaultValue');
}

/** 400 if a tag type is named twice. */
export function assertNoneTwice(tagTypeIds: number[]): void {
  const seen = new Set<number>();
  for (const [index, id] of tagTypeIds.entries()) {
    if (seen.has(id)) throw invalidParameter(`${index}.TagTypeId`, `Tag type ${id} is named twice.`);
    seen.add(id);
  }
}
