import type { Db } from '../../platform/db/connection.ts';
import type { Page } from '../../platform/http/paging.ts';
import type { Actor } from '../../core/actor.ts';
import { effectiveRights } from '../rights/rights.queries.ts';
import { RIGHTS } from '../rights/rights.ts';
import { joinMarks } from '../tree/marks.queries.ts';

type Common = { id: number; name: string; nameKey: string; rights: number; libraryId: number };

/** `kind` orders items with the same name. Columns that an item does not have are null. */
export type SharedRow =
  | (Common & { kind: 1; isPrivate: boolean })
  | (Common & { kind: 2 })
  | (Common & { kind: 3; folderId: number; size: number; hash: string; modifiedAt: string });

/** The cursor of the list: name key, kind, id. */
export type SharedKey = [string, number, number];

/**
 * Readable items granted to the actor directly or through a group: not in the trash, not denied, not in the actor's own
 * library; by name. One more than the page. Index: permissions_principal.
 */
export async function listShared(sql: Db, actor: Actor, page: Page<SharedKey>): Promise<SharedRow[]> {
  return sql<SharedRow[]>`
    with granted as materialized (
      select distinct library_id, folder_id, document_id from permissions
      where deployment_id = ${actor.deploymentId}
        and principal = any (principals_of(${actor.deploymentId}, ${actor.userId}))
        and allow <> 0 and (expires_at is null or expires_at > ${actor.now})
    ), items as (
      ${libraries(sql, actor)} union all ${folders(sql, actor)} union all ${documents(sql, actor)}
    )
    select * from items
    where rights & ${RIGHTS.Read} <> 0
      ${page.after === null ? sql`` : sql`and ("nameKey", kind, id) > (${page.after[0]}, ${page.after[1]}, ${page.after[2]})`}
    order by "nameKey", kind, id
    ${page.limit === null ? sql`` : sql`limit ${page.limit + 1}`}`;
}

function libraries(sql: Db, actor: Actor) {
  const rights = effectiveRights(sql, actor, {
    library: sql`l`,
    path: sql`'{}'::bigint[]`,
    document: sql`null::bigint`,
  });
  return sql`
    select 1 as kind, l.library_id as id, l.name, l.name_key as "nameKey", ${rights} as rights,
      l.library_id as "libraryId", l.is_private as "isPrivate", null::bigint as "folderId", null::bigint as size,
      null::text as hash, null::timestamptz as "modifiedAt"
    from granted join libraries l using (library_id)
    where l.deployment_id = ${actor.deploymentId} and l.trashed_at is null and ${isForeign(sql, actor)}`;
}

function folders(sql: Db, actor: Actor) {
  const rights = effectiveRights(sql, actor, { library: sql`l`, path: sql`f.path`, document: sql`null::bigint` });
  return sql`
    select 2, f.folder_id, f.name, f.name_key, ${rights}, f.library_id, l.is_private, null, null, null, null
    from granted join folders f using (folder_id)
    join libraries l on l.deployment_id = f.deployment_id and l.library_id = f.library_id ${joinMarks(sql)}
    where f.deployment_id = ${actor.deploymentId} and not marks.trashed and ${isForeign(sql, actor)}`;
}

function documents(sql: Db, actor: Actor) {
  const rights = effectiveRights(sql, actor, { library: sql`l`, path: sql`f.path`, document: sql`d.document_id` });
  return sql`
    select 3, d.document_id, d.name, d.name_key, ${rights}, f.library_id, l.is_private, d.folder_id, d.size,
      encode(d.sha256, 'hex'), d.modified_at
    from granted join documents d using (document_id)
    join folders f on f.deployment_id = d.deployment_id and f.folder_id = d.folder_id
    join libraries l on l.deployment_id = f.deployment_id and l.library_id = f.library_id ${joinMarks(sql)}
    where d.deployment_id = ${actor.deploymentId} and d.trashed_at is null and not marks.trashed
      and ${isForeign(sql, actor)}`;
}

function isForeign(sql: Db, actor: Actor) {
  return sql`l.owner_id is distinct from ${actor.userId}`;
}
