/** Searches by tags (docs/api/search.md#search-by-tags). */
import type { Static } from 'typebox';
import type { Deps } from '../../platform/deps.ts';
import type { Db } from '../../platform/db/connection.ts';
import type { RowLock } from '../../platform/db/locks.ts';
import { conflict, missingParameter, notFound } from '../../platform/errors.ts';
import type { Page } from '../../platform/http/paging.ts';
import type { Actor } from '../../core/actor.ts';
import { type TagTypeRow, findTagTypesOf } from '../tags/tag-types.queries.ts';
import { readTagValue } from '../tags/tag-values.ts';
import { accessFolder, accessLibrary } from '../tree/tree.access.ts';
import type { Container } from '../tree/tree.queries.ts';
import { type Criterion, type Found, searchByTags } from './tag-search.queries.ts';
import type { CriteriaBody } from './tag-search.schema.ts';

/** What is searched: all of a library, or a folder with all below it. */
export type SearchPlace = { libraryId: number } | { folderId: number };

/** The library's tag types by id, which the values found are of. */
export type TagTypes = Map<number, TagTypeRow>;
/** What was found, and the library that it lies in. */
export type FoundInLibrary = Found & { libraryId: number; types: TagTypes };

type Wanted = Static<typeof CriteriaBody>;

/**
 * Documents that carry all the values. Read is wanted on the place; 404 for a tag type of another library.
 * @param options.refusesStatus 409 if a match carries a Status tag, which answers of the deprecated version cannot show
 */
export async function searchDocuments(
  { sql }: Deps,
  actor: Actor,
  place: SearchPlace,
  wanted: Wanted,
  page: Page<[number]>,
  { refusesStatus = false }: { refusesStatus?: boolean } = {},
): Promise<FoundInLibrary> {
  const { scope, types, criteria } = await accessSearch(sql, actor, place, wanted);
  const asked = { asksForStatus: refusesStatus };
  const found = await searchByTags(sql, actor, scope, criteria, page, asked);
  if (found.carriesStatus) throw conflict('A matching document carries a Status tag; use systemtags-v2.');
  return { ...found, libraryId: scope.libraryId, types };
}

/** What a search asks for, and where. */
export type Search = { scope: Container & { name: string }; types: TagTypes; criteria: Criterion[] };

/**
 * A search that the actor may make: 404 and 403 for the place, 404 for a tag type of another library, 400 for a value.
 * @param options.within what the criteria are called in the body, with a point, if they are not all of it
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
  if ('folderId' in place) return accessFolder(sql, actor, place.folderId, 'Read', lock);
  return { ...(await accessLibrary(sql, actor, place.libraryId, 'Read', lock)), folderId: null };
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
