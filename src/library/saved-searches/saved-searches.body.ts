/** Reads saved searches and their changes from bodies (docs/api/search.md#saved-searches). */
import type { Static } from 'typebox';
import { invalidParameter, missingParameter } from '../../platform/errors.ts';
import { displayName } from '../../platform/values/names.ts';
import { parseQuery } from '../search-query/query.ts';
import type { SearchPlace } from '../tag-search/tag-search.access.ts';
import type { CriteriaBody } from '../tag-search/tag-search.schema.ts';
import type { ChangeSearchBody, SaveSearchBody } from './saved-searches.schema.ts';

/** Tags in a place, or a query. */
export type Searched =
  | { place: SearchPlace; criteria: Static<typeof CriteriaBody>; query: null }
  | { place: SearchPlace | null; criteria: null; query: string };

export type NewSearch = { name: string; searched: Searched; isAlert: boolean };

/** 400 unless there are either criteria with a place, or a query that can be read. */
export function readNewSearch({ SearchName, Criteria, Q, Alert, ...given }: Static<typeof SaveSearchBody>): NewSearch {
  const name = displayName(SearchName, 'SearchName');
  if (Q !== undefined && Criteria !== undefined) {
    throw invalidParameter('Q', 'Only one of Criteria and Q may be given.');
  }
  const place = placeOf(given);
  if (Q !== undefined) {
    return { name, searched: { place, criteria: null, query: readQuery(Q) }, isAlert: Alert === true };
  }
  if (Criteria === undefined) throw missingParameter('Criteria', 'One of Criteria and Q must be given.');
  if (place === null) throw missingParameter('LibraryId', 'One of LibraryId and FolderId must be given.');
  if (Alert === true) throw invalidParameter('Alert', 'Only a search with Q can have an alert.');
  return { name, searched: { place, criteria: Criteria, query: null }, isAlert: false };
}

export type SearchChange = { name?: string; query?: string; isAlert?: boolean };

export function readSearchChange({ SearchName, Q, Alert }: Static<typeof ChangeSearchBody>): SearchChange {
  return {
    ...(SearchName === undefined ? {} : { name: displayName(SearchName, 'SearchName') }),
    ...(Q === undefined ? {} : { query: readQuery(Q) }),
    ...(Alert === undefined ? {} : { isAlert: Alert }),
  };
}

function placeOf({ LibraryId, FolderId }: { LibraryId?: number; FolderId?: number }): SearchPlace | null {
  if (LibraryId !== undefined && FolderId !== undefined) {
    throw invalidParameter('FolderId', 'Only one of LibraryId and FolderId may be given.');
  }
  if (FolderId !== undefined) return { folderId: FolderId };
  return LibraryId === undefined ? null : { libraryId: LibraryId };
}

// The parser of searches says what cannot be read.
function readQuery(text: string): string {
  const query = text.normalize('NFC').replaceAll('\u0000', ' ').trim();
  const { all, none, types, owners, tags, places, modified, isStarred } = parseQuery(query, 'Q');
  const count = [all, none, types, owners, tags, places].reduce((sum, list) => sum + list.length, 0);
  if (count === 0 && modified.from === null && modified.to === null && !isStarred) {
    throw invalidParameter('Q', 'Q must contain a word or a filter.');
  }
  return query;
}
