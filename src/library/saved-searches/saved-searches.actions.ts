/** Saves tag searches under a name (docs/api/search.md#saved-searches). */
import type { Static } from 'typebox';
import type { Deps } from '../../platform/deps.ts';
import { waitForTurn } from '../../platform/db/locks.ts';
import { conflict, invalidParameter, missingParameter, notFound, unauthorized } from '../../platform/errors.ts';
import { displayName, nameKey } from '../../platform/values/names.ts';
import type { Actor } from '../../core/actor.ts';
import { creation } from '../../core/idempotency/idempotency.steps.ts';
import { lockUsers } from '../../people/users/users.queries.ts';
import {
  type SavedSearch,
  countSavedSearches,
  deleteSavedSearch,
  insertSavedSearch,
} from './saved-searches.queries.ts';
import type { SaveSearchBody } from './saved-searches.schema.ts';
import { type SearchPlace, accessSearch } from '../tag-search/tag-search.access.ts';

/** Enough for a list on a page. */
export const MAX_SAVED = 50;

type Wanted = Static<typeof SaveSearchBody>;

/**
 * Saves a search for the actor. It must be valid now: Read on the place, tag types of its library (404), values of
 * their type (400). 409 if the actor has one with that name, or MAX_SAVED searches.
 */
export async function saveSearch(deps: Deps, actor: Actor, wanted: Wanted): Promise<SavedSearch> {
  const name = displayName(wanted.SearchName, 'SearchName');
  const place = placeOf(wanted);
  return creation(deps.sql, actor, async (tx) => {
    await waitForTurn(tx, `saved-searches:${actor.userId}`);
    const { scope } = await accessSearch(tx, actor, place, wanted.Criteria, { lock: 'child', within: 'Criteria.' });
    if (!(await lockUsers(tx, actor.deploymentId, [actor.userId])).has(actor.userId)) throw unauthorized();
    if ((await countSavedSearches(tx, actor)) >= MAX_SAVED) {
      throw conflict(`At most ${MAX_SAVED} searches can be saved. Delete one first.`);
    }
    const search = {
      name,
      libraryId: scope.folderId === null ? scope.libraryId : null,
      folderId: scope.folderId,
      criteria: wanted.Criteria.map(({ TagTypeId, Value }) => ({ TagTypeId, Value })),
    };
    const savedSearchId = await insertSavedSearch(tx, actor, { ...search, nameKey: nameKey(name) });
    return { ...search, savedSearchId, placeName: scope.name, createdAt: actor.now.toISOString() };
  });
}

/** Deletes a search of the actor; 404 if it does not exist. */
export async function deleteSearch(deps: Deps, actor: Actor, savedSearchId: number): Promise<void> {
  if (!(await deleteSavedSearch(deps.sql, actor, savedSearchId))) throw notFound('saved search');
}

function placeOf({ LibraryId, FolderId }: Wanted): SearchPlace {
  if (LibraryId !== undefined && FolderId !== undefined) {
    throw invalidParameter('FolderId', 'Only one of LibraryId and FolderId may be given.');
  }
  if (FolderId !== undefined) return { folderId: FolderId };
  if (LibraryId === undefined) throw missingParameter('LibraryId', 'One of LibraryId and FolderId must be given.');
  return { libraryId: LibraryId };
}
