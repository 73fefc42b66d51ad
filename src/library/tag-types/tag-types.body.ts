import type { Static } from 'typebox';
import { Problem, invalidParameter } from '../../platform/errors.ts';
import { isObject, normalizeSpelling, shapeOf } from '../../platform/http/request/spelling.ts';
import { assertBody } from '../../platform/http/request/validation.ts';
import { displayName, nameKey } from '../../platform/values/names.ts';
import { ConstraintsBody } from './tag-types.schema.ts';
import {
  DATA_TYPES,
  DATA_TYPE_NAMES,
  type DataType,
  type DataTypeName,
  type TagValue,
  readTagValue,
} from './tag-values.ts';

/** Names with this prefix, in any case, are reserved for built-in types (docs/api/tags.md#status-tags). */
export const RESERVED_PREFIX = '&&_Service_';

type Constraints = Static<typeof ConstraintsBody>;

const CONSTRAINTS_SHAPE = shapeOf(ConstraintsBody);

/** A data type by its name, or by its number as in answers. */
export function readDataType(wanted: DataTypeName | number): DataType {
  const name = typeof wanted === 'number' ? DATA_TYPE_NAMES.find((one) => DATA_TYPES[one] === wanted) : wanted;
  if (name === undefined) throw invalidParameter('DataType', `DataType must be one of ${DATA_TYPE_NAMES.join(', ')}.`);
  return DATA_TYPES[name];
}

/** The name of a user-defined tag type: a display name without the reserved prefix. 400 otherwise. */
export function readTagTypeName(wanted: string): { name: string; nameKey: string } {
  const name = displayName(wanted, 'TagTypeName');
  if (nameKey(name).startsWith(nameKey(RESERVED_PREFIX))) {
    throw invalidParameter('TagTypeName', `Names that begin with ${RESERVED_PREFIX} are reserved.`);
  }
  return { name, nameKey: nameKey(name) };
}

/** The DefaultValue of constraints, null if there is none. 400 if they are malformed, or it does not fit the type. */
export function readDefault(dataType: DataType, given: Constraints | string | undefined): TagValue | null {
  const constraints = typeof given === 'string' ? parseConstraints(given) : given;
  return readTagValue(dataType, constraints?.DefaultValue ?? '', 'DefaultValue');
}

function parseConstraints(text: string): Constraints {
  try {
    const constraints = normalizeSpelling(JSON.parse(text), CONSTRAINTS_SHAPE);
    if (isObject(constraints)) {
      assertBody(ConstraintsBody, constraints);
      return constraints;
    }
  } catch (error) {
    if (error instanceof Problem) throw error;
    // Same answer as for JSON of another type.
  }
  throw invalidParameter('Constraints', 'Constraints must be an object, or the JSON text of one.');
}

/** 400 for a duplicate tag type. */
export function assertNoneTwice(tagTypeIds: number[]): void {
  const seen = new Set<number>();
  for (const [index, id] of tagTypeIds.entries()) {
    if (seen.has(id)) throw invalidParameter(`${index}.TagTypeId`, `Tag type ${id} is listed twice.`);
    seen.add(id);
  }
}
