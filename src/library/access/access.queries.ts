/**
 * Explains who has rights on an object, and why. The rule itself is the function effective_rights; it is not repeated here.
 */
import type { Db, Fragment } from '../../platform/db/connection.ts';
import type { Page } from '../../platform/http/paging.ts';
import type { Actor } from '../../core/actor.ts';
import { type PersonRow, personOf } from '../../core/persons/persons.queries.ts';
import type { Grantable } from '../permissions/permissions.access.ts';
import { isNamed } from '../../people/users/users.queries.ts';

/** The object of an entry or link; exactly one id is not null. */
export type Standing = { libraryId: number | null; folderId: number | null; documentId: number | null };

/** An entry that applies to a person. `expiresAt` is in PostgreSQL's JSON format. */
export type ReasonRow = Standing & {
  groupId: number | null;
  groupName: string | null;
  taskId: number | null;
  allow: number;
  deny: number;
  expiresAt: string | null;
};

export type AccessRow = {
  person: PersonRow;
  nameKey: string;
  /** Denials do not bind the person here. */
  isUnbound: boolean;
  rights: number;
  reasons: ReasonRow[];
};

/**
 * The owner and the people to whom entries of the object or its ancestors apply, with their rights and entries; by
 * name, one more than the page. Computes rights and entries for the page only. Indexes: permissions_library, _folder,
 * _document, users_name, group_members_user.
 */
export async function listAccess(
  sql: Db,
  actor: Actor,
  object: Grantable,
  prefix: string,
  page: Page<[string, number]> & { limit: number },
): Promise<AccessRow[]> {
  const { deploymentId, ownerId, libraryId, path } = object;
  return sql<AccessRow[]>`
    with entries as materialized (${entriesOn(sql, actor, object)}),
    people as materialized (
      select u.user_id, u.name, u.name_key, u.email, u.is_site_admin, u.picture_version, u.deleted_at from users u
      where u.deployment_id = ${deploymentId} and u.deleted_at is null and ${isNamed(sql, prefix)}
        and ${isConcerned(sql, deploymentId, ownerId)}
        ${page.after === null ? sql`` : sql`and (u.name_key, u.user_id) > (${page.after[0]}, ${page.after[1]})`}
      order by u.name_key, u.user_id
      limit ${page.limit + 1}
    )
    select ${personOf(sql, sql`u`)} as person, u.name_key as "nameKey",
      is_unbound(u.user_id, u.is_site_admin, ${ownerId}) as "isUnbound",
      effective_rights(${deploymentId}, u.user_id, u.is_site_admin, ${ownerId}, ${libraryId}, ${path}::bigint[],
        ${documentOf(object)}, ${actor.now}) as rights,
      (${reasonsOf(sql, object)}) as reasons
    from people u
    order by u.name_key, u.user_id`;
}

/** A link that opens the object now, because it points to the object or an ancestor. */
export type AccessLinkRow = Omit<Standing, 'libraryId'> & {
  shareId: number;
  isOfTask: boolean;
  status: 'Active' | 'Pending';
  createdBy: PersonRow;
  createdAt: string;
  expiresAt: string | null;
  accessCodeRequired: boolean;
  hasPassword: boolean;
  allowView: boolean;
  allowDownload: boolean;
  allowUpload: boolean;
  allowEdit: boolean;
};

/**
 * Active links to the object and its parent folders, newest first; one more than the page. A link grants nothing that
 * its creator lacks: if the creator cannot read, it opens nothing. Rights are computed once per creator. Indexes:
 * shares_folder, _document.
 */
export async function listLinks(
  sql: Db,
  actor: Actor,
  object: Grantable,
  page: Page<[number]> & { limit: number },
): Promise<AccessLinkRow[]> {
  const { deploymentId, ownerId, libraryId, path } = object;
  const documentId = documentOf(object);
  return sql<AccessLinkRow[]>`
    with links as materialized (
      select s.share_id, s.created_by from shares s
      where s.deployment_id = ${deploymentId} and (s.folder_id = any (${path}::bigint[]) or s.document_id = ${documentId})
        and s.revoked_at is null and (s.expires_at is null or s.expires_at > ${actor.now})
        ${page.after === null ? sql`` : sql`and s.share_id < ${page.after[0]}`}
    ),
    readers as materialized (
      select u.user_id from users u
      where u.deployment_id = ${deploymentId} and u.deleted_at is null and u.user_id in (select created_by from links)
        and effective_rights(${deploymentId}, u.user_id, u.is_site_admin, ${ownerId}, ${libraryId}, ${path}::bigint[],
          ${documentId}, ${actor.now}) & 1 <> 0
    ),
    shown as materialized (
      select share_id from links where created_by in (select user_id from readers)
      order by share_id desc
      limit ${page.limit + 1}
    )
    select s.share_id as "shareId", s.folder_id as "folderId", s.document_id as "documentId",
      s.task_id is not null as "isOfTask", s.status, ${personOf(sql, sql`u`)} as "createdBy",
      s.created_at as "createdAt", s.expires_at as "expiresAt", s.access_code_required as "accessCodeRequired",
      s.password_hash is not null as "hasPassword", s.allow_view as "allowView", s.allow_download as "allowDownload",
      s.allow_upload as "allowUpload", s.allow_edit as "allowEdit"
    from shown join shares s on s.deployment_id = ${deploymentId} and s.share_id = shown.share_id
    join users u on u.deployment_id = s.deployment_id and u.user_id = s.created_by
    order by s.share_id desc`;
}

function documentOf({ kind, id }: Grantable): number | null {
  return kind === 'document' ? id : null;
}

// The entries that effective_rights reads: active ones of the object and its ancestors.
function entriesOn(sql: Db, actor: Actor, object: Grantable): Fragment {
  return sql`
    select p.principal, p.library_id, p.folder_id, p.document_id, p.task_id, p.allow, p.deny, p.expires_at
    from permissions p
    where p.deployment_id = ${object.deploymentId} and (p.expires_at is null or p.expires_at > ${actor.now})
      and (p.library_id = ${object.libraryId} or p.folder_id = any (${object.path}::bigint[])
        or p.document_id = ${documentOf(object)})`;
}

// Evaluated per person in name order until the page is full: a join would sort a group of everybody completely.
function isConcerned(sql: Db, deploymentId: number, ownerId: number | null): Fragment {
  return sql`(
    u.user_id in (select e.principal from entries e where e.principal > 0)
    or u.user_id = ${ownerId}
    or exists (
      select from group_members m
      where m.deployment_id = ${deploymentId} and m.user_id = u.user_id
        and m.group_id = any (array(select -e.principal from entries e where e.principal < 0))))`;
}

function reasonsOf(sql: Db, { deploymentId, path }: Grantable): Fragment {
  return sql`
    select coalesce(jsonb_agg(jsonb_build_object('libraryId', e.library_id, 'folderId', e.folder_id,
        'documentId', e.document_id, 'groupId', g.group_id, 'groupName', g.name, 'taskId', e.task_id, 'allow', e.allow,
        'deny', e.deny, 'expiresAt', e.expires_at)
      order by e.document_id, array_position(${path}::bigint[], e.folder_id) desc nulls last, g.name_key nulls first,
        e.task_id nulls first), '[]')
    from entries e left join groups g on g.deployment_id = ${deploymentId} and g.group_id = -e.principal
    where e.principal = any (principals_of(${deploymentId}, u.user_id))`;
}
