/** Filters of folder listings beyond the name (docs/api/folders.md#filters). */
import { Type } from 'typebox';
import { invalidParameter, missingParameter } from '../../platform/errors.ts';
import { wantedId } from '../../platform/openapi/fields.ts';
import { readEnd, readTime } from '../../platform/values/times.ts';
import { ITEM_KINDS, type ItemKind } from './file-kinds.ts';

/** Query parameters that filter a listing. */
export const filterQuery = {
  kind: Type.Optional(
    Type.Array(Type.Enum(ITEM_KINDS), { description: 'Kinds of items, by the extensions of their names.' }),
  ),
  modifiedBy: Type.Optional(wantedId('The user who stored the current revision. No folder matches.')),
  fromDate: Type.Optional(Type.String({ description: 'The earliest `date`.' })),
  toDate: Type.Optional(Type.String({ description: 'The latest `date`; a bare date includes that day.' })),
  tagTypeId: Type.Optional(wantedId('A tag type, together with `tagValue`. No folder matches.')),
  tagValue: Type.Optional(
    Type.String({ description: 'The value of the tag type. Case is ignored; MMddyyyy for dates.' }),
  ),
};

/** Each part is null unless it is asked for. */
export type Filters = {
  kinds: ItemKind[] | null;
  modifiedBy: number | null;
  from: Date | null;
  to: Date | null;
  /** `key` compares values of the type (tag-values.ts); null until the type is known, and if it is of another library. */
  tag: { tagTypeId: number; value: string; key: string | null } | null;
};

/** The parsed query. */
export type FilterQuery = {
  kind?: ItemKind[];
  modifiedBy?: number;
  fromDate?: string;
  toDate?: string;
  tagTypeId?: number;
  tagValue?: string;
};

/** The filters of a query; null without any. 400 for an invalid or reversed range, or half of a tag. */
export function readFilters(query: FilterQuery): Filters | null {
  const from = query.fromDate ? readTime(query.fromDate, 'fromDate') : null;
  const to = query.toDate ? readEnd(query.toDate, 'toDate').at : null;
  if (from !== null && to !== null && from > to) {
    throw invalidParameter('fromDate', 'fromDate must not be after toDate.');
  }
  const kinds = query.kind !== undefined && query.kind.length > 0 ? query.kind : null;
  const filters = { kinds, modifiedBy: query.modifiedBy ?? null, from, to, tag: readTag(query) };
  return Object.values(filters).some((value) => value !== null) ? filters : null;
}

function readTag({ tagTypeId, tagValue }: FilterQuery): Filters['tag'] {
  if (tagTypeId === undefined && !tagValue) return null;
  if (tagTypeId === undefined) throw missingParameter('tagTypeId');
  if (!tagValue) throw missingParameter('tagValue');
  return { tagTypeId, value: tagValue, key: null };
}
