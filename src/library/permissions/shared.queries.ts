import type { Db, Fragment } from '../../platform/db/connection.ts';
import type { Page } from '../../platform/http/paging.ts';
import type { Actor } from '../../core/actor.ts';
import { type PersonRow, personOf } from '../../core/persons/persons.queries.ts';
import type { ItemRow } from '../items/items.presenter.ts';
import { deniedPlaces, effectiveRights, isUnbound } from '../rights/rights.queries.ts';

export type SharedRow = ItemRow & {
  nameKey: string;
  /** Null: the operator at the command line. */
  sharedBy: PersonRow | null;
  sharedAt: string;
};

/** The cursor of the list: name key, kind, id. */
export type SharedKey = [string, number, number];

/**
 * Readable items granted to the actor directly or through a group: not in the trash, not denied, not in the actor's own
 * library; by name. One more than the page. Index: permissions_principal.
 *
 * The plan is the same for one and for a thousand groups (decision 0071). Each granted item, and each folder above them,
 * is looked up once by its key: `offset 0` leaves the planner no join to choose. Rights are computed for the page only;
 * an item with a grant of its own is readable if no entry denies Read on its path.
 */
export async function listShared(sql: Db, actor: Actor, page: Page<SharedKey>): Promise<SharedRow[]> {
  const rights = effectiveRights(sql, actor, {
    library: sql`page`,
    path: sql`page.path`,
    document: sql`case when kind = 3 then id end`,
  });
  return sql<SharedRow[]>`
    with granted as materialized (${grantedItems(sql, actor)}), denied as materialized (${deniedPlaces(sql, actor)}),
    items as materialized (
      ${libraries(sql, actor)} union all ${folders(sql, actor)} union all ${documents(sql, actor)}
    ), hidden as materialized (
      select a.folder_id from (select distinct unnest(path) as folder_id from items) above
      cross join lateral (
        select folder_id from folders
        where deployment_id = ${actor.deploymentId} and folder_id = above.folder_id and trashed_at is not null offset 0
      ) a
    ), page as materialized (
      select * from items where ${isShown(sql, actor)}
        ${page.after === null ? sql`` : sql`and ("nameKey", kind, id) > (${page.after[0]}, ${page.after[1]}, ${page.after[2]})`}
      order by "nameKey", kind, id
      ${page.limit === null ? sql`` : sql`limit ${page.limit + 1}`}
    )
    select kind, id, page.name, "nameKey", ${rights} as rights, library_id as "libraryId", is_private as "isPrivate",
      folder_id as "folderId", size, encode(sha256, 'hex') as hash, modified_at as "modifiedAt",
      latest.created_at as "sharedAt", ${personOf(sql, sql`u`)} as "sharedBy"
    from page cross join lateral (${latestGrant(sql, actor)}) latest
      left join users u on u.deployment_id = ${actor.deploymentId} and u.user_id = latest.granted_by
    order by "nameKey", kind, id`;
}

/** SQL for the newest entry that grants the actor the item of the page. Indexes: one for each kind of object. */
function latestGrant(sql: Db, actor: Actor): Fragment {
  const on = (kind: number, column: Fragment) => sql`
    select created_at, granted_by, permission_id from permissions
    where page.kind = ${kind} and deployment_id = ${actor.deploymentId} and ${column} = page.id and ${isGrant(sql, actor)}`;
  return sql`
    ${on(1, sql`library_id`)} union all ${on(2, sql`folder_id`)} union all ${on(3, sql`document_id`)}
    order by created_at desc, permission_id desc limit 1`;
}

function grantedItems(sql: Db, actor: Actor): Fragment {
  return sql`
    select distinct library_id, folder_id, document_id from permissions
    where deployment_id = ${actor.deploymentId} and ${isGrant(sql, actor)}`;
}

function isGrant(sql: Db, { deploymentId, userId, now }: Actor): Fragment {
  return sql`principal = any (principals_of(${deploymentId}, ${userId}))
    and allow <> 0 and (expires_at is null or expires_at > ${now})`;
}

function libraries(sql: Db, actor: Actor): Fragment {
  return sql`
    select 1 as kind, l.library_id as id, l.name, l.name_key as "nameKey", l.library_id, l.owner_id, l.is_private,
      '{}'::bigint[] as path, null::bigint as folder_id, null::bigint as size, null::bytea as sha256,
      null::timestamptz as modified_at
    from (select library_id from granted where library_id is not null) g
    ${joinLibrary(sql, actor, sql`g.library_id`)}`;
}

function folders(sql: Db, actor: Actor): Fragment {
  return sql`
    select 2, f.folder_id, f.name, f.name_key, l.library_id, l.owner_id, l.is_private, f.path, null, null, null, null
    from (select folder_id from granted where folder_id is not null) g
    ${joinFolder(sql, actor, sql`g.folder_id`)} ${joinLibrary(sql, actor, sql`f.library_id`)}`;
}

function documents(sql: Db, actor: Actor): Fragment {
  return sql`
    select 3, d.document_id, d.name, d.name_key, l.library_id, l.owner_id, l.is_private, f.path, d.folder_id, d.size,
      d.sha256, d.modified_at
    from (select document_id from granted where document_id is not null) g
    cross join lateral (
      select * from documents
      where deployment_id = ${actor.deploymentId} and document_id = g.document_id and trashed_at is null offset 0
    ) d
    ${joinFolder(sql, actor, sql`d.folder_id`)} ${joinLibrary(sql, actor, sql`f.library_id`)}`;
}

function joinFolder(sql: Db, { deploymentId }: Actor, folderId: Fragment): Fragment {
  return sql`cross join lateral (
      select * from folders where deployment_id = ${deploymentId} and folder_id = ${folderId} offset 0
    ) f`;
}

// Without the actor's own library.
function joinLibrary(sql: Db, { deploymentId, userId }: Actor, libraryId: Fragment): Fragment {
  return sql`cross join lateral (
      select * from libraries where deployment_id = ${deploymentId} and library_id = ${libraryId}
        and trashed_at is null and owner_id is distinct from ${userId} offset 0
    ) l`;
}

// Hashed subplans, as in readable.queries.ts.
function isShown(sql: Db, actor: Actor): Fragment {
  return sql`(exists (select from unnest(path) a where a in (select folder_id from hidden))) is not true
    and (${isUnbound(sql, actor, sql`items`)} or (
      (library_id in (select library_id from denied where library_id is not null)) is not true
      and (exists (select from unnest(path) a where a in (select folder_id from denied where folder_id is not null))) is not true
      and (kind = 3 and id in (select document_id from denied where document_id is not null)) is not true))`;
}
