import { type RefObject, useEffect, useRef } from 'react';
import type { ObjectKey } from '../../../api/keys.ts';
import { useBrowsing } from '../browser-context.ts';
import { NOTHING, moveTo } from './selection.ts';

/** The item is searched among so many rows. */
const SEARCHED = 1000;

/** The library, folder or document whose page was left last. */
let left: ObjectKey | null = null;

/** Notes which page is left. */
export function useLeaving({ kind, id }: ObjectKey): void {
  useEffect(
    () => () => {
      left = { kind, id };
    },
    [kind, id],
  );
}

/** After the page of an item in the list, the keyboard continues at that item. `show` scrolls a row into view. */
export function useReturn(list: RefObject<HTMLElement | null>, show: (row: number) => void): void {
  const { listing, selection, select } = useBrowsing();
  const from = useRef<ObjectKey | null | undefined>(undefined);
  const found = useRef(false);
  useEffect(() => {
    if (found.current) {
      // The page as a whole has got the focus meanwhile.
      found.current = false;
      if (document.activeElement?.matches('body, main') === true) list.current?.focus({ preventScroll: true });
    }
    if (from.current === undefined) {
      from.current = left;
      left = null;
    }
    const { current: item } = from;
    if (item === null || listing.count === null) return;
    from.current = null;
    // The reader was faster.
    if (selection !== NOTHING) return;
    const row = Array.from({ length: Math.min(listing.count, SEARCHED) }, (_, n) => listing.row(n)).findIndex(
      (at) => at?.kind === item.kind && at.id === item.id,
    );
    if (row < 0) return;
    found.current = true;
    select({ ...moveTo(selection, row), anchor: row });
    show(row);
  });
}
