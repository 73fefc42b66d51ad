/** A search in the address: the query and its filters. */
import type { SearchRequest } from '../../api/keys.ts';
import { filter } from './options/options.ts';
import { KINDS, type Kind } from '../library/filters/filters.ts';
import { idOf } from '../shell/id-of.ts';

/** The parameters of the address. `tag` has a `Name=Value` in each line. */
export type SearchAddress = Partial<
  Record<'q' | 'kind' | 'library' | 'folder' | 'by' | 'year' | 'tag' | 'only', string | undefined>
>;

export type SearchFilters = Omit<SearchRequest, 'q' | 'type'> & { type: Kind | null };

export const NO_FILTERS = {
  kind: undefined,
  library: undefined,
  folder: undefined,
  by: undefined,
  year: undefined,
  tag: undefined,
} as const;

/** The search of an address. Invalid filters count as absent. */
export function searchOf(address: SearchAddress): SearchFilters & { q: string } {
  const { q = '', kind, library = '', folder = '', by = '', year = '', tag = '' } = address;
  return {
    q: q.trim(),
    type: KINDS.find((one) => one === kind) ?? null,
    libraryId: idOf(library),
    folderId: idOf(folder),
    owner: idOf(by),
    year: /^[12]\d{3}$/.test(year) ? Number(year) : null,
    tags: tag.split('\n').filter((one) => one !== ''),
  };
}

/** How many filters narrow the search. */
export function countFilters({ type, libraryId, folderId, owner, year, tags }: SearchFilters): number {
  return [type, libraryId, folderId, owner, year].filter((value) => value !== null).length + tags.length;
}

/**
 * The query with the filters as operators, which a saved search has instead of filters. Its place is apart. The filters come first, because an
 * open quotation mark of the query would take them in.
 */
export function queryOf({ q, type, owner, year, tags }: SearchFilters & { q: string }): string {
  return [
    filter('type', type ?? ''),
    filter('owner', owner === null ? '' : String(owner)),
    filter('modified', year === null ? '' : `${year}-01-01..${year}-12-31`),
    ...tags.map((tag) => filter('tag', tag)),
    q,
  ]
    .filter((part) => part !== '')
    .join(' ');
}

/** Adds a tag to the filters of an address, or removes it. */
export function toggleTag(tags: string[], tag: string): string | undefined {
  const others = tags.filter((one) => one !== tag);
  const next = others.length === tags.length ? [...tags, tag] : others;
  return next.length === 0 ? undefined : next.join('\n');
}

/** Whether the query has only words, without operators, so that it can be a part of a name too. */
export function isPlain(q: string): boolean {
  return q !== '' && !/["“”„«»＂:：*＊]|(?:^|\s)(?:[-－−]|OR(?:\s|$))/u.test(q);
}
