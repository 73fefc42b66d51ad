/** The page in the address, `#page=12`, as browsers and PDF readers write it. */

/** The page that an address names; null without one. */
export function pageOfHash(hash: string): number | null {
  const [, digits] = /[#&]page=(\d+)\b/.exec(hash) ?? [];
  return digits === undefined ? null : Math.min(Math.max(1, Number(digits)), Number.MAX_SAFE_INTEGER);
}

/** The text that an address asks to find in the document, `#page=12&search=lease`; null without one. */
export function searchOfHash(hash: string): string | null {
  const text = new URLSearchParams(hash.replace(/^#/, '')).get('search');
  return text === null || text.trim() === '' ? null : text;
}

/** Writes the page into the address of this entry of the history. The first page needs no fragment. */
export function writePage(page: number): void {
  const { pathname, search, hash } = window.location;
  if ((pageOfHash(hash) ?? 1) === page) return;
  // The router's replaceState would load the page again.
  const replace = History.prototype.replaceState.bind(window.history);
  replace(window.history.state, '', `${pathname}${search}${page === 1 ? '' : `#page=${page}`}`);
}
