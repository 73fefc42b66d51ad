import { type RefObject, useEffect, useRef } from 'react';

/**
 * When the last item of a list goes, or the first one comes back, what had the focus is gone with it. It moves to the list, or to
 * the button that fills it.
 */
export function useFocusOnChange(isEmpty: boolean | null): RefObject<HTMLDivElement | null> {
  const place = useRef<HTMLDivElement>(null);
  const before = useRef(isEmpty);
  useEffect(() => {
    const changed = isEmpty !== null && before.current !== null && before.current !== isEmpty;
    before.current = isEmpty;
    if (!changed || document.activeElement !== document.body) return;
    place.current?.querySelector<HTMLElement>('[role=grid], button')?.focus({ preventScroll: true });
  }, [isEmpty]);
  return place;
}
