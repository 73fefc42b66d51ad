/**
 * Numbers of documents that are kept instead of counted (migration 0038, decision 0071): a count per folder and
 * deployment, and a log of changes that a job adds to them. A reader adds the changes that are still in the log.
 */
import type { Db, Sql, Tx } from '../../platform/db/connection.ts';
import { transaction } from '../../platform/db/connection.ts';
import { tryTurn } from '../../platform/db/locks.ts';
import type { Actor } from '../../core/actor.ts';
import { deniedPlaces } from '../rights/rights.queries.ts';

/** `version` grows with every change of the folder's lists of documents and folders. */
export type FolderCount = { folderId: number; documents: number; denied: number; version: number };

/**
 * For each of these folders, which the actor can read: its documents outside the trash, and how many of them are denied
 * to the actor. Indexes: folder_counts_pkey, count_changes_folder, permissions_denials.
 */
export async function countListed(
  sql: Db,
  actor: Actor,
  library: { isUnbound: boolean },
  folderIds: number[],
): Promise<FolderCount[]> {
  const { deploymentId } = actor;
  // `offset 0` leaves the planner lookups by key only.
  const denied = library.isUnbound
    ? sql`0`
    : sql`(select count(*) from (
        select distinct document_id from (${deniedPlaces(sql, actor)}) p where document_id is not null
      ) p cross join lateral (
        select from documents d where d.deployment_id = ${deploymentId} and d.document_id = p.document_id
          and d.folder_id = f.folder_id and d.trashed_at is null offset 0
      ) d)`;
  const kept = (column: 'documents' | 'changes') => sql`coalesce((
    select ${sql(column)} from folder_counts c where c.deployment_id = ${deploymentId} and c.folder_id = f.folder_id), 0)`;
  return sql<FolderCount[]>`
    select f.folder_id as "folderId", (${kept('documents')} + log.documents)::bigint as documents,
      ${denied} as denied, (${kept('changes')} + log.changes)::bigint as version
    from unnest(${folderIds}::bigint[]) as f (folder_id) cross join lateral (
      select coalesce(sum(listed), 0) as documents, count(*) as changes from count_changes c
      where c.deployment_id = ${deploymentId} and c.folder_id = f.folder_id
    ) log`;
}

/** Logs a change of a folder's list that no trigger logs, such as that of the tags of a document. */
export async function logListChange(tx: Tx, deploymentId: number, folderId: number): Promise<void> {
  await tx`
    insert into count_changes (deployment_id, folder_id, listed, stored, bytes)
    values (${deploymentId}, ${folderId}, 0, 0, 0)`;
}

export type Usage = { documents: number; bytes: number };

/** The documents of a deployment that are not purged, and the bytes of its contents. Index: count_changes_folder. */
export async function readUsage(sql: Db, deploymentId: number): Promise<Usage> {
  const [row] = await sql<Usage[]>`
    select (coalesce(u.documents, 0) + log.documents)::bigint as documents, (coalesce(u.bytes, 0) + log.bytes)::bigint as bytes
    from (
      select coalesce(sum(stored), 0) as documents, coalesce(sum(bytes), 0) as bytes from count_changes
      where deployment_id = ${deploymentId}
    ) log left join deployment_usage u on u.deployment_id = ${deploymentId}`;
  return row ?? { documents: 0, bytes: 0 };
}

/**
 * Adds the oldest changes of the log to the counts, at most `limit`, and returns their number. Does nothing while
 * another process does it.
 */
export async function addUpChanges(sql: Sql, limit: number): Promise<number> {
  return transaction(sql, async (tx) => {
    if (!(await tryTurn(tx, 'counts'))) return 0;
    const [row] = await tx<{ taken: number }[]>`
      with taken as (
        delete from count_changes where ctid = any (array(select ctid from count_changes limit ${limit}))
        returning deployment_id, folder_id, library_id, listed, stored, bytes
      ), in_folders as (
        insert into folder_counts as c (deployment_id, folder_id, documents, changes)
        select deployment_id, folder_id, sum(listed), count(*) from taken join folders using (deployment_id, folder_id)
        group by deployment_id, folder_id
        on conflict (deployment_id, folder_id)
          do update set documents = c.documents + excluded.documents, changes = c.changes + excluded.changes
      ), in_libraries as (
        update libraries l set changes = l.changes + t.changes
        from (
          select deployment_id, library_id, count(*) as changes from taken where library_id is not null
          group by deployment_id, library_id
        ) t
        where l.deployment_id = t.deployment_id and l.library_id = t.library_id
      ), in_deployments as (
        insert into deployment_usage as u (deployment_id, documents, bytes)
        select deployment_id, sum(stored), sum(bytes) from taken group by deployment_id
        on conflict (deployment_id) do update set documents = u.documents + excluded.documents, bytes = u.bytes + excluded.bytes
      )
      select count(*) as taken from taken`;
    return row?.taken ?? 0;
  });
}

/**
 * The number of folders and deployments whose counts are wrong: 0 unless somebody has changed rows without triggers. The
 * log may still have changes of folders that are removed.
 */
export async function findWrongCounts(sql: Db): Promise<number> {
  const [row] = await sql<{ wrong: number }[]>`
    with listed as (
      select deployment_id, folder_id, count(*) as n from documents where trashed_at is null group by 1, 2
    ), kept as (
      select deployment_id, folder_id, sum(n) as n from (
        select deployment_id, folder_id, documents as n from folder_counts
        union all
        select deployment_id, folder_id, listed from count_changes join folders using (deployment_id, folder_id)
      ) k group by 1, 2
    ), stored as (
      select deployment_id, (select count(*) from documents d where d.deployment_id = p.deployment_id and d.purged_at is null) as documents,
        (select coalesce(sum(size), 0) from blobs b where b.deployment_id = p.deployment_id) as bytes
      from deployments p
    ), usage as (
      select deployment_id, sum(documents) as documents, sum(bytes) as bytes from (
        select deployment_id, documents, bytes from deployment_usage
        union all
        select deployment_id, stored, bytes from count_changes
      ) u group by 1
    )
    select (select count(*) from listed full join kept using (deployment_id, folder_id)
        where coalesce(listed.n, 0) <> coalesce(kept.n, 0))
      + (select count(*) from stored left join usage using (deployment_id)
        where (stored.documents, stored.bytes) <> (coalesce(usage.documents, 0), coalesce(usage.bytes, 0))) as wrong`;
  return row?.wrong ?? 0;
}

/** Counts everything again. Uploads, moves and deletions wait meanwhile. */
export async function recountDocuments(sql: Db): Promise<void> {
  await sql`select recount_documents()`;
}
