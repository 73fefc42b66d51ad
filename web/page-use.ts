/**
 * Whether somebody is using the page. Requests of a page that nobody uses do not keep the session
 * (docs/api/authentication.md#limits-of-sessions).
 */

/** How long a page counts as used after the last input. */
const USED_MS = 60_000;

let usedAt = Date.now();

// Also imported by unit tests, which run without a page.
if (typeof window !== 'undefined') {
  // Screen readers and dictation fire only the last two.
  for (const name of ['keydown', 'pointerdown', 'pointermove', 'wheel', 'touchmove', 'click', 'input']) {
    window.addEventListener(
      name,
      () => {
        usedAt = Date.now();
      },
      { passive: true, capture: true },
    );
  }
}

export const isPageUsed = (): boolean => Date.now() - usedAt < USED_MS;
