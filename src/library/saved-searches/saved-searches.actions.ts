/** Saves searches under a name (docs/api/search.md#saved-searches). */
import type { Deps } from '../../platform/deps.ts';
import { type Tx, transaction } from '../../platform/db/connection.ts';
import { waitForTurn } from '../../platform/db/locks.ts';
import { limitConcurrencyByKey } from '../../platform/limits/limit-concurrency.ts';
import { conflict, invalidParameter, notFound, unauthorized } from '../../platform/errors.ts';
import { nameKey } from '../../platform/values/names.ts';
import type { Actor } from '../../core/actor.ts';
import { creation } from '../../core/idempotency/idempotency.steps.ts';
import { lockUsers } from '../../people/users/users.queries.ts';
import { accessSearch } from '../tag-search/tag-search.access.ts';
import { accessFolder, accessLibrary } from '../tree/tree.access.ts';
import { deleteAlert } from './alerts.queries.ts';
import { turnAlertOn } from './alerts.steps.ts';
import type { NewSearch, SearchChange, Searched } from './saved-searches.body.ts';
import {
  type SavedCriterion,
  type SavedSearch,
  countSavedSearches,
  deleteSavedSearch,
  findSavedSearch,
  insertSavedSearch,
  updateSavedSearch,
} from './saved-searches.queries.ts';

// Those of a person wait without a connection: a search for the matches of an alert takes time, and many at once would hold all of them.
const inTurnOf = limitConcurrencyByKey(1);

/** Enough for a list on a page. */
export const MAX_SAVED = 50;

/**
 * Saves a search for the actor. It must be valid now: Read on the place; for a search by tags also tag types of its library (404)
 * and values of their type (400). 409 if the actor has one with that name, MAX_SAVED searches, or too many alerts.
 */
export async function saveSearch(
  deps: Deps,
  actor: Actor,
  { name, searched, isAlert }: NewSearch,
): Promise<SavedSearch> {
  const work = async (tx: Tx) => {
    await waitForChanges(tx, actor);
    const target = await accessSearched(tx, actor, searched);
    if (!(await lockUsers(tx, actor.deploymentId, [actor.userId])).has(actor.userId)) throw unauthorized();
    if ((await countSavedSearches(tx, actor)) >= MAX_SAVED) {
      throw conflict(`At most ${MAX_SAVED} searches can be saved. Delete one first.`);
    }
    const { query } = searched;
    const search = { name, nameKey: nameKey(name), ...target, query };
    const savedSearchId = await insertSavedSearch(tx, actor, search);
    if (isAlert && query !== null) await turnAlertOn(tx, actor, { ...target, savedSearchId, query });
    return requireSearch(await findSavedSearch(tx, actor, savedSearchId));
  };
  return inTurnOf(actor.userId, () => creation(deps.sql, actor, work));
}

/**
 * Changes the name, the query or the alert of a search of the actor; 404 if it does not exist. An alert with another query
 * starts over. A search that can no longer be opened can still be renamed, and its alert turned off.
 */
export async function changeSearch(
  { sql }: Deps,
  actor: Actor,
  savedSearchId: number,
  { name, query, isAlert }: SearchChange,
): Promise<SavedSearch> {
  const work = async (tx: Tx) => {
    await waitForChanges(tx, actor);
    const before = requireSearch(await findSavedSearch(tx, actor, savedSearchId));
    if (before.query === null && query !== undefined) {
      throw invalidParameter('Q', 'A search by tags cannot get a query. Save another search.');
    }
    if (before.query === null && isAlert === true) {
      throw invalidParameter('Alert', 'Only a search with Q can have an alert.');
    }
    const after = { ...before, name: name ?? before.name, query: query ?? before.query };
    await updateSavedSearch(tx, actor, { ...after, nameKey: nameKey(after.name) });
    const wantsAlert = isAlert ?? before.isAlert;
    const isOther = wantsAlert !== before.isAlert || (wantsAlert && after.query !== before.query);
    if (isOther) await deleteAlert(tx, { deploymentId: actor.deploymentId, savedSearchId });
    if (isOther && wantsAlert && after.query !== null) {
      await accessPlace(tx, actor, after);
      await turnAlertOn(tx, actor, { ...after, query: after.query });
    }
    return requireSearch(await findSavedSearch(tx, actor, savedSearchId));
  };
  return inTurnOf(actor.userId, () => transaction(sql, work));
}

/** Deletes a search of the actor; 404 if it does not exist. */
export async function deleteSearch(deps: Deps, actor: Actor, savedSearchId: number): Promise<void> {
  if (!(await deleteSavedSearch(deps.sql, actor, savedSearchId))) throw notFound('saved search');
}

export function requireSearch(found: SavedSearch | undefined): SavedSearch {
  if (found === undefined) throw notFound('saved search');
  return found;
}

// Counts and changes of a person's searches take turns.
async function waitForChanges(tx: Tx, { userId }: Actor): Promise<void> {
  await waitForTurn(tx, `saved-searches:${userId}`);
}

type Target = { libraryId: number | null; folderId: number | null; criteria: SavedCriterion[] };

async function accessSearched(tx: Tx, actor: Actor, searched: Searched): Promise<Target> {
  const { place } = searched;
  const target = {
    libraryId: place !== null && 'libraryId' in place ? place.libraryId : null,
    folderId: place !== null && 'folderId' in place ? place.folderId : null,
  };
  if (searched.criteria === null) {
    await accessPlace(tx, actor, target);
    return { ...target, criteria: [] };
  }
  await accessSearch(tx, actor, searched.place, searched.criteria, { lock: 'child', within: 'Criteria.' });
  return { ...target, criteria: searched.criteria.map(({ TagTypeId, Value }) => ({ TagTypeId, Value })) };
}

async function accessPlace(tx: Tx, actor: Actor, { libraryId, folderId }: Omit<Target, 'criteria'>): Promise<void> {
  if (libraryId !== null) await accessLibrary(tx, actor, libraryId, 'View', 'child');
  if (folderId !== null) await accessFolder(tx, actor, folderId, 'View', 'child');
}
