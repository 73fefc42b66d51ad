import { type FocusEvent, useCallback, useRef } from 'react';
import { focusFirst } from '../../../ui/focus-first.ts';

/** The focus of a picker whose results can disappear while one of them has the focus. */
export function useKeptFocus() {
  const input = useRef<HTMLInputElement>(null);
  const last = useRef<Element>(null);
  const search = useCallback((shown: HTMLInputElement | null) => {
    input.current = shown;
    focusFirst(shown);
  }, []);
  const keepFocus = useCallback(() => {
    // Not if it never was on a result, or has moved elsewhere since then.
    if (last.current?.isConnected === false && document.activeElement === document.body) input.current?.focus();
  }, []);
  const events = {
    onFocus: ({ target }: FocusEvent) => {
      last.current = target;
    },
    onBlur: ({ relatedTarget }: FocusEvent) => {
      // A removed element loses the focus to nothing.
      if (relatedTarget !== null) last.current = null;
    },
  };
  return { /** The ref of the search field. */ search, /** Call it when results have changed. */ keepFocus, events };
}
