import { useEffect } from 'react';
import { DOCUMENT_KEYS, shortcutFor } from '../../shortcuts/keys.ts';

/** Elements with arrow keys of their own. */
const OWN_KEYS =
  'input, textarea, select, video, audio, dialog, [contenteditable], [role=tablist], [role=menu], [role=slider], [role=listbox], [role=table]';

/** The arrow keys that lead to the previous and next document, while nothing else on the page uses them. */
export function useArrowKeys(go: { previous: (() => void) | null; next: (() => void) | null }): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const name = event.defaultPrevented ? null : shortcutFor(DOCUMENT_KEYS, event);
      if (name === null || go[name] === null || hasOwnKeys(event.target)) return;
      event.preventDefault();
      go[name]();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  });
}

const hasOwnKeys = (target: EventTarget | null): boolean =>
  document.querySelector('dialog[open]') !== null ||
  (target instanceof HTMLElement && (target.closest(OWN_KEYS) !== null || scrollsSideways(target)));

const scrollsSideways = ({ scrollWidth, clientWidth, tabIndex }: HTMLElement): boolean =>
  tabIndex >= 0 && scrollWidth > clientWidth;
