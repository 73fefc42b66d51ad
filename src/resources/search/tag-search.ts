/** Searching by tags (contract: POST …/search/systemtags-v2 and its deprecated version). */
import type { Static } from 'typebox';
import type { Deps } from '../../deps.ts';
import { conflict, missingParameter, notFound } from '../../platform/errors.ts';
import type { Page } from '../../platform/http/paging.ts';
import type { Actor } from '../actor.ts';
import { accessFolder } from '../folders/folders.access.ts';
import type { Container } from '../folders/folders.queries.ts';
import { accessLibrary } from '../libraries/libraries.access.ts';
import { type TagTypeRow, findAllTagTypes } from '../tags/tag-types.queries.ts';
import { readTagValue } from '../tags/tag-values.ts';
import { type Criterion, type Found, searchByTags } from './tag-search.queries.ts';
import type { CriteriaBody } from './tag-search.schema.ts';

/** What is searched: all of a library, or a folder with all below it. */
export type SearchPlace = { libraryId: number } | { folderId: number };

/** The library's tag types by id, which the values found are of. */
export type TagTypes = Map<number, TagTypeRow>;
export type FoundWithTypes = Found & { types: TagTypes };

type Wanted = Static<typeof CriteriaBody>;

/** Documents that carry all the values. Read is wanted on the place; 404 for a tag type of another library. */
export async function searchDocuments(
  deps: Deps,
  actor: Actor,
  place: SearchPlace,
  wanted: Wanted,
  page: Page<[number]>,
): Promise<FoundWithTypes> {
  const scope = await accessScope(deps, actor, place);
  const types = await tagTypesOf(deps, actor, scope);
  return { ...(await searchByTags(deps.sql, actor, scope, readCriteria(types, wanted), page)), types };
}

/** The same for the deprecated version, whose answers cannot show Status tags: 409 if a match carries one. */
export async function searchWithoutStatus(
  deps: Deps,
  actor: Actor,
  place: SearchPlace,
  wanted: Wanted,
  page: Page<[number]>,
): Promise<FoundWithTypes> {
  const scope = await accessScope(deps, actor, place);
  const types = await tagTypesOf(deps, actor, scope);
  const asksForStatus = true;
  const found = await searchByTags(deps.sql, actor, scope, readCriteria(types, wanted), page, { asksForStatus });
  if (found.carriesStatus) throw conflict('A matching document carries a Status tag; use systemtags-v2.');
  return { ...found, types };
}

async function accessScope({ sql }: Deps, actor: Actor, place: SearchPlace): Promise<Container> {
  if ('folderId' in place) return accessFolder(sql, actor, place.folderId, 'Read');
  return { ...(await accessLibrary(sql, actor, place.libraryId, 'Read')), folderId: null };
}

async function tagTypesOf({ sql }: Deps, actor: Actor, { libraryId }: Container): Promise<TagTypes> {
  const rows = await findAllTagTypes(sql, actor.deploymentId, libraryId);
  return new Map(rows.map((row) => [row.tagTypeId, row]));
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
