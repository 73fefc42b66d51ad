import { useEffect } from 'react';
import { DOCUMENT_KEYS, shortcutFor } from '../../shortcuts/keys.ts';
import { scrollsSideways } from '../../viewer/frame/scrolls-sideways.ts';

/** Elements with arrow keys of their own. */
const OWN_KEYS =
  'input, textarea, select, video, audio, dialog, [contenteditable], [role=tablist], [role=menu], [role=slider], [role=listbox], [role=table]';

/** A document that fills the screen, whose arrow keys turn its own pages; a page on which a person draws. */
const BUSY = '[data-frame][data-full], [data-drawing]';

type Steps = Record<'previous' | 'next', (() => void) | null>;

/** `go` undefined: the neighbors are not known yet. */
type Here = { documentId: number; go: Steps | undefined };

/** The document that is shown; null while one loads. */
let here: Here | null = null;
/** The document that the last step left, until another is shown. */
let left: number | null = null;
/** Presses until then, less those in the other direction, and the time of the last step or press. */
let presses = 0;
let at = 0;
/** Later, the reader has given up. */
const WAIT_MS = 3000;

/**
 * The arrow keys that lead to the previous and next document, while nothing else on the page uses them. `go` undefined: the neighbors are not
 * known yet. Presses while a document or its neighbors load count.
 */
export function useArrowKeys(documentId: number, go: Steps | undefined): void {
  useEffect(() => {
    arrive({ documentId, go });
    return () => {
      here = null;
    };
  });
}

// For as long as the app is open, because no document is shown while the next one loads.
window.addEventListener('keydown', (event) => {
  const name = event.defaultPrevented ? null : shortcutFor(DOCUMENT_KEYS, event);
  if (name === null || hasOwnKeys(event.target)) return;
  forgetLate();
  const isReady = here !== null && here.go !== undefined && left !== here.documentId;
  if (here === null ? left === null : isReady && here.go?.[name] === null) return;
  event.preventDefault();
  if (here !== null && isReady) step(here, name);
  else {
    presses += name === 'next' ? 1 : -1;
    at = performance.now();
  }
});

function arrive(document: Here): void {
  here = document;
  forgetLate();
  if (document.go === undefined || left === document.documentId) return;
  left = null;
  if (presses === 0) return;
  const name = presses > 0 ? 'next' : 'previous';
  if (document.go[name] === null) presses = 0;
  else {
    presses -= Math.sign(presses);
    step(document, name);
  }
}

function step({ documentId, go }: Here, name: 'previous' | 'next'): void {
  left = documentId;
  at = performance.now();
  go?.[name]?.();
}

function forgetLate(): void {
  if (performance.now() - at <= WAIT_MS) return;
  left = null;
  presses = 0;
}

const hasOwnKeys = (target: EventTarget | null): boolean =>
  document.querySelector(`dialog[open], ${BUSY}`) !== null ||
  (target instanceof HTMLElement && (target.closest(OWN_KEYS) !== null || scrollsSideways(target)));
