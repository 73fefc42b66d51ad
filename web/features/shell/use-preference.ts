/** Choices about the display, kept in the browser. A loader reads them before anything is known about the person. */
import { useCallback, useSyncExternalStore } from 'react';

const CHANGED = 'carrel-preference';

export type Preference<Value> = {
  name: string;
  /** The default. Invalid stored values count as this one. */
  usual: Value;
  isValid: (value: unknown) => value is Value;
};

/** The stored value, and a function that stores another. */
export function usePreference<Value>(preference: Preference<Value>): [Value, (value: Value) => void] {
  const key = keyOf(preference);
  const text = useSyncExternalStore(subscribe, () => localStorage.getItem(key));
  const set = useCallback(
    (value: Value) => {
      localStorage.setItem(key, JSON.stringify(value));
      window.dispatchEvent(new Event(CHANGED));
    },
    [key],
  );
  return [parse(text, preference), set];
}

/** The stored value, outside components. */
export function readPreference<Value>(preference: Preference<Value>): Value {
  return parse(localStorage.getItem(keyOf(preference)), preference);
}

/** Removes the stored values whose names begin with `start`. */
export function clearPreferences(start: string): void {
  for (const key of Object.keys(localStorage)) if (key.startsWith(keyOf({ name: start }))) localStorage.removeItem(key);
  window.dispatchEvent(new Event(CHANGED));
}

const keyOf = ({ name }: { name: string }) => `carrel-${name}`;

function subscribe(onChange: () => void): () => void {
  const stopping = new AbortController();
  for (const type of [CHANGED, 'storage']) window.addEventListener(type, onChange, { signal: stopping.signal });
  return () => stopping.abort();
}

function parse<Value>(text: string | null, { usual, isValid }: Preference<Value>): Value {
  try {
    const value: unknown = text === null ? undefined : JSON.parse(text);
    return isValid(value) ? value : usual;
  } catch {
    return usual;
  }
}

export const isBoolean = (value: unknown): value is boolean => typeof value === 'boolean';
