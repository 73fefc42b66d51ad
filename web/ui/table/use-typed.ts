import { useState } from 'react';

/** The text of a field whose value is in the address. A value that was not typed here, such as none after a link, replaces it. */
export function useTyped(value: string): [typed: string, type: (typed: string) => void] {
  const [{ typed, applied }, keep] = useState({ typed: value, applied: value });
  if (value !== applied) keep({ typed: value === typed.trim() ? typed : value, applied: value });
  return [typed, (text) => keep({ typed: text, applied })];
}
