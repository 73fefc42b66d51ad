import { useEffect } from 'react';
import { type Pager, goTo } from '../paged/pager.ts';
import { usePageMarks } from './page-marks.tsx';
import { turnRegion } from './region.ts';

/** Shows the place of a mark that was chosen beside the pages. */
export function useChosenPage(pager: Pager): void {
  const marks = usePageMarks();
  useEffect(() => {
    if (marks === null || marks.goal !== 'page' || marks.chosen === null) return;
    const { page, region } = marks.chosen.place;
    goTo(pager, page, region === null ? 0 : turnRegion(region, pager.view.turn).Y);
    // On small screens, the pages are above the comments.
    pager.scroller?.scrollIntoView({ block: 'nearest' });
    marks.reached();
  }, [marks, pager]);
}
