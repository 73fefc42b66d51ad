/** Keyboard shortcuts that work on every page, and what they open. */
import { Suspense, lazy, useEffect } from 'react';
import { showOverlay, useOverlay } from './overlay.ts';
import { shortcutFor } from './keys.ts';
import { GLOBAL_SHORTCUTS, isSingleKey } from './shortcuts.ts';
import { useSingleKeys } from './use-single-keys.ts';

const Palette = lazy(async () => ({ default: (await import('./palette.tsx')).Palette }));
const Sheet = lazy(async () => ({ default: (await import('./shortcut-sheet.tsx')).ShortcutSheet }));

const HANDLERS: Record<keyof typeof GLOBAL_SHORTCUTS, () => void> = {
  palette: () => showOverlay('palette'),
  search: () => document.querySelector<HTMLInputElement>('[role=search] input')?.focus(),
  sheet: () => showOverlay('sheet'),
};

export function Keyboard() {
  const overlay = useOverlay();
  const [hasSingleKeys] = useSingleKeys();
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const name = event.defaultPrevented ? null : shortcutFor(GLOBAL_SHORTCUTS, event);
      // An open dialog handles all keys itself.
      if (name === null || document.querySelector('dialog[open]') !== null) return;
      const isSingle = GLOBAL_SHORTCUTS[name].keys.every(isSingleKey);
      if (isSingle && (!hasSingleKeys || isTyping(event.target))) return;
      event.preventDefault();
      HANDLERS[name]();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [hasSingleKeys]);
  if (overlay === null) return null;
  const close = () => showOverlay(null);
  return <Suspense>{overlay === 'palette' ? <Palette onClose={close} /> : <Sheet onClose={close} />}</Suspense>;
}

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('input, textarea, select, [contenteditable]') !== null;
