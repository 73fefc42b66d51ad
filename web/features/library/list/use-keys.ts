import { type KeyboardEvent, type RefObject, useEffect } from 'react';
import { libraryMessages } from '../../../messages/en/library.ts';
import { showNotice } from '../../shell/notice-list.ts';
import { shortcutFor } from '../../shortcuts/keys.ts';
import { LIST_SHORTCUTS } from '../../shortcuts/shortcuts.ts';
import { isStarredIn, useStar } from '../../stars/use-star.ts';
import { type Browsing, useBrowsing } from '../browser-context.ts';
import { offeredFor } from '../actions/abilities.ts';
import type { LibraryItem } from '../item/library-item.ts';
import { openMenuOn } from './context-menu.tsx';
import { MAX_CHOSEN, NOTHING, choose, chooseRange, moveTo, toggle } from './selection.ts';

type Ways = {
  /** The index that a key moves to, or null. */
  step: (key: string, active: number) => number | null;
  /** Scrolls a row into view. */
  show: (index: number) => void;
};

type Press = Browsing & Ways & { key: string; star: ReturnType<typeof useStar> };

type Name = keyof typeof LIST_SHORTCUTS;

/** Keys that are meant for the list while no control has the focus, as after the page was opened. */
const LOOSE = new Set<Name>(['move', 'selectAll']);

/** Keyboard control of the list: the shortcuts of the registry. */
export function useKeys(list: RefObject<HTMLElement | null>, ways: Ways): (event: KeyboardEvent<HTMLElement>) => void {
  const browsing = useBrowsing();
  const star = useStar();
  const handle = (name: Name, key: string) => HANDLERS[name]({ ...browsing, ...ways, star, key });
  useEffect(() => {
    const onKey = (event: globalThis.KeyboardEvent) => {
      if (!isLoose(event.target) || document.querySelector('dialog[open]') !== null) return;
      const name = shortcutFor(LIST_SHORTCUTS, event);
      if (name === null || !LOOSE.has(name)) return;
      const isHandled = name === 'move' && isUntouched(browsing) ? chooseFirst(browsing) : handle(name, event.key);
      if (!isHandled) return;
      event.preventDefault();
      list.current?.focus({ preventScroll: true });
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  });
  return (event) => {
    // Menus, links and the header handle their own keys.
    if (event.target !== event.currentTarget) return;
    const name = shortcutFor(LIST_SHORTCUTS, event);
    if (name !== null && handle(name, event.key)) event.preventDefault();
  };
}

// The first arrow goes to the first row, which the list marks only when it has the focus.
const isUntouched = ({ selection }: Browsing) => selection.chosen.size === 0 && selection.active === 0;
const chooseFirst = ({ listing, select }: Browsing) => onItem(listing.row(0), (first) => select(choose(first, 0)));

// The page as a whole gets the focus when it is opened by a link.
const isLoose = (target: EventTarget | null) => target instanceof Element && target.matches('body, main');

/** The handlers of the shortcuts. Each returns whether it applied. */
const HANDLERS: Record<Name, (press: Press) => boolean> = {
  move: (press) =>
    goTo(press, (next) => {
      const entry = press.listing.row(next);
      // A row that is not loaded yet is not selected, but a range begins there.
      press.select(entry === null ? { ...press.selection, active: next, anchor: next } : choose(entry, next));
    }),
  extend: (press) => goTo(press, (next) => void chooseUpTo(press, next)),
  focus: (press) => goTo(press, (next) => press.select(moveTo(press.selection, next))),
  toggle: ({ listing, selection, select }) =>
    onItem(listing.row(selection.active), (active) => select(toggle(selection, active, selection.active))),
  extendHere: (press) =>
    onItem(press.listing.row(press.selection.active), () => void chooseUpTo(press, press.selection.active)),
  selectAll: (press) => {
    void chooseUpTo({ ...press, selection: { ...press.selection, anchor: 0 } }, (press.listing.count ?? 1) - 1);
    return true;
  },
  clear: ({ selection, select }) => {
    if (selection.chosen.size === 0) return false;
    select({ ...NOTHING, active: selection.active, anchor: selection.active });
    return true;
  },
  open: ({ listing, selection, open }) => onItem(listing.row(selection.active), open),
  menu: ({ listing, selection, show }) =>
    onItem(listing.row(selection.active), () => {
      show(selection.active);
      openMenuOn(selection.active);
    }),
  // The selected row, which a new name may have moved, or the active one.
  rename: ({ listing, selection: { chosen, active: row }, place, name, ask }) =>
    onItem(chosen.size === 1 ? ([...chosen.values()][0] ?? null) : listing.row(row), (active) => {
      if (offeredFor(place, [active], name).canRename) ask({ kind: 'rename', entry: active });
    }),
  // The selected rows, or the active one.
  star: ({ listing, selection, place, star }) => {
    const active = listing.row(selection.active);
    const entries = selection.chosen.size > 0 ? [...selection.chosen.values()] : active === null ? [] : [active];
    if (entries.length === 0) return false;
    void star(entries, !entries.every((entry) => isStarredIn(place, entry)));
    return true;
  },
  remove: ({ selection, place, name, actions }) => {
    const entries = [...selection.chosen.values()];
    if (entries.length === 0 || !offeredFor(place, entries, name).canDelete) return false;
    void actions.remove(entries);
    return true;
  },
};

function goTo({ step, show, key, selection }: Press, go: (next: number) => void): boolean {
  const next = step(key, selection.active);
  if (next === null) return false;
  show(next);
  go(next);
  return true;
}

function onItem(item: LibraryItem | null, work: (item: LibraryItem) => void): boolean {
  if (item === null) return false;
  work(item);
  return true;
}

/** Selects the range from the anchor to a row. */
export async function chooseUpTo(browsing: Browsing, index: number): Promise<void> {
  const { listing, select, selection } = browsing;
  const [first, last] = [Math.min(selection.anchor, index), Math.max(selection.anchor, index)];
  if (last - first >= MAX_CHOSEN) {
    showNotice({ kind: 'failed', text: libraryMessages.tooMany(MAX_CHOSEN) });
    return;
  }
  select(chooseRange(selection, await listing.loadRows(first, last + 1), index));
}
