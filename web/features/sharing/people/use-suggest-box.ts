import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import type { Suggestion } from './suggestion.ts';
import { type SuggestOptions, useSuggestions } from './use-suggestions.ts';

export type SuggestBox = {
  shown: Suggestion[];
  chosen: Suggestion | undefined;
  pick: (suggestion: Suggestion) => void;
  /** Whether the list handled the key. */
  takesKey: (event: KeyboardEvent) => boolean;
  /** Called when the text changes. */
  start: () => void;
  hide: () => void;
};

/**
 * The suggestion list below a field: arrows move, Enter selects, Escape closes. Enter for the first suggestion waits for those of the whole text,
 * because those of fewer letters can begin with somebody else. `onMiss`: there are none.
 */
export function useSuggestBox(
  typed: string,
  without: string[],
  options: SuggestOptions,
  onPick: (suggestion: Suggestion) => void,
  onMiss?: () => void,
): SuggestBox {
  const [active, setActive] = useState(-1);
  const [isHidden, setHidden] = useState(false);
  const { found, isCurrent } = useSuggestions(typed, without, options);
  const shown = isHidden ? [] : found;
  const picksFirst = options.picksFirst === true && !typed.includes('@');
  const first = picksFirst && isCurrent ? shown[0] : undefined;
  const chosen = shown[active] ?? first;
  const pick = (suggestion: Suggestion) => {
    setActive(-1);
    setHidden(true);
    onPick(suggestion);
  };
  const pickLater = useLatePick(typed, isCurrent, () => (first === undefined ? onMiss?.() : pick(first)));
  const takesKey = ({ key }: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[key];
    if (key === 'Enter' && picksFirst && !isCurrent && !isHidden && active < 0) {
      pickLater();
      return true;
    }
    if (shown.length === 0) return false;
    if (step !== undefined)
      setActive(active < 0 && step < 0 ? shown.length - 1 : (active + step + shown.length) % shown.length);
    else if (key === 'Enter' && chosen !== undefined) pick(chosen);
    else if (key === 'Escape') setHidden(true);
    else return false;
    return true;
  };
  const start = () => {
    setActive(-1);
    setHidden(false);
  };
  return { shown, chosen, pick, takesKey, start, hide: () => setHidden(true) };
}

// Picks when the suggestions are those of the text for which Enter was pressed.
function useLatePick(typed: string, isCurrent: boolean, pick: () => void): () => void {
  const wanted = useRef<string | null>(null);
  useEffect(() => {
    if (wanted.current === null || !isCurrent) return;
    const isSame = wanted.current === typed;
    wanted.current = null;
    if (isSame) pick();
  });
  return () => {
    wanted.current = typed;
  };
}
