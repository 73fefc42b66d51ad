import type { QueryClient } from '@tanstack/react-query';

/** Everything about tags may be out of date after tag types or values changed. */
export function refreshTags(queries: QueryClient): void {
  for (const noun of ['tag-types', 'tags', 'tag-values', 'found']) {
    void queries.invalidateQueries({ queryKey: [noun] });
  }
}
