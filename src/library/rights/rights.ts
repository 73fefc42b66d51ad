/** The four rights, as the API names them and as the bit set that PostgreSQL computes with. */
import type { Db, Fragment } from '../../platform/db/connection.ts';
import { forbidden } from '../../platform/errors.ts';
import type { Actor } from '../../core/actor.ts';

/** As whom rights are judged, and when. */
export type RightsHolder = Pick<Actor, 'deploymentId' | 'userId' | 'isSiteAdmin' | 'now'>;

export const RIGHTS = { Read: 1, Write: 2, Delete: 4, Grant: 8 } as const;
export type Right = keyof typeof RIGHTS;
export const ALL_RIGHTS = 15;

/** The names of the rights in a bit set, in the order of the table above. */
export function rightNames(bits: number): Right[] {
  return (Object.keys(RIGHTS) as Right[]).filter((name) => (bits & RIGHTS[name]) !== 0);
}

/** The bit set of some names. */
export function rightBits(names: Right[]): number {
  return names.reduce((bits, name) => bits | RIGHTS[name], 0);
}

/** 403 if the effective rights lack the one wanted. `what` is the thing in words, e.g. `folder`. */
export function assertRight(rights: number, right: Right, what: string): void {
  if ((rights & RIGHTS[right]) === 0) throw forbidden(`You lack the right ${right} on this ${what}.`);
}

/**
 * SQL for the actor's effective rights on an object whose row is at hand (function effective_rights, migration 0001).
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
 * SQL that is true for a child whose parent the actor may read, unless an entry on the child itself denies Read.
 * Lists of children need no more than this: what is granted above is known from the parent.
 */
export function notDeniedHere(
  sql: Db,
  actor: Actor,
  child: { column: Fragment; id: Fragment; library: { isPrivate: boolean; ownerId: number | null } },
): Fragment {
  const isUnbound = child.library.isPrivate ? child.library.ownerId === actor.userId : actor.isSiteAdmin;
  if (isUnbound) return sql`true`;
  return sql`not exists (
    select from permissions p
    where p.deployment_id = ${actor.deploymentId} and p.${child.column} = ${child.id} and p.deny & 1 <> 0
      and p.principal = any (principals_of(${actor.deploymentId}, ${actor.userId}))
      and (p.expires_at is null or p.expires_at > ${actor.now}))`;
}

/**
 * SQL of a query for the folders and documents (the other column is null) on which an entry denies the actor Read: where a
 * whole tree is read, everything below a folder that may be read is readable but for these and what is below them.
 * Index: permissions_principal.
 */
export function deniedItems(sql: Db, actor: RightsHolder): Fragment {
  return sql`
    select p.folder_id, p.document_id
    from permissions p
    left join documents d on d.deployment_id = p.deployment_id and d.document_id = p.document_id
    join folders f on f.deployment_id = p.deployment_id and f.folder_id = coalesce(p.folder_id, d.folder_id)
    join libraries l on l.deployment_id = f.deployment_id and l.library_id = f.library_id
    where p.deployment_id = ${actor.deploymentId} and p.deny & 1 <> 0
      and p.principal = any (principals_of(${actor.deploymentId}, ${actor.userId}))
      and (p.expires_at is null or p.expires_at > ${actor.now})
      and l.owner_id is distinct from ${actor.userId} and not (l.owner_id is null and ${actor.isSiteAdmin}::boolean)`;
}
