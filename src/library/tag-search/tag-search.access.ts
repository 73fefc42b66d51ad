/** Searches by tags (docs/api/search.md#search-by-tags). */
import type { Static } from 'typebox';
import type { Deps } from '../../platform/deps.ts';
import type { Db } from '../../platform/db/connection.ts';
import type { RowLock } from '../../platform/db/locks.ts';
import { conflict, missingParameter, notFound } from '../../platform/errors.ts';
import type { Page } from '../../platform/http/paging.ts';
import type { Actor } from '../../core/actor.ts';
import { type TagTypeRow, findTagTypesOf } from '../tag-types/tag-types.queries.ts';
import { readTagValue } from '../tag-types/tag-values.ts';
import { accessFolder, accessLibrary } from '../tree/tree.access.ts';
import type { Container } from '../tree/tree.queries.ts';
import { type Criterion, type Found, searchByTags } from './tag-search.queries.ts';
import type { CriteriaBody } from './tag-search.schema.ts';

/** The scope: a library, or a folder with its subtree. */
export type SearchPlace = { libraryId: number } | { folderId: number };

/** The library's tag types by id. */
export type TagTypes = Map<number, TagTypeRow>;
/** The results and their library. */
export type FoundInLibrary = Found & { libraryId: number; types: TagTypes };

type Wanted = Static<typeof CriteriaBody>;

/**
 * Documents with all the values. Requires Read on the scope; 404 for a tag type of another library.
 * @param options.refusesStatus 409 if a match has a Status tag, which answers of the deprecated version cannot
 *   represent
 */
export async function searchDocuments(
  { sql }: Deps,
  actor: Actor,
  { place, wanted }: { place: SearchPlace; wanted: Wanted },
  page: Page<[number]>,
  { refusesStatus = false }: { refusesStatus?: boolean } = {},
): Promise<FoundInLibrary> {
  const { scope, types, criteria } = await accessSearch(sql, actor, place, wanted);
  const asked = { asksForStatus: refusesStatus };
  const found = await searchByTags(sql, actor, { scope, criteria }, page, asked);
  if (found.carriesStatus) throw conflict('A matching document carries a Status tag; use systemtags-v2.');
  return { ...found, libraryId: scope.libraryId, types };
}

/** The scope and criteria of a search. */
export type Search = { scope: Container & { name: string }; types: TagTypes; criteria: Criterion[] };

/**
 * A search that the actor is allowed to make: 404 and 403 for the scope, 404 for a tag type of another library, 400 for
 * a value.
 * @param options.within the name of the criteria in the body, with a dot, unless they are the whole body
 */
export async function accessSearch(
  sql: Db,
  actor: Actor,
  place: SearchPlace,
  wanted: Wanted,
  { lock, within = '' }: { lock?: RowLock; within?: string } = {},
): Promise<Search> {
  const [scope, rows] = await Promise.all([accessScope(sql, actor, place, lock), findTagTypesOf(sql, actor, place)]);
  const types = new Map(rows.map((row) => [row.tagTypeId, row]));
  return { scope, types, criteria: readCriteria(types, wanted, within) };
}

async function accessScope(sql: Db, actor: Actor, place: SearchPlace, lock?: RowLock): Promise<Search['scope']> {
  if ('folderId' in place) return accessFolder(sql, actor, place.folderId, 'View', lock);
  return { ...(await accessLibrary(sql, actor, place.libraryId, 'View', lock)), folderId: null };
}

function readCriteria(types: TagTypes, wanted: Wanted, within: string): Criterion[] {
  const known = wanted.map(({ TagTypeId, Value }) => {
    const tagType = types.get(TagTypeId);
    if (tagType === undefined) throw notFound('tag type');
    return { ...tagType, text: Value };
  });
  return known.map(({ tagTypeId, dataType, text }, index) => {
    const value = readTagValue(dataType, text, `${within}${index}.Value`);
    if (value === null) throw missingParameter(`${within}${index}.Value`);
    return { tagTypeId, key: value.key };
  });
}
