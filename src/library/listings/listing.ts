/** Options of folder listings: order, filters, page, additional properties. */
import { Type } from 'typebox';
import type { Db, Fragment } from '../../platform/db/connection.ts';
import { invalidParameter } from '../../platform/errors.ts';
import { MAX_TOP, type Page, badCursor, isCursorTime, pageQuery, readPage } from '../../platform/http/paging.ts';
import { nameKey } from '../../platform/values/names.ts';
import { EXPANSIONS, type Expansion } from './expansions.ts';
import { type Filters, type FilterQuery, filterQuery, readFilters } from './filters.ts';

/** Query parameters of folder listings. */
export const ListingQuery = Type.Object({
  ...pageQuery,
  skip: Type.Optional(
    Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER, description: 'Number of items to skip.' }),
  ),
  orderBy: Type.Optional(
    Type.String({ description: '`name` (default), `date` or `size`, each with an optional ` desc`.' }),
  ),
  filter: Type.Optional(Type.String({ description: 'Part of the name, case ignored.' })),
  name: Type.Optional(Type.String({ description: 'The whole name, case ignored: what has it already?' })),
  ...filterQuery,
  expand: Type.Optional(
    Type.Array(Type.Enum(EXPANSIONS), { description: 'Additional properties of the items, which cost time.' }),
  ),
});

export type OrderKey = 'name' | 'date' | 'size';

export type Listing = {
  orderBy: OrderKey;
  isDescending: boolean;
  /** Part of the name key; null: all. */
  filter: string | null;
  /** The name key; null: all. */
  name: string | null;
  filters: Filters | null;
  expand: Expansion[];
  skip: number;
  page: Page<[string | number, number]>;
};

/** Everything, by name. */
export const WHOLE_LISTING: Listing = {
  orderBy: 'name',
  isDescending: false,
  filter: null,
  name: null,
  filters: null,
  expand: [],
  skip: 0,
  page: { limit: null, after: null },
};

type Query = FilterQuery & {
  top?: number;
  after?: string;
  skip?: number;
  orderBy?: string;
  filter?: string;
  name?: string;
  expand?: Expansion[];
};

/**
 * Reads the query; 400 for an invalid order, or a cursor of another order. Items without a size, such as folders, are
 * ordered by name instead.
 */
export function readListing(query: Query, { hasSizes }: { hasSizes: boolean }): Listing {
  const match = /^(name|date|size)(?: (asc|desc))?$/i.exec(query.orderBy?.trim() || 'name');
  if (match === null)
    throw invalidParameter('orderBy', 'orderBy must be name, date or size, each with an optional desc.');
  const wanted = match[1]?.toLowerCase() as OrderKey;
  const orderBy = wanted === 'size' && !hasSizes ? 'name' : wanted;
  const page = readPage<[string | number, number]>(query, [orderBy === 'size' ? 'number' : 'string', 'number']);
  if (orderBy === 'date' && page.after !== null && !isCursorTime(page.after[0])) throw badCursor();
  return {
    orderBy,
    isDescending: match[2]?.toLowerCase() === 'desc',
    filter: query.filter ? nameKey(query.filter) : null,
    name: query.name ? nameKey(query.name) : null,
    filters: readFilters(query),
    expand: query.expand ?? [],
    skip: query.skip ?? 0,
    page,
  };
}

/** Whether the listing is partial, so that its total has to be counted. */
export function isPart(listing: Listing): boolean {
  return listing.page.limit !== null || listing.skip > 0 || listing.page.after !== null;
}

/** Whether the listing is of all items, however they are ordered and paged. */
export function isUnfiltered({ filter, name, filters }: Listing): boolean {
  return filter === null && name === null && filters === null;
}

/**
 * SQL for cursor, order and limit; `value` is the sort expression, `id` breaks ties. Requests one row more than the
 * page.
 */
export function orderAndCut(
  sql: Db,
  listing: Listing,
  value: Fragment,
  id: Fragment,
): { after: Fragment; order: Fragment; cut: Fragment } {
  const { page, isDescending, skip } = listing;
  const direction = isDescending ? sql`desc` : sql`asc`;
  const operator = isDescending ? sql`<` : sql`>`;
  return {
    after: page.after === null ? sql`true` : sql`(${value}, ${id}) ${operator} (${page.after[0]}, ${page.after[1]})`,
    order: sql`order by ${value} ${direction}, ${id} ${direction}`,
    cut: sql`${page.limit === null ? sql`` : sql`limit ${Math.min(page.limit, MAX_TOP) + 1}`}
      ${skip === 0 ? sql`` : sql`offset ${skip}`}`,
  };
}
