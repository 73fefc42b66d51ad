import type { SavedSearch } from '../../api/answers.ts';
import { formatCriteria } from './criteria.ts';

/** Whether a query can have an alert: people star items themselves. */
export const canAlert = (q: string): boolean => !/(?:^|\s)is:starred/i.test(q);

/** The page of the results of a saved search. */
export function linkOf({ LibraryId, FolderId, Criteria, Q }: SavedSearch) {
  if (Q !== null) {
    const library = LibraryId === null ? undefined : String(LibraryId);
    const folder = FolderId === null ? undefined : String(FolderId);
    return { to: '/search', params: {}, search: { q: Q, library, folder } } as const;
  }
  const criteria = Criteria.map(({ TagTypeId: tagTypeId, Value: value }) => ({ tagTypeId, value }));
  const search = { tags: formatCriteria(criteria) };
  return FolderId === null
    ? ({ to: '/libraries/$id/search', params: { id: String(LibraryId) }, search } as const)
    : ({ to: '/folders/$id/search', params: { id: String(FolderId) }, search } as const);
}
