import type { Db } from '../../platform/db/connection.ts';
import type { Actor } from '../../core/actor.ts';
import { effectiveRights } from '../rights/rights.queries.ts';
import type { Container } from '../tree/tree.queries.ts';

export type Step = { folderId: number; name: string };

/** The readable folders of the path, from the top; everything below one of them is readable too. */
export async function listSteps(sql: Db, actor: Actor, path: number[]): Promise<Step[]> {
  const rights = effectiveRights(sql, actor, { library: sql`l`, path: sql`f.path`, document: sql`null::bigint` });
  return sql<Step[]>`
    select f.folder_id as "folderId", f.name
    from folders f join libraries l using (deployment_id, library_id)
    where f.deployment_id = ${actor.deploymentId} and f.folder_id = any (${path}::bigint[]) and ${rights} & 1 <> 0
    order by cardinality(f.path)`;
}

export type ChildRights = { folderId: number | null; documentId: number | null; rights: number };

/** More entries than one person has in any folder; an unlimited list would not help a page. */
const MAX_EXCEPTIONS = 1000;

/**
 * The readable children of a container on which entries give the actor other rights than on the container. Scans only
 * objects with entries for the actor, whatever the container's size. Index: permissions_principal.
 */
export async function listExceptions(
  sql: Db,
  actor: Actor,
  container: Container & { rights: number },
): Promise<ChildRights[]> {
  const { libraryId, folderId } = container;
  const rights = effectiveRights(sql, actor, { library: sql`l`, path: sql`f.path`, document: sql`d.document_id` });
  return sql<ChildRights[]>`
    select * from (
      select p.folder_id as "folderId", p.document_id as "documentId", ${rights} as rights
      from (
        select distinct folder_id, document_id from permissions
        where deployment_id = ${actor.deploymentId} and library_id is null
          and principal = any (principals_of(${actor.deploymentId}, ${actor.userId}))
      ) p
      left join documents d on d.deployment_id = ${actor.deploymentId} and d.document_id = p.document_id
      join folders f on f.deployment_id = ${actor.deploymentId} and f.folder_id = coalesce(p.folder_id, d.folder_id)
      join libraries l on l.deployment_id = f.deployment_id and l.library_id = f.library_id
      where f.library_id = ${libraryId} and d.trashed_at is null
        and case when d.document_id is not null then f.folder_id = ${folderId}
          else f.parent_id is not distinct from ${folderId} and f.trashed_at is null end
    ) children
    where rights & 1 <> 0 and rights <> ${container.rights}
    order by "folderId", "documentId"
    limit ${MAX_EXCEPTIONS}`;
}
