/** Filters by tags: `Name=Value`, `Name:Value`, or `Name` for any value (docs/api/search.md#query-language). */
import type { Db } from '../../platform/db/connection.ts';
import { invalidParameter } from '../../platform/errors.ts';
import { nameKey } from '../../platform/values/names.ts';
import type { Actor } from '../../core/actor.ts';
import { tagFact, tagTypeFact } from '../search-index/heads.ts';
import { type DataType, DATA_TYPES, readTagValue } from '../tag-types/tag-values.ts';
import { MAX_TYPES, type NamedType, findTypesNamed } from './filters.queries.ts';
import type { NamedFilter } from './query.ts';
import { or, quoted } from './terms.ts';

/** A tag that a document must have, or must not: any of these types with any of these values; a null key is any value. */
export type TagCheck = { tags: { tagTypeId: number; key: string | null }[]; isNot: boolean };

/** PostgreSQL limits a query to 1 MB. */
const MAX_BYTES = 262_144;
/** Equals signs and colons of a filter that can end its name. */
const MAX_ENDS = 8;

/** 400 for `parameter` if the names are those of too many tags. */
export async function findTagChecks(
  sql: Db,
  actor: Actor,
  filters: NamedFilter[],
  parameter: string,
): Promise<TagCheck[]> {
  if (filters.length === 0) return [];
  const readings = filters.map(({ value }) => readingsOf(value));
  const types = await findTypesNamed(sql, actor, [...new Set(readings.flat().map(({ name }) => name))]);
  const checks = filters.map(({ isNot }, at) => ({
    isNot,
    tags: (readings[at] ?? []).flatMap((reading) => types.flatMap((type) => tagOf(type, reading))),
  }));
  const bytes = checks.reduce((sum, check) => sum + Buffer.byteLength(tagQuery(check)), 0);
  if (types.length > MAX_TYPES || bytes > MAX_BYTES)
    throw invalidParameter(
      parameter,
      'Tags with these names are in too many libraries. Search for fewer tags at once.',
    );
  return checks;
}

/** The query for the index. */
export function tagQuery({ tags, isNot }: TagCheck): string {
  const facts = tags.map(({ tagTypeId, key }) =>
    quoted(key === null ? tagTypeFact(tagTypeId) : tagFact(tagTypeId, key)),
  );
  return `${isNot ? '!' : ''}${or([quoted('#none'), ...facts])}`;
}

type Reading = { name: string; value: string | null };

// A name can have an equals sign or a colon too, so each of them may end it.
function readingsOf(filter: string): Reading[] {
  const ends = Array.from(filter.matchAll(/[=:＝：]/gu), ({ index }) => index).slice(0, MAX_ENDS);
  return [
    { name: keyOfName(filter), value: null },
    ...ends.map((end) => ({ name: keyOfName(filter.slice(0, end)), value: filter.slice(end + 1) })),
  ];
}

function keyOfName(name: string): string {
  return nameKey(name.trim());
}

// A value that does not fit a type is not found there.
function tagOf({ tagTypeId, dataType, nameKey: name }: NamedType, reading: Reading): TagCheck['tags'] {
  if (reading.name !== name) return [];
  if (reading.value === null) return [{ tagTypeId, key: null }];
  const key = keyOf(dataType, reading.value);
  return key === null ? [] : [{ tagTypeId, key }];
}

function keyOf(dataType: DataType, value: string): string | null {
  const written = dataType === DATA_TYPES.Date ? value.trim().replace(/^(\d{4})-(\d\d)-(\d\d)$/, '$2$3$1') : value;
  try {
    return readTagValue(dataType, written, 'tag')?.key ?? null;
  } catch {
    return null;
  }
}
