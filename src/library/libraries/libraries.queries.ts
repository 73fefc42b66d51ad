import type { Db, Tx } from '../../platform/db/connection.ts';
import type { Page } from '../../platform/http/paging.ts';
import type { Actor } from '../../core/actor.ts';
import { effectiveRights } from '../rights/rights.queries.ts';
import type { LibraryRow } from '../tree/tree.queries.ts';

/** The actor's own library and the readable corporate libraries, by name, then id. */
export async function listLibraries(sql: Db, actor: Actor, page: Page<[string, number]>): Promise<LibraryRow[]> {
  const rights = effectiveRights(sql, actor, {
    library: sql`l`,
    path: sql`'{}'::bigint[]`,
    document: sql`null::bigint`,
  });
  // Users who are not admins read libraries by entries on them, so only those are scanned. Index:
  // permissions_principal.
  const readable = actor.isSiteAdmin
    ? sql`true`
    : sql`l.library_id in (
        select p.library_id from permissions p where p.deployment_id = ${actor.deploymentId}
          and p.principal = any (principals_of(${actor.deploymentId}, ${actor.userId})) and p.library_id is not null
      ) and ${rights} & 1 <> 0`;
  return sql<LibraryRow[]>`
    select l.library_id as "libraryId", l.name, l.name_key as "nameKey", l.is_private as "isPrivate",
      l.owner_id as "ownerId", l.trashed_at as "trashedAt", l.trashed_by as "trashedBy"
    from libraries l
    where l.deployment_id = ${actor.deploymentId} and l.trashed_at is null
      and (l.owner_id = ${actor.userId} or (not l.is_private and ${readable}))
      ${page.after === null ? sql`` : sql`and (l.name_key, l.library_id) > (${page.after[0]}, ${page.after[1]})`}
    order by l.name_key, l.library_id
    ${page.limit === null ? sql`` : sql`limit ${page.limit + 1}`}`;
}

/** Creates a library: a corporate one, or with `ownerId` a personal one. Returns its id. */
export async function insertLibrary(
  tx: Tx,
  library: {
    deploymentId: number;
    name: string;
    nameKey: string;
    ownerId: number | null;
    createdBy: number | null;
    now: Date;
  },
): Promise<number> {
  const [row] = await tx<{ libraryId: number }[]>`
    insert into libraries (deployment_id, name, name_key, is_private, owner_id, created_by, created_at)
    values (${library.deploymentId}, ${library.name}, ${library.nameKey}, ${library.ownerId !== null}, ${library.ownerId},
      ${library.createdBy}, ${library.now})
    returning library_id as "libraryId"`;
  if (row === undefined) throw new Error('An insert returned no row.');
  return row.libraryId;
}

export async function renameLibraryRow(
  tx: Tx,
  actor: Actor,
  libraryId: number,
  name: { name: string; nameKey: string },
): Promise<void> {
  await tx`
    update libraries set name = ${name.name}, name_key = ${name.nameKey}, changed_at = ${actor.now}
    where deployment_id = ${actor.deploymentId} and library_id = ${libraryId}`;
}

/** The name keys already used by corporate libraries outside the trash. Index: libraries_name. */
export async function takenLibraryNames(tx: Tx, deploymentId: number, nameKeys: string[]): Promise<Set<string>> {
  const rows = await tx<{ nameKey: string }[]>`
    select name_key as "nameKey" from libraries
    where deployment_id = ${deploymentId} and name_key = any (${nameKeys}) and not is_private and trashed_at is null`;
  return new Set(rows.map((row) => row.nameKey));
}
