import { useEffect, useRef } from 'react';
import { keyOf } from '../item/library-item.ts';
import { useBrowsing } from '../browser-context.ts';

/** The item is searched among so many rows on both sides. */
const NEAR = 200;

/** Keeps the keyboard focus on its item when rows are added or removed above it. */
export function useSteadyRow(): void {
  const { listing, selection, select } = useBrowsing();
  const { active } = selection;
  const known = useRef<{ row: number; key: string | null }>({ row: active, key: null });
  const keyAt = (row: number) => {
    const item = row < 0 ? null : listing.row(row);
    return item === null ? null : keyOf(item);
  };
  useEffect(() => {
    const { row, key } = known.current;
    const now = keyAt(active);
    const distance =
      row !== active || key === null || now === null || now === key
        ? undefined
        : Array.from({ length: NEAR }, (_, n) => [n + 1, -n - 1])
            .flat()
            .find((n) => keyAt(active + n) === key);
    known.current = distance === undefined ? { row: active, key: now } : { row: active + distance, key };
    if (distance !== undefined) {
      select({ ...selection, active: active + distance, anchor: Math.max(selection.anchor + distance, 0) });
    }
  });
}
