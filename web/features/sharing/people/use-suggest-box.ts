import { type KeyboardEvent, useState } from 'react';
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

/** The suggestion list below a field: arrows move, Enter selects, Escape closes. */
export function useSuggestBox(
  typed: string,
  without: string[],
  options: SuggestOptions,
  onPick: (suggestion: Suggestion) => void,
): SuggestBox {
  const [active, setActive] = useState(-1);
  const [isHidden, setHidden] = useState(false);
  const found = useSuggestions(typed, without, options);
  const shown = isHidden ? [] : found;
  const chosen = shown[active] ?? (options.picksFirst === true && !typed.includes('@') ? shown[0] : undefined);
  const pick = (suggestion: Suggestion) => {
    setActive(-1);
    setHidden(true);
    onPick(suggestion);
  };
  const takesKey = ({ key }: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[key];
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
