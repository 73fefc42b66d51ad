/** A search in the address: the query and its filters. */
import type { SearchRequest } from '../../api/keys.ts';
import { KINDS, type Kind } from '../library/filters/filters.ts';

/** The parameters of the address. `tag` has a `Name=Value` in each line. */
export type SearchAddress = Partial<
  Record<'q' | 'kind' | 'library' | 'by' | 'year' | 'tag' | 'only', string | undefined>
>;

export type SearchFilters = Omit<SearchRequest, 'q' | 'type'> & { type: Kind | null };

export const NO_FILTERS = {
  kind: undefined,
  library: undefined,
  by: undefined,
  year: undefined,
  tag: undefined,
} as const;

/** The search of an address. Invalid filters count as absent. */
export function searchOf(address: SearchAddress): SearchFilters & { q: string } {
  const { q = '', kind, library = '', by = '', year = '', tag = '' } = address;
  return {
    q: q.trim(),
    type: KINDS.find((one) => one === kind) ?? null,
    libraryId: numberOf(library),
    owner: numberOf(by),
    year: /^[12]\d{3}$/.test(year) ? Number(year) : null,
    tags: tag.split('\n').filter((one) => one !== ''),
  };
}

function numberOf(text: string): number | null {
  return /^\d{1,9}$/.test(text) ? Number(text) : null;
}

/** How many filters narrow the search. */
export function countFilters({ type, libraryId, owner, year, tags }: SearchFilters): number {
  return [type, libraryId, owner, year].filter((value) => value !== null).length + tags.length;
}

/** Adds a tag to the filters of an address, or removes it. */
export function toggleTag(tags: string[], tag: string): string | undefined {
  const others = tags.filter((one) => one !== tag);
  const next = others.length === tags.length ? [...tags, tag] : others;
  return next.length === 0 ? undefined : next.join('\n');
}

/** Whether the query has only words, without operators, so that it can be a part of a name too. */
export function isPlain(q: string): boolean {
  return q !== '' && !/["“”„«»:*]|(?:^|\s)(?:-|OR(?:\s|$))/u.test(q);
}
