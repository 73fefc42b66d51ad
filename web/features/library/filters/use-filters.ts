import { useNavigate, useSearch } from '@tanstack/react-router';
import { useBrowsing } from '../browser-context.ts';
import { NOTHING } from '../list/selection.ts';
import { type FilterSearch, type Filters, NO_FILTERS, filtersOf } from './filters.ts';

export type FilterControl = {
  filters: Filters;
  /** Changes filters in the address. Back undoes it. */
  change: (changed: FilterSearch) => void;
  clear: () => void;
};

/** The filters in the address of a list. */
export function useFilters(): FilterControl {
  const { select } = useBrowsing();
  const navigate = useNavigate();
  const filters = filtersOf(useSearch({ strict: false }));
  const change = (changed: FilterSearch) => {
    select(NOTHING);
    void navigate({ to: '.', search: (before) => ({ ...before, ...changed }) });
  };
  return { filters, change, clear: () => change(NO_FILTERS) };
}
