import { useSyncExternalStore } from 'react';

// The style sheets have the same width. The build imports this module without a window.
const phoneQuery = () => window.matchMedia('(max-width: 760px)');

/** Whether the screen has room for one column only. */
export const isPhone = (): boolean => phoneQuery().matches;

export const useIsPhone = (): boolean => useSyncExternalStore(onChange, isPhone);

function onChange(listener: () => void): () => void {
  const phone = phoneQuery();
  phone.addEventListener('change', listener);
  return () => phone.removeEventListener('change', listener);
}
