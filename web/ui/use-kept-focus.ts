import { type FocusEvent, useEffect, useRef } from 'react';

/**
 * Attributes of a list. A button that goes with the state or the row that it was for would take the focus with it; the focus
 * moves to the row that is in its place, or to the page after the last row.
 */
export function useKeptFocus<List extends HTMLElement>(count: number) {
  const list = useRef<List>(null);
  const focused = useRef<number | null>(null);
  useEffect(() => {
    if (focused.current === null || document.activeElement !== document.body) return;
    const row = list.current?.children[Math.min(focused.current, count - 1)];
    const next =
      row?.querySelector<HTMLElement>('button:enabled') ??
      (row as HTMLElement | undefined) ??
      document.querySelector('main');
    next?.focus({ preventScroll: true });
  });
  const enter = ({ target, currentTarget }: FocusEvent) => {
    focused.current = [...currentTarget.children].findIndex((row) => row.contains(target));
  };
  // Without another element, the one with the focus may have been removed.
  const leave = ({ target, relatedTarget }: FocusEvent) => {
    if (relatedTarget !== null) focused.current = null;
    else
      queueMicrotask(() => {
        if (target.isConnected && !target.matches(':disabled')) focused.current = null;
      });
  };
  return { ref: list, onFocus: enter, onBlur: leave };
}
