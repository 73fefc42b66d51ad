/** Which rows are chosen, where the keyboard is, and from where a range reaches. Rows are counted from 0. */
import { type LibraryItem, keyOf } from '../item/library-item.ts';

export type Selection = {
  chosen: ReadonlyMap<string, LibraryItem>;
  /** The row on which the keyboard is. */
  active: number;
  /** Where a range begins that Shift draws. */
  anchor: number;
};

export const NOTHING: Selection = { chosen: new Map(), active: 0, anchor: 0 };

/** More would be more than anybody means to move by hand. */
export const MAX_CHOSEN = 2000;

/** One row and no other. */
export function choose(entry: LibraryItem, row: number): Selection {
  return { chosen: new Map([[keyOf(entry), entry]]), active: row, anchor: row };
}

/** A row more, or one less. */
export function toggle({ chosen }: Selection, entry: LibraryItem, row: number): Selection {
  const next = new Map(chosen);
  if (!next.delete(keyOf(entry))) next.set(keyOf(entry), entry);
  return { chosen: next, active: row, anchor: row };
}

/** The rows of a range, and no others; the keyboard is at `active`. */
export function chooseRange({ anchor }: Selection, entries: LibraryItem[], active: number): Selection {
  return { chosen: new Map(entries.map((entry) => [keyOf(entry), entry])), active, anchor };
}

/** The keyboard goes to a row; what is chosen stays. */
export function moveTo(selection: Selection, row: number): Selection {
  return { ...selection, active: row, anchor: row };
}

export const isChosen = ({ chosen }: Selection, entry: LibraryItem): boolean => chosen.has(keyOf(entry));

/** By which the grid says on which row the keyboard is. */
export const idOfRow = (index: number): string => `entry-${index}`;

/** How many entries there are, how many are in sight at once, and how many stand side by side. */
export type Shape = { count: number; page: number; columns: number };

/** Where a key leads to from an entry; null if the key leads nowhere. */
export function indexAfterKey(key: string, active: number, { count, page, columns }: Shape): number | null {
  const aside = columns > 1 ? { ArrowLeft: -1, ArrowRight: 1 } : {};
  const lines = { ArrowDown: columns, ArrowUp: -columns, PageDown: page, PageUp: -page, Home: -count, End: count };
  const step = new Map(Object.entries({ ...aside, ...lines })).get(key);
  if (step === undefined || count === 0) return null;
  return Math.min(Math.max(active + step, 0), count - 1);
}
