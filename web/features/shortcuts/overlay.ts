/** The open overlay of the keyboard: the command palette or the sheet of shortcuts. */
import { useSyncExternalStore } from 'react';

export type Overlay = 'palette' | 'sheet';

let shown: Overlay | null = null;
const listeners = new Set<() => void>();

export function showOverlay(overlay: Overlay | null): void {
  shown = overlay;
  for (const listener of listeners) listener();
}

export function useOverlay(): Overlay | null {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => shown,
  );
}
