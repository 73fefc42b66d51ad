import type { Db, Fragment, Tx } from '../../platform/db/connection.ts';
import type { Page } from '../../platform/http/paging.ts';
import type { Actor, UserKey } from '../../core/actor.ts';
import type { ItemRow } from '../items/items.presenter.ts';
import { effectiveRights } from '../rights/rights.queries.ts';
import { RIGHTS } from '../rights/rights.ts';
import { joinMarks } from '../tree/marks.queries.ts';

/** The item of a star. */
export type StarredKey = { kind: 'library' | 'folder' | 'document'; id: number };

const COLUMNS = { library: 'library_id', folder: 'folder_id', document: 'document_id' } as const;

/** Stars an item; does nothing if it is starred already. */
export async function insertStar(tx: Tx, actor: Actor, { kind, id }: StarredKey): Promise<void> {
  await tx`
    insert into stars (deployment_id, user_id, ${tx(COLUMNS[kind])}, created_at)
    values (${actor.deploymentId}, ${actor.userId}, ${id}, ${actor.now})
    on conflict do nothing`;
}

/** Removes a star, if there is one. */
export async function deleteStar(sql: Db, { deploymentId, userId }: UserKey, { kind, id }: StarredKey): Promise<void> {
  await sql`
    delete from stars where deployment_id = ${deploymentId} and ${sql(COLUMNS[kind])} = ${id} and user_id = ${userId}`;
}

/** The number of the person's stars, without one on this item. Index: stars_user. */
export async function countOtherStars(
  tx: Tx,
  { deploymentId, userId }: UserKey,
  { kind, id }: StarredKey,
): Promise<number> {
  const [row] = await tx<{ total: number }[]>`
    select count(*) as total from stars
    where deployment_id = ${deploymentId} and user_id = ${userId} and ${tx(COLUMNS[kind])} is distinct from ${id}`;
  return row?.total ?? 0;
}

/** Removes all stars of a person. */
export async function deleteStarsOf(tx: Tx, { deploymentId, userId }: UserKey): Promise<void> {
  await tx`delete from stars where deployment_id = ${deploymentId} and user_id = ${userId}`;
}

export type StarredItem = ItemRow & {
  starId: number;
  starredAt: string;
  /** Null for libraries, and if the actor cannot read the parent of the item. */
  parentName: string | null;
};

/**
 * The actor's starred items that the actor can read and that are not in the trash, the latest star first; one more than the
 * page. Items are looked up one by one, up to the end of the page (`offset 0`). Index: stars_user.
 */
export async function listStarred(sql: Db, actor: Actor, page: Page<[number]>): Promise<StarredItem[]> {
  const { deploymentId, userId } = actor;
  return sql<StarredItem[]>`
    select item.*, s.star_id as "starId", s.created_at as "starredAt"
    from stars s cross join lateral (${itemOf(sql, actor)}) item
    where s.deployment_id = ${deploymentId} and s.user_id = ${userId}
      ${page.after === null ? sql`` : sql`and s.star_id < ${page.after[0]}`}
    order by s.star_id desc
    ${page.limit === null ? sql`` : sql`limit ${page.limit + 1}`}`;
}

// The item that `stars s` refers to. A library has no folder: rights and marks come from its own row.
function itemOf(sql: Db, actor: Actor): Fragment {
  const rightsOn = (path: Fragment, document: Fragment) =>
    effectiveRights(sql, actor, { library: sql`l`, path, document });
  const none = sql`null::bigint`;
  const parent = sql`case when d.document_id is null then f.path[:cardinality(f.path) - 1] else f.path end`;
  return sql`
    select * from (
      select case when d.document_id is not null then 3 when f.folder_id is not null then 2 else 1 end as kind,
        coalesce(d.document_id, f.folder_id, l.library_id) as id, coalesce(d.name, f.name, l.name) as name,
        l.library_id as "libraryId", l.is_private as "isPrivate", d.folder_id as "folderId", d.size,
        encode(d.sha256, 'hex') as hash, d.modified_at as "modifiedAt",
        ${rightsOn(sql`coalesce(f.path, '{}')`, sql`d.document_id`)} as rights,
        case when f.folder_id is not null and ${rightsOn(parent, none)} & ${RIGHTS.Read}::integer <> 0
          then case when d.document_id is not null then f.name else coalesce(p.name, l.name) end end as "parentName"
      from (select s.library_id, s.folder_id, s.document_id) starred
      left join documents d on d.deployment_id = ${actor.deploymentId} and d.document_id = starred.document_id
      left join folders f on f.deployment_id = ${actor.deploymentId} and f.folder_id = coalesce(d.folder_id, starred.folder_id)
      left join folders p on p.deployment_id = ${actor.deploymentId} and p.folder_id = f.parent_id
      join libraries l on l.deployment_id = ${actor.deploymentId} and l.library_id = coalesce(f.library_id, starred.library_id)
      ${joinMarks(sql)}
      where d.trashed_at is null and not marks.trashed
    ) i where rights & ${RIGHTS.Read}::integer <> 0
    offset 0`;
}

/** Stars of a person, by kind and id. */
export type Stars = { has(kind: 1 | 2 | 3, id: number): boolean };

/** The actor's stars among items, asked for by kind (as in ItemRow) and id. Index: stars_user. */
export async function findStars(sql: Db, actor: Actor): Promise<Stars> {
  const rows = await sql<{ key: string }[]>`
    select case when document_id is not null then '3:' || document_id
      when folder_id is not null then '2:' || folder_id else '1:' || library_id end as key
    from stars where deployment_id = ${actor.deploymentId} and user_id = ${actor.userId}`;
  const keys = new Set(rows.map((row) => row.key));
  return { has: (kind, id) => keys.has(`${kind}:${id}`) };
}

export type StarredChild = { folderId: number | null; documentId: number | null };

/**
 * Whether the actor has starred an item, and the starred folders and documents directly in it. Looks up the actor's stars,
 * however many items there are. Index: stars_user.
 */
export async function findStarsAt(
  sql: Db,
  actor: Actor,
  { kind, id }: StarredKey,
): Promise<{ isStarred: boolean; stars: StarredChild[] }> {
  const { deploymentId, userId } = actor;
  const isChild = {
    library: sql`(f.library_id = ${id} and f.parent_id is null)`,
    folder: sql`(d.folder_id = ${id} or f.parent_id = ${id})`,
    document: sql`false`,
  }[kind];
  const rows = await sql<(StarredChild & { isItself: boolean })[]>`
    select s.folder_id as "folderId", s.document_id as "documentId", coalesce(s.${sql(COLUMNS[kind])} = ${id}, false) as "isItself"
    from (select * from stars where deployment_id = ${deploymentId} and user_id = ${userId} offset 0) s
    left join documents d on d.deployment_id = s.deployment_id and d.document_id = s.document_id
    left join folders f on f.deployment_id = s.deployment_id and f.folder_id = s.folder_id
    where s.${sql(COLUMNS[kind])} = ${id} or ${isChild}
    order by s.star_id desc`;
  return { isStarred: rows.some((row) => row.isItself), stars: rows.filter((row) => !row.isItself) };
}
