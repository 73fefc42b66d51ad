/**
 * Remembers every 250th document of large folders in each order, so that a page far down a list is found by a
 * lookup and not by reading the index up to there. Entries are valid for one version of the folder's list and are made
 * when a second request skips far in the same version (decision 0071).
 */
import { type Listing, type OrderKey, isUnfiltered } from '../listings/listing.ts';

/**
 * The documents between two remembered ones; at most as many are skipped one by one. Skipping a thousand took as long as
 * reading the page.
 */
export const STRIDE = 250;
/** Pages that skip fewer read the index up to their place. */
const FAR = 1000;
const MAX_LISTS = 32;
/** Larger folders would take seconds to remember. */
export const MAX_REMEMBERED = 1_000_000;

/** `every` has the sort keys of the documents number 250, 500, … in ascending order. */
export type Positions = { version: number; total: number; every: [string | number, number][] };

/** Where a page begins: `skip` documents after the one with this sort key. */
export type Start = { version: number; after: [string | number, number]; skip: number };

export type ListPositions = ReturnType<typeof createListPositions>;

/** One per process and database. */
export function createListPositions() {
  const lists = new Map<string, Positions | { version: number }>();
  const keyOf = (folderId: number, orderBy: OrderKey) => `${folderId} ${orderBy}`;

  function keep(key: string, value: Positions | { version: number }): void {
    lists.delete(key);
    lists.set(key, value);
    const [oldest] = lists.keys();
    if (lists.size > MAX_LISTS && oldest !== undefined) lists.delete(oldest);
  }

  return {
    /** The start of the page, if the list was remembered. The version is compared after the page was read. */
    find(folderId: number, listing: Listing): Start | null {
      const known = lists.get(keyOf(folderId, listing.orderBy));
      return isFar(listing) && known !== undefined && 'every' in known ? startOf(known, listing) : null;
    },

    /** Whether the list should be remembered now: it was skipped far in this version before. */
    isDue(folderId: number, listing: Listing, version: number): boolean {
      if (!isFar(listing)) return false;
      const key = keyOf(folderId, listing.orderBy);
      const known = lists.get(key);
      if (known?.version === version) return !('every' in known);
      keep(key, { version });
      return false;
    },

    remember(folderId: number, { orderBy }: Listing, positions: Positions): void {
      keep(keyOf(folderId, orderBy), positions);
    },
  };
}

/** Filters and cursors begin elsewhere. */
function isFar(listing: Listing): boolean {
  return listing.skip > FAR && listing.page.after === null && isUnfiltered(listing);
}

/** The remembered document nearest before the page, in the direction of the list. */
export function startOf({ version, total, every }: Positions, { skip, isDescending }: Listing): Start | null {
  // The number of the last skipped document, in ascending order.
  const last = isDescending ? Math.max(total - skip + 1, 1) : Math.min(skip, total);
  const index = isDescending ? Math.ceil(last / STRIDE) : Math.floor(last / STRIDE);
  const after = every[index - 1];
  return after === undefined
    ? null
    : { version, after, skip: Math.abs(last - index * STRIDE) + (isDescending ? 0 : skip - last) };
}
