/** The person's last searches, kept in the browser. */
import { type Preference, clearPreferences, usePreference } from '../shell/use-preference.ts';
import { useMe } from '../shell/use-me.ts';

const MOST = 10;
const MAX_LENGTH = 200;

const isList = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((one) => typeof one === 'string');

type Recent = { recent: string[]; add: (q: string) => void; remove: (q: string) => void; clear: () => void };

/** The searches, newest first, and functions that add one, remove one and forget all. */
export function useRecentSearches(): Recent {
  const { UserId } = useMe();
  // People may share a browser.
  const preference: Preference<string[]> = { name: nameOf(UserId), usual: [], isValid: isList };
  const [recent, set] = usePreference(preference);
  const add = (q: string) => {
    if (q.length <= MAX_LENGTH) set([q, ...recent.filter((one) => one !== q)].slice(0, MOST));
  };
  const remove = (q: string) => set(recent.filter((one) => one !== q));
  return { recent, add, remove, clear: () => set([]) };
}

/** Clears the searches of all accounts at sign-out, because the next person who uses the browser must not see them. */
export function clearRecentSearches(): void {
  clearPreferences(START);
}

const START = 'searches-';
const nameOf = (userId: number) => `${START}${userId}`;
