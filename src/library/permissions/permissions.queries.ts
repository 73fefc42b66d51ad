import type { Db, Fragment, Tx } from '../../platform/db/connection.ts';

/** The kinds of objects with entries, as in paths of routes. */
export const OBJECT_KINDS = [
  { kind: 'library', parameter: 'libraryId', plural: 'libraries' },
  { kind: 'folder', parameter: 'folderId', plural: 'folders' },
  { kind: 'document', parameter: 'documentId', plural: 'documents' },
] as const;

export type ObjectKind = (typeof OBJECT_KINDS)[number]['kind'];

/** The object of an entry. */
export type ObjectKey = { deploymentId: number; kind: ObjectKind; id: number };

/** An entry: `principal` is the user's id, or the group's negated; `allow` and `deny` are bit sets. */
export type PermissionEntry = { principal: number; allow: number; deny: number; expiresAt: string | null };

/** A stored entry with the user's or group's name. `pictureVersion`: of a user's picture. */
export type EntryRow = PermissionEntry & { name: string; pictureVersion: string | null };

/** An inherited entry; `folderId` null: of the library. */
export type InheritedRow = EntryRow & { libraryId: number; folderId: number | null };

/** The object's own entries, users first, by name. Indexes: permissions_library, _folder, _document. */
export async function listEntries(sql: Db, object: ObjectKey): Promise<EntryRow[]> {
  return sql<EntryRow[]>`
    select ${columns(sql)} from ${namedEntries(sql)}
    where p.deployment_id = ${object.deploymentId} and ${isOn(sql, object)}
    order by ${byName(sql)}`;
}

/** The entries of the folders of the path, nearest first, then those of the library. */
export async function listEntriesAbove(
  sql: Db,
  deploymentId: number,
  above: { libraryId: number; path: number[] },
): Promise<InheritedRow[]> {
  const { libraryId, path } = above;
  return sql<InheritedRow[]>`
    select ${columns(sql)}, ${libraryId}::bigint as "libraryId", p.folder_id as "folderId" from ${namedEntries(sql)}
    where p.deployment_id = ${deploymentId} and (p.library_id = ${libraryId} or p.folder_id = any (${path}::bigint[]))
    order by array_position(${path}::bigint[], p.folder_id) desc nulls last, ${byName(sql)}`;
}

/** Deletes the object's entries of these principals. */
export async function deleteEntries(tx: Tx, object: ObjectKey, principals: number[]): Promise<void> {
  await tx`
    delete from permissions p
    where p.deployment_id = ${object.deploymentId} and ${isOn(tx, object)} and p.principal = any (${principals}::bigint[])`;
}

/** Deletes all entries of one user or group. Index: permissions_principal. */
export async function deleteEntriesOf(tx: Tx, deploymentId: number, principal: number): Promise<void> {
  await tx`delete from permissions where deployment_id = ${deploymentId} and principal = ${principal}`;
}

/** Adds entries for principals without one on the object. `grantedBy` null: the operator at the command line. */
export async function insertEntries(
  tx: Tx,
  object: ObjectKey,
  entries: PermissionEntry[],
  by: { grantedBy: number | null; now: Date },
): Promise<void> {
  const column = <Key extends keyof PermissionEntry>(key: Key) => entries.map((entry) => entry[key]);
  await tx`
    insert into permissions (deployment_id, ${tx(`${object.kind}_id`)}, user_id, group_id, allow, deny, expires_at,
      granted_by, created_at)
    select ${object.deploymentId}, ${object.id}, case when e.principal > 0 then e.principal end,
      case when e.principal < 0 then -e.principal end, e.allow, e.deny, e.expires_at, ${by.grantedBy}, ${by.now}
    from unnest(${column('principal')}::bigint[], ${column('allow')}::smallint[], ${column('deny')}::smallint[],
      ${column('expiresAt')}::timestamptz[]) as e (principal, allow, deny, expires_at)`;
}

export type UserRights = { userId: number; name: string; rights: number };

/** The effective rights on an object of these users and of the members of these groups, by name. */
export async function listRightsOf(
  sql: Db,
  object: ObjectKey & { libraryId: number; ownerId: number | null; path: number[] },
  principals: number[],
  now: Date,
): Promise<UserRights[]> {
  const { deploymentId, ownerId, libraryId, path } = object;
  const groupIds = principals.filter((principal) => principal < 0).map((principal) => -principal);
  return sql<UserRights[]>`
    select u.user_id as "userId", u.name, effective_rights(u.deployment_id, u.user_id, u.is_site_admin, ${ownerId}, ${libraryId},
      ${path}::bigint[], ${object.kind === 'document' ? object.id : null}, ${now}) as rights
    from users u
    where u.deployment_id = ${deploymentId} and u.deleted_at is null and (
      u.user_id = any (${principals}::bigint[])
      or u.user_id in (
        select m.user_id from group_members m
        where m.deployment_id = ${deploymentId} and m.group_id = any (${groupIds}::bigint[])))
    order by u.name_key, u.user_id`;
}

const TABLES = {
  library: { table: 'libraries', id: 'library_id' },
  folder: { table: 'folders', id: 'folder_id' },
  document: { table: 'documents', id: 'document_id' },
} as const;

/** Sets when the object's permissions last changed. */
export async function markChanged(tx: Tx, { deploymentId, kind, id }: ObjectKey, now: Date): Promise<void> {
  const { table, id: column } = TABLES[kind];
  await tx`
    update ${tx(table)} set changed_at = ${now} where deployment_id = ${deploymentId} and ${tx(column)} = ${id}`;
}

function isOn(sql: Db, object: ObjectKey): Fragment {
  const column = { library: sql`library_id`, folder: sql`folder_id`, document: sql`document_id` }[object.kind];
  // Entries of tasks are separate from those that people make, and end with the task.
  return sql`p.${column} = ${object.id} and p.task_id is null`;
}

function columns(sql: Db): Fragment {
  return sql`p.principal, p.allow, p.deny, p.expires_at as "expiresAt", coalesce(u.name, g.name) as name,
    u.picture_version as "pictureVersion"`;
}

function namedEntries(sql: Db): Fragment {
  return sql`permissions p
    left join users u on u.deployment_id = p.deployment_id and u.user_id = p.user_id
    left join groups g on g.deployment_id = p.deployment_id and g.group_id = p.group_id`;
}

function byName(sql: Db): Fragment {
  return sql`p.group_id is not null, coalesce(u.name_key, g.name_key), p.principal`;
}
