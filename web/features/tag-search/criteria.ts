/** A tag search in the address: `9=Signed&11=11302026`, tag type ids with their values. */
import type { TagCriterion } from '../../api/keys.ts';

export function readCriteria(tags: string): TagCriterion[] {
  return [...new URLSearchParams(tags)]
    .map(([id, value]) => ({ tagTypeId: Number(id), value }))
    .filter(({ tagTypeId }) => Number.isSafeInteger(tagTypeId) && tagTypeId > 0);
}

export function formatCriteria(criteria: TagCriterion[]): string {
  const pairs = criteria.map(({ tagTypeId, value }): [string, string] => [String(tagTypeId), value]);
  return new URLSearchParams(pairs).toString();
}
