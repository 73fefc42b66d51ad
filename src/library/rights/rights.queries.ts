import type { Db, Fragment } from '../../platform/db/connection.ts';
import type { Actor } from '../../core/actor.ts';
import type { RightsHolder } from './rights.ts';

/**
 * SQL for the actor's effective rights on an object whose row is in scope (the function effective_rights).
 * `library` is the alias of the libraries row; `path` and `document` are SQL for the folder path and document id.
 */
export function effectiveRights(
  sql: Db,
  actor: Actor,
  object: { library: Fragment; path: Fragment; document: Fragment },
): Fragment {
  return sql`effective_rights(${actor.deploymentId}::bigint, ${actor.userId}::bigint, ${actor.isSiteAdmin}::boolean,
    ${object.library}.owner_id, ${object.library}.library_id, ${object.path}, ${object.document}, ${actor.now}::timestamptz)`;
}

/**
 * A condition on a child of a readable parent: no entry on the child itself denies Read. That is sufficient for lists
 * of children, because inherited grants are known from the parent.
 *
 * The entries that deny are few and read once: a hashed subplan, which `is not true` keeps from becoming a join.
 */
export function notDeniedHere(
  sql: Db,
  actor: Actor,
  child: { column: Fragment; id: Fragment; library: { isUnbound: boolean } },
): Fragment {
  if (child.library.isUnbound) return sql`true`;
  return sql`(${child.id} in (
    select p.${child.column} from (${deniedPlaces(sql, actor)}) p where p.${child.column} is not null)) is not true`;
}

/** A query for the libraries, folders and documents with an entry that denies the actor Read. Index: permissions_denials. */
export function deniedPlaces(sql: Db, actor: RightsHolder): Fragment {
  return sql`
    select library_id, folder_id, document_id from permissions
    where deployment_id = ${actor.deploymentId} and deny <> 0 and deny & 1 <> 0
      and principal = any (principals_of(${actor.deploymentId}, ${actor.userId}))
      and (expires_at is null or expires_at > ${actor.now})`;
}

/**
 * A query for the folders and documents (the other column is null) on which an entry denies the actor Read: in a tree
 * below a readable folder, everything else that is not below one of them is readable. Index: permissions_denials.
 */
export function deniedItems(sql: Db, actor: RightsHolder): Fragment {
  return sql`
    select p.folder_id, p.document_id
    from (${deniedPlaces(sql, actor)}) p
    left join documents d on d.deployment_id = ${actor.deploymentId} and d.document_id = p.document_id
    join folders f on f.deployment_id = ${actor.deploymentId} and f.folder_id = coalesce(p.folder_id, d.folder_id)
    join libraries l on l.deployment_id = f.deployment_id and l.library_id = f.library_id
    where not ${isUnbound(sql, actor)}`;
}

/**
 * Whether the actor has all rights in a library, whatever entries deny: the function is_unbound, which effective_rights
 * calls too, is the only place of this rule. `library` is a row with the library's `owner_id`.
 */
export function isUnbound(
  sql: Db,
  actor: Pick<RightsHolder, 'userId' | 'isSiteAdmin'>,
  library: Fragment = sql`l`,
): Fragment {
  return sql`is_unbound(${actor.userId}::bigint, ${actor.isSiteAdmin}::boolean, ${library}.owner_id)`;
}

/**
 * Whether anything below the folder denies the actor Read or Delete; `within` includes the folder's own entries. Index:
 * permissions_denials.
 */
export async function hasDenial(sql: Db, actor: Actor, folderId: number, where: 'within' | 'below'): Promise<boolean> {
  const [row] = await sql<{ found: boolean }[]>`
    select exists (
      select from permissions p
      left join documents d on d.deployment_id = p.deployment_id and d.document_id = p.document_id
      join folders f on f.deployment_id = p.deployment_id and f.folder_id = coalesce(p.folder_id, d.folder_id)
      where p.deployment_id = ${actor.deploymentId} and p.deny <> 0 and p.deny & 5 <> 0
        and p.principal = any (principals_of(${actor.deploymentId}, ${actor.userId}))
        and (p.expires_at is null or p.expires_at > ${actor.now})
        and ${folderId} = any (f.path)
        ${where === 'below' ? sql`and p.folder_id is distinct from ${folderId}` : sql``}
    ) as found`;
  return row?.found ?? false;
}
