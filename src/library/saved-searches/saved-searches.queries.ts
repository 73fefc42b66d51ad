import type { Db, Fragment, Tx } from '../../platform/db/connection.ts';
import type { Actor, UserKey } from '../../core/actor.ts';
import { effectiveRights } from '../rights/rights.queries.ts';
import { RIGHTS } from '../rights/rights.ts';
import { joinMarks } from '../tree/marks.queries.ts';

/** A required tag value, as the client sent it. */
export type SavedCriterion = { TagTypeId: number; Value: string };

/** At most one is not null. */
export type SavedPlace = { libraryId: number | null; folderId: number | null };

/** A search by tags has a place; one with a query can have one. */
export type SavedSearch = SavedPlace & {
  savedSearchId: number;
  name: string;
  /** Null if there is none, the actor cannot read it anymore, or it is in the trash. */
  placeName: string | null;
  criteria: SavedCriterion[];
  query: string | null;
  isAlert: boolean;
  createdAt: string;
};

/** The actor's saved searches, by name. Index: saved_searches_name. */
export async function listSavedSearches(sql: Db, actor: Actor): Promise<SavedSearch[]> {
  return sql<SavedSearch[]>`${selectSearches(sql, actor)} order by s.name_key`;
}

/** Undefined if the actor has no such search. */
export async function findSavedSearch(sql: Db, actor: Actor, savedSearchId: number): Promise<SavedSearch | undefined> {
  const [row] = await sql<SavedSearch[]>`${selectSearches(sql, actor)} and s.saved_search_id = ${savedSearchId}`;
  return row;
}

function selectSearches(sql: Db, actor: Actor): Fragment {
  const rights = effectiveRights(sql, actor, { library: sql`l`, path: sql`f.path`, document: sql`null::bigint` });
  return sql`
    select s.saved_search_id as "savedSearchId", s.name, s.library_id as "libraryId", s.folder_id as "folderId",
      case when not marks.trashed and ${rights} & ${RIGHTS.Read}::integer <> 0 then coalesce(f.name, l.name) end as "placeName",
      s.criteria, s.query, s.created_at as "createdAt", exists (
        select from search_alerts a where a.deployment_id = s.deployment_id and a.saved_search_id = s.saved_search_id
      ) as "isAlert"
    from saved_searches s
    left join folders f on f.deployment_id = s.deployment_id and f.folder_id = s.folder_id
    left join libraries l on l.deployment_id = s.deployment_id and l.library_id = coalesce(s.library_id, f.library_id)
    ${joinMarks(sql)}
    where s.deployment_id = ${actor.deploymentId} and s.user_id = ${actor.userId}`;
}

export async function countSavedSearches(tx: Tx, { deploymentId, userId }: UserKey): Promise<number> {
  const [row] = await tx<{ total: number }[]>`
    select count(*) as total from saved_searches where deployment_id = ${deploymentId} and user_id = ${userId}`;
  return row?.total ?? 0;
}

/** Returns its id. A taken name violates the index saved_searches_name (409). */
export async function insertSavedSearch(
  tx: Tx,
  actor: Actor,
  search: Pick<SavedSearch, 'name' | 'libraryId' | 'folderId' | 'criteria' | 'query'> & { nameKey: string },
): Promise<number> {
  const [row] = await tx<{ id: number }[]>`
    insert into saved_searches (deployment_id, user_id, name, name_key, library_id, folder_id, criteria, query, created_at)
    values (${actor.deploymentId}, ${actor.userId}, ${search.name}, ${search.nameKey}, ${search.libraryId},
      ${search.folderId}, ${tx.json(search.criteria)}, ${search.query}, ${actor.now})
    returning saved_search_id as id`;
  if (row === undefined) throw new Error('An insert returned no row.');
  return row.id;
}

/** A taken name violates the index saved_searches_name (409). */
export async function updateSavedSearch(
  tx: Tx,
  { deploymentId, userId }: UserKey,
  search: Pick<SavedSearch, 'savedSearchId' | 'name' | 'query'> & { nameKey: string },
): Promise<void> {
  await tx`
    update saved_searches set name = ${search.name}, name_key = ${search.nameKey}, query = ${search.query}
    where deployment_id = ${deploymentId} and user_id = ${userId} and saved_search_id = ${search.savedSearchId}`;
}

/** False if the person has no such search. */
export async function deleteSavedSearch(sql: Db, { deploymentId, userId }: UserKey, id: number): Promise<boolean> {
  const { count } = await sql`
    delete from saved_searches
    where deployment_id = ${deploymentId} and user_id = ${userId} and saved_search_id = ${id}`;
  return count === 1;
}

/** Deletes all saved searches of a person. */
export async function deleteSavedSearchesOf(tx: Tx, { deploymentId, userId }: UserKey): Promise<void> {
  await tx`delete from saved_searches where deployment_id = ${deploymentId} and user_id = ${userId}`;
}
