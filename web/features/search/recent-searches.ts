/** The person's last searches, kept in the browser. */
import { type Preference, usePreference } from '../shell/use-preference.ts';
import { useMe } from '../shell/use-me.ts';

const MOST = 8;
const MAX_LENGTH = 200;

const isList = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((one) => typeof one === 'string');

/** The searches, newest first, and functions that add one and forget all. */
export function useRecentSearches(): { recent: string[]; add: (q: string) => void; clear: () => void } {
  const { UserId } = useMe();
  // People may share a browser.
  const preference: Preference<string[]> = { name: `searches-${UserId}`, usual: [], isValid: isList };
  const [recent, set] = usePreference(preference);
  const add = (q: string) => {
    if (q.length <= MAX_LENGTH) set([q, ...recent.filter((one) => one !== q)].slice(0, MOST));
  };
  return { recent, add, clear: () => set([]) };
}
