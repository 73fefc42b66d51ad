/** A search in the address of its page: `9=Signed&11=11302026`, the ids of tag types with their values. */
import type { Criterion } from '../../api/tag-search.ts';

export function readCriteria(tags: string): Criterion[] {
  return [...new URLSearchParams(tags)]
    .map(([id, value]) => ({ tagTypeId: Number(id), value }))
    .filter(({ tagTypeId }) => Number.isSafeInteger(tagTypeId) && tagTypeId > 0);
}

export function printCriteria(criteria: Criterion[]): string {
  return new URLSearchParams(criteria.map(({ tagTypeId, value }) => [String(tagTypeId), value])).toString();
}
