import { type KeyboardEvent, useState } from 'react';
import type { User } from '../../api/answers.ts';
import { useSuggestions } from './use-suggestions.ts';

export type SuggestBox = {
  shown: User[];
  chosen: User | undefined;
  pick: (user: User) => void;
  /** Whether the list has used the key. */
  takesKey: (event: KeyboardEvent) => boolean;
  /** Something else was typed. */
  start: () => void;
  hide: () => void;
};

/** The list below a field for people: arrows go through it, Enter takes one, Escape hides it. */
export function useSuggestBox(typed: string, without: string[], onPick: (address: string) => void): SuggestBox {
  const [active, setActive] = useState(-1);
  const [isHidden, setHidden] = useState(false);
  const found = useSuggestions(typed, without);
  const shown = isHidden ? [] : found;
  const chosen = shown[active];
  const pick = ({ Email }: User) => {
    setActive(-1);
    setHidden(true);
    onPick(Email.toLowerCase());
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
