/** Searching by tags (contract: POST …/search/systemtags-v2 and its deprecated version). */
import type { Static } from 'typebox';
import type { Deps } from '../../deps.ts';
import type { Sql } from '../../platform/db/connection.ts';
import { conflict, missingParameter, notFound } from '../../platform/errors.ts';
import type { Page } from '../../platform/http/paging.ts';
import type { Actor } from '../actor.ts';
import { accessFolder } from '../folders/folders.access.ts';
import type { Container } from '../folders/folders.queries.ts';
import { accessLibrary } from '../libraries/libraries.access.ts';
import { type TagTypeRow, findTagTypesOf } from '../tags/tag-types.queries.ts';
import { readTagValue } from '../tags/tag-values.ts';
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
  const [scope, rows] = await Promise.all([accessScope(sql, actor, place), findTagTypesOf(sql, actor, place)]);
  const types = new Map(rows.map((row) => [row.tagTypeId, row]));
  const asked = { asksForStatus: refusesStatus };
  const found = await searchByTags(sql, actor, scope, readCriteria(types, wanted), page, asked);
  if (found.carriesStatus) throw conflict('A matching document carries a Status tag; use systemtags-v2.');
  return { ...found, libraryId: scope.libraryId, types };
}

async function accessScope(sql: Sql, actor: Actor, place: SearchPlace): Promise<Container> {
  if ('folderId' in place) return accessFolder(sql, actor, place.folderId, 'Read');
  return { ...(await accessLibrary(sql, actor, place.libraryId, 'Read')), folderId: null };
}

function readCriteria(types: TagTypes, wanted: Wanted): Criterion[] {
  const known = wanted.map(({ TagTypeId, Value }) => {
    const tagType = types.get(TagTypeId);
    if (tagType === undefined) throw notFound('tag type');
    return { ...tagType, text: Value };
  });
  return known.map(({ tagTypeId, dataType, text }, index) => {
    const value = readTagValue(dataType, text, `${index}.Value`);
    if (value === null) throw missingParameter(`${index}.Value`);
    return { tagTypeId, key: value.key };
  });
}
