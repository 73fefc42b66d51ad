import type { KeyboardEvent } from 'react';
import { libraryMessages } from '../../../messages/en/library.ts';
import { showNotice } from '../../shell/notice-list.ts';
import { type Browsing, useBrowsing } from '../browser-context.ts';
import { offeredFor } from '../actions/abilities.ts';
import { MAX_CHOSEN, NOTHING, choose, chooseRange, moveTo, toggle } from './selection.ts';

type Ways = {
  /** The index that a key moves to, or null. */
  step: (key: string, active: number) => number | null;
  /** Scrolls a row into view. */
  show: (index: number) => void;
};

/** Keyboard control of the list: arrows move, Space selects, Shift extends, Enter opens, F2 renames, Delete deletes. */
export function useKeys({ step, show }: Ways): (event: KeyboardEvent<HTMLElement>) => void {
  const browsing = useBrowsing();
  return (event) => {
    // Menus, links and the header handle their own keys.
    if (event.target !== event.currentTarget) return;
    const next = step(event.key, browsing.selection.active);
    if (next !== null) {
      event.preventDefault();
      show(next);
      if (event.shiftKey) void chooseUpTo(browsing, next);
      else go(browsing, next, event.ctrlKey || event.metaKey);
      return;
    }
    if (doKey(browsing, event)) event.preventDefault();
  };
}

// Control moves the focus without changing the selection.
function go({ listing, select, selection }: Browsing, index: number, isKept: boolean): void {
  const entry = listing.row(index);
  select(isKept || entry === null ? moveTo(selection, index) : choose(entry, index));
}

/** Selects the range from the anchor to a row. */
export async function chooseUpTo({ listing, select, selection }: Browsing, index: number): Promise<void> {
  const [first, last] = [Math.min(selection.anchor, index), Math.max(selection.anchor, index)];
  if (last - first >= MAX_CHOSEN) {
    showNotice({ kind: 'failed', text: libraryMessages.tooMany(MAX_CHOSEN) });
    return;
  }
  select(chooseRange(selection, await listing.loadRows(first, last + 1), index));
}

// Whether the key was handled.
function doKey(browsing: Browsing, { key, ctrlKey, metaKey }: KeyboardEvent): boolean {
  const { listing, selection, select, place, name, actions, ask, open } = browsing;
  const active = listing.row(selection.active);
  const entries = [...selection.chosen.values()];
  if (key === 'a' && (ctrlKey || metaKey)) {
    void chooseUpTo({ ...browsing, selection: { ...selection, anchor: 0 } }, (listing.count ?? 1) - 1);
  } else if (key === 'Escape' && entries.length > 0) select(NOTHING);
  else if (key === ' ' && active !== null) select(toggle(selection, active, selection.active));
  else if (key === 'Enter' && active !== null) open(active);
  else if (key === 'Delete' && entries.length > 0 && offeredFor(place, entries, name).canDelete) {
    void actions.remove(entries);
  } else if (key === 'F2' && active !== null && offeredFor(place, [active], name).canRename) {
    ask({ kind: 'rename', entry: active });
  } else return false;
  return true;
}
