/** The selected rows, the active row, and the anchor of a range. Rows are numbered from 0. */
import { type LibraryItem, keyOf } from '../item/library-item.ts';

export type Selection = {
  chosen: ReadonlyMap<string, LibraryItem>;
  /** The row that has the keyboard focus. */
  active: number;
  /** The anchor of a range that is selected with Shift. */
  anchor: number;
};

export const NOTHING: Selection = { chosen: new Map(), active: 0, anchor: 0 };

/** The maximum number of selected rows. */
export const MAX_CHOSEN = 2000;

/** Selects only this row. */
export function choose(entry: LibraryItem, row: number): Selection {
  return { chosen: new Map([[keyOf(entry), entry]]), active: row, anchor: row };
}

/** Without these items. The keyboard focus stays in its place, where the next row is then. */
export function drop(selection: Selection, entries: LibraryItem[]): Selection {
  const left = new Map(selection.chosen);
  for (const entry of entries) left.delete(keyOf(entry));
  return left.size === 0
    ? { chosen: left, active: selection.active, anchor: selection.active }
    : { ...selection, chosen: left };
}

/** With these items, unless others are selected. */
export function chooseIfNone(selection: Selection, entries: LibraryItem[]): Selection {
  if (selection.chosen.size > 0) return selection;
  return { ...selection, chosen: new Map(entries.map((entry) => [keyOf(entry), entry])) };
}

/** Adds or removes a row. */
export function toggle({ chosen }: Selection, entry: LibraryItem, row: number): Selection {
  const next = new Map(chosen);
  if (!next.delete(keyOf(entry))) next.set(keyOf(entry), entry);
  return { chosen: next, active: row, anchor: row };
}

/** Selects a range. `active` is the row with the keyboard focus. */
export function chooseRange({ anchor }: Selection, entries: LibraryItem[], active: number): Selection {
  return { chosen: new Map(entries.map((entry) => [keyOf(entry), entry])), active, anchor };
}

/** Moves the keyboard focus. The selection and the anchor stay, so that Shift selects from the last selected row. */
export function moveTo(selection: Selection, row: number): Selection {
  return { ...selection, active: row };
}

export const isChosen = ({ chosen }: Selection, entry: LibraryItem): boolean => chosen.has(keyOf(entry));

/** The element id of a row, for aria-activedescendant. */
export const idOfRow = (index: number): string => `entry-${index}`;

/** The row of an element id, or null. */
export function rowOfId(id: string): number | null {
  const row = /^entry-(\d+)$/.exec(id)?.[1];
  return row === undefined ? null : Number(row);
}

/** The number of rows, of visible rows, and of columns. */
export type Shape = { count: number; page: number; columns: number };

/** The index that a key moves to, or null. */
export function indexAfterKey(key: string, active: number, { count, page, columns }: Shape): number | null {
  const aside = columns > 1 ? { ArrowLeft: -1, ArrowRight: 1 } : {};
  const lines = { ArrowDown: columns, ArrowUp: -columns, PageDown: page, PageUp: -page, Home: -count, End: count };
  const step = new Map(Object.entries({ ...aside, ...lines })).get(key);
  if (step === undefined || count === 0) return null;
  return Math.min(Math.max(active + step, 0), count - 1);
}
