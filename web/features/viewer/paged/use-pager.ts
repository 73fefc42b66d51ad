import { useCallback, useEffect, useLayoutEffect, useState, useSyncExternalStore } from 'react';
import { pageOfHash, writePage } from './page-address.ts';
import type { PageSource } from './page-source.ts';
import { type Pager, type PagerView, createPager, goTo, settle } from './pager.ts';

/** The page is written into the address when the reader stays on it. */
const ADDRESS_MS = 300;

/** The state of a list of pages. `hasAddress`: the page is part of the address (`#page=12`). */
export function usePager(source: PageSource, hasAddress: boolean): { pager: Pager; view: PagerView } {
  const [pager] = useState(() => createPager(source, (hasAddress ? pageOfHash(window.location.hash) : null) ?? 1));
  const subscribe = useCallback(
    (listener: () => void) => {
      pager.listeners.add(listener);
      return () => void pager.listeners.delete(listener);
    },
    [pager],
  );
  const view = useSyncExternalStore(subscribe, () => pager.view);
  // The list has its new heights only after it is rendered.
  const { layout, start } = view;
  useLayoutEffect(() => settle(pager, layout, start), [pager, layout, start]);
  useAddress(pager, view.page, hasAddress);
  return { pager, view };
}

function useAddress(pager: Pager, page: number, hasAddress: boolean): void {
  useEffect(() => {
    if (!hasAddress) return;
    const timer = setTimeout(() => writePage(page), ADDRESS_MS);
    return () => clearTimeout(timer);
  }, [page, hasAddress]);
  useEffect(() => {
    if (!hasAddress) return;
    const onHash = () => {
      goTo(pager, pageOfHash(window.location.hash) ?? 1);
      // The link may be far below, as in comments on a phone.
      pager.scroller?.scrollIntoView({ block: 'nearest' });
    };
    window.addEventListener('hashchange', onHash);
    return () => window.removeEventListener('hashchange', onHash);
  }, [pager, hasAddress]);
}
