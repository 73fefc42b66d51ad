import type { Db, Fragment } from '../../platform/db/connection.ts';
import { containing } from '../../platform/db/like.ts';
import type { Page } from '../../platform/http/paging.ts';
import type { Actor } from '../../core/actor.ts';
import { type PersonRow, personOf } from '../../core/persons/persons.queries.ts';
import { storedSetting } from '../../core/settings/settings.queries.ts';
import { isUnbound } from '../rights/rights.queries.ts';
import { joinMarks } from '../tree/marks.queries.ts';

type Common = {
  id: number;
  name: string;
  trashedAt: string;
  /** Null: the operator. */
  deletedBy: PersonRow | null;
  /** The setting of the deployment; null: unset. */
  enablePurging: boolean | null;
  libraryId: number;
  libraryName: string;
  isPrivate: boolean;
  trashedBy: number | null;
  /** Denials do not bind the actor in its library. */
  isUnbound: boolean;
};

/** `kind` orders items deleted at the same time. Columns that an item does not have are null. */
export type TrashRow =
  | (Common & { kind: 1 | 2 })
  | (Common & { kind: 3; folderId: number; size: number; hash: string; modifiedAt: string });

/** The cursor of the lists: deletion time, kind, id. */
export type TrashKey = [string, number, number];

/** Filters the deployment trash by library and by the deleting user; null: any. */
export type TrashFilter = { libraryId: number | null; deletedBy: number | null };

/** The scope of the trash: items deleted by the actor, or items that anybody has deleted from corporate libraries. */
export type Whose = 'own' | TrashFilter;

/** `name`: part of the name key; null: all. */
export type WantedTrash = { whose: Whose; name: string | null };

/**
 * Items that were moved to the trash themselves and are not purged, newest first; one more than the page. Excludes
 * items inside a deleted one, unless they were deleted earlier. Indexes: documents_trash_of_user, documents_trash and
 * those of folders: each kind returns at most a page before they are merged. Names: documents_trash_words, folders_trash_words.
 */
export async function listTrash(sql: Db, actor: Actor, wanted: WantedTrash, page: Page<TrashKey>): Promise<TrashRow[]> {
  const items = [libraries(sql, actor), folders(sql, actor), documents(sql, actor)].map(
    ({ select, mark, id, kind }) => {
      return sql`(${select} and ${isListed(sql, actor, wanted, mark)} and ${isAfter(sql, page, mark, kind, id)}
      order by ${mark}.trashed_at desc, ${id} desc ${cut(sql, page)})`;
    },
  );
  return sql<TrashRow[]>`
    with items as (${items[0] ?? sql``} union all ${items[1] ?? sql``} union all ${items[2] ?? sql``})
    select i.*, ${personOf(sql, sql`u`)} as "deletedBy", ${storedSetting(sql, actor.deploymentId, 'EnablePurging')} as "enablePurging"
    from items i left join users u on u.deployment_id = ${actor.deploymentId} and u.user_id = i."trashedBy"
    order by "trashedAt" desc, kind desc, id desc ${cut(sql, page)}`;
}

type Branch = { select: Fragment; mark: Fragment; id: Fragment; kind: number };

function libraries(sql: Db, actor: Actor): Branch {
  const select = sql`
    select 1 as kind, l.library_id as id, l.name, l.trashed_at as "trashedAt", l.trashed_by as "trashedBy",
      l.library_id as "libraryId", l.name as "libraryName", l.is_private as "isPrivate",
      ${isUnbound(sql, actor)} as "isUnbound", null::bigint as "folderId",
      null::bigint as size, null::text as hash, null::timestamptz as "modifiedAt"
    from libraries l where true`;
  return { select, mark: sql`l`, id: sql`l.library_id`, kind: 1 };
}

function folders(sql: Db, actor: Actor): Branch {
  const select = sql`
    select 2, f.folder_id, f.name, f.trashed_at, f.trashed_by, l.library_id, l.name, l.is_private, ${isUnbound(sql, actor)},
      null, null, null, null
    from folders f join libraries l using (deployment_id, library_id) ${joinMarks(sql)}
    where not marks.purged`;
  return { select, mark: sql`f`, id: sql`f.folder_id`, kind: 2 };
}

function documents(sql: Db, actor: Actor): Branch {
  const select = sql`
    select 3, d.document_id, d.name, d.trashed_at, d.trashed_by, l.library_id, l.name, l.is_private, ${isUnbound(sql, actor)},
      d.folder_id, d.size,
      encode(d.sha256, 'hex'), d.modified_at
    from documents d join folders f using (deployment_id, folder_id) join libraries l using (deployment_id, library_id)
      ${joinMarks(sql)}
    where not marks.purged`;
  return { select, mark: sql`d`, id: sql`d.document_id`, kind: 3 };
}

function isListed(sql: Db, actor: Actor, { whose, name }: WantedTrash, mark: Fragment): Fragment {
  return sql`${mark}.deployment_id = ${actor.deploymentId} and ${mark}.trashed_at is not null and ${mark}.purged_at is null
    ${name === null ? sql`` : sql`and ${mark}.name_key like ${containing(name)}`}
    and ${whose === 'own' ? sql`${mark}.trashed_by = ${actor.userId}` : isFromThere(sql, whose, mark)}`;
}

function isFromThere(sql: Db, { libraryId, deletedBy }: TrashFilter, mark: Fragment): Fragment {
  return sql`not l.is_private
    ${libraryId === null ? sql`` : sql`and l.library_id = ${libraryId}`}
    ${deletedBy === null ? sql`` : sql`and ${mark}.trashed_by = ${deletedBy}`}`;
}

// The first condition is implied by the second, but is the one that an index can start at.
function isAfter(sql: Db, page: Page<TrashKey>, mark: Fragment, kind: number, id: Fragment): Fragment {
  if (page.after === null) return sql`true`;
  const [trashedAt, lastKind, lastId] = page.after;
  return sql`${mark}.trashed_at <= ${trashedAt}
    and (${mark}.trashed_at, ${kind}::bigint, ${id}) < (${trashedAt}, ${lastKind}::bigint, ${lastId})`;
}

function cut(sql: Db, page: Page<TrashKey>): Fragment {
  return page.limit === null ? sql`` : sql`limit ${page.limit + 1}`;
}
