import { createContext, use } from 'react';
import type { LinkKey, Visit } from '../../api/visits.ts';

/** The visit of a page, locked or unlocked. */
export type VisitOnPage = { link: LinkKey; visit: Visit };

export const VisitContext = createContext<VisitOnPage | null>(null);

/** The visit around a component. */
export function useVisit(): VisitOnPage {
  const visit = use(VisitContext);
  if (visit === null) throw new Error('There is no visit around this component.');
  return visit;
}
