/** Turning alerts on and off, in the transaction of the saved search (docs/api/search.md#alerts). */
import type { Tx } from '../../platform/db/connection.ts';
import { waitForTurn } from '../../platform/db/locks.ts';
import { conflict, invalidParameter } from '../../platform/errors.ts';
import type { Actor } from '../../core/actor.ts';
import { placeKeys } from '../search/candidates.queries.ts';
import { findDocuments } from '../search/search.queries.ts';
import { type Search, resolveSearch } from '../search-query/resolve.ts';
import { type AlertFilter, countAlerts, insertAlert } from './alerts.queries.ts';
import type { SavedPlace } from './saved-searches.queries.ts';

/** Alerts of a person, and of all people of a deployment: the index compares each document with all of these. */
export const MAX_ALERTS = 20;
export const MAX_ALERTS_OF_ALL = 1000;

/** Names of people, tags and places in a query mean what they mean now, within this time. */
const REFRESH_MS = 10 * 60_000;

export type SavedQuery = SavedPlace & { savedSearchId: number; query: string };

/**
 * Turns the alert of a search on. It remembers the documents that match now. 409 if the person or the deployment has too
 * many, 400 for a search of starred items, which only the person adds to.
 */
export async function turnAlertOn(tx: Tx, actor: Actor, saved: SavedQuery): Promise<void> {
  const search = await resolveSearch(tx, actor, { query: saved.query, parameters: scopeOf(saved) });
  if (search.isStarred) throw invalidParameter('Alert', 'A search with is:starred cannot have an alert.');
  const { matches, isCut } = await findDocuments(tx, actor, search, scopeOf(saved));
  await waitForTurn(tx, `search-alerts:${actor.deploymentId}`);
  const { own, all } = await countAlerts(tx, actor);
  if (own >= MAX_ALERTS) throw conflict(`You can have at most ${MAX_ALERTS} alerts. Turn another one off first.`);
  if (all >= MAX_ALERTS_OF_ALL) {
    throw conflict(`The deployment has ${MAX_ALERTS_OF_ALL} alerts. Some of them must be turned off first.`);
  }
  const alert = { deploymentId: actor.deploymentId, savedSearchId: saved.savedSearchId, since: actor.now };
  await insertAlert(
    tx,
    { ...alert, ...filterOf(search, saved, actor.now), isLimited: isCut },
    matches.map(({ id }) => id),
  );
}

/** The words and places that every match has in the index. */
export function filterOf(search: Search, place: SavedPlace, now: Date): AlertFilter {
  const { parsed, modified, places, terms } = search;
  const hasNames = parsed.owners.length + parsed.tags.length + parsed.places.length > 0;
  const changes = hasNames || modified.from !== null || modified.to !== null;
  return {
    words: terms.anywhere,
    places: placeKeys(places, scopeOf(place))[0] ?? null,
    refreshAt: changes ? new Date(now.getTime() + REFRESH_MS) : null,
  };
}

export function scopeOf({ libraryId, folderId }: SavedPlace): { libraryId?: number; folderId?: number } {
  return { ...(libraryId === null ? {} : { libraryId }), ...(folderId === null ? {} : { folderId }) };
}
