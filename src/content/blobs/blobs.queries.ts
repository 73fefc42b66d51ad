import type { Content } from '../../platform/blobs/disk/inspect.ts';
import type { StoredBlob } from '../../platform/blobs/store.ts';
import type { Db, Tx } from '../../platform/db/connection.ts';

/** A content of the deployment. `hash`: SHA-256 in hex. */
export type AdoptedContent = { blobId: number; size: number; hash: string };

/**
 * Makes the stored bytes a content of the deployment, or finds an existing one with the same bytes; `storageKey` shows
 * which. The row stays locked until the end of the transaction, so that a purge cannot remove the content meanwhile. It
 * is locked after rows of folders and documents, as in a purge, to avoid deadlocks.
 */
export async function adoptBlob(
  tx: Tx,
  deploymentId: number,
  stored: StoredBlob,
  now: Date,
): Promise<{ blobId: number; storageKey: string }> {
  const [row] = await tx<{ blobId: number; storageKey: string }[]>`
    insert into blobs as b (deployment_id, sha256, crc32, size, storage_key, created_at)
    values (${deploymentId}, ${stored.sha256}, ${stored.crc32}, ${stored.size}, ${stored.key}, ${now})
    on conflict (deployment_id, sha256) do update set size = b.size
    returning blob_id as "blobId", storage_key as "storageKey"`;
  if (row === undefined) throw new Error('An upsert returned no row.');
  return row;
}

/**
 * Deletes those contents that no revision uses anymore and returns the storage keys of them and of their thumbnails,
 * whose rows go with them. The contents' rows are locked before they are checked: an upload of the same content that came
 * first has its revision seen, one that comes later waits, finds no row and stores its own bytes. A thumbnail that is
 * kept meanwhile waits too, and is refused.
 */
export async function deleteUnusedBlobs(tx: Tx, deploymentId: number, blobIds: number[]): Promise<string[]> {
  await tx`
    select from blobs where deployment_id = ${deploymentId} and blob_id = any (${blobIds}::bigint[])
    order by blob_id for update`;
  const rows = await tx<{ storageKey: string }[]>`
    with gone as (
      delete from blobs b
      where b.deployment_id = ${deploymentId} and b.blob_id = any (${blobIds}::bigint[])
        and not exists (select from revisions r where r.deployment_id = b.deployment_id and r.blob_id = b.blob_id)
      returning b.blob_id, b.storage_key
    )
    select storage_key as "storageKey" from gone
    union all
    select t.storage_key from thumbnails t join gone using (blob_id)
    where t.deployment_id = ${deploymentId} and t.storage_key is not null`;
  return rows.map((row) => row.storageKey);
}

/**
 * The storage keys that are in use. Indexes: blobs_storage_key, staged_uploads_storage_key, thumbnails_storage_key,
 * async_job_files_storage_key.
 */
export async function usedStorageKeys(sql: Db, keys: string[]): Promise<Set<string>> {
  const rows = await sql<{ key: string }[]>`
    select storage_key as key from blobs where storage_key = any (${keys})
    union all select storage_key from staged_uploads where storage_key = any (${keys}) and finalized_at is null
    union all select storage_key from thumbnails where storage_key = any (${keys})
    union all select storage_key from async_job_files where storage_key = any (${keys})`;
  return new Set(rows.map((row) => row.key));
}

/** Everything stored, by key, after the key `after`. Indexes: as above. */
export async function findStored(sql: Db, after: string, limit: number): Promise<Content[]> {
  return sql<Content[]>`
    (select storage_key as key, size, encode(sha256, 'hex') as sha256 from blobs
     where storage_key > ${after} order by storage_key limit ${limit})
    union all
    (select storage_key, bytes, encode(sha256, 'hex') from thumbnails
     where storage_key > ${after} order by storage_key limit ${limit})
    union all
    (select storage_key, size, encode(sha256, 'hex') from async_job_files
     where storage_key > ${after} order by storage_key limit ${limit})
    order by key limit ${limit}`;
}

/** The number and total size of contents, thumbnails and job results. */
export async function countStored(sql: Db): Promise<{ contents: number; bytes: number }> {
  const [row] = await sql<{ contents: number; bytes: number }[]>`
    select count(*) as contents, coalesce(sum(size), 0)::bigint as bytes
    from (
      select size from blobs
      union all select bytes from thumbnails where storage_key is not null
      union all select size from async_job_files
    ) as stored`;
  return row ?? { contents: 0, bytes: 0 };
}

/** Uploads whose bytes are not a content yet. */
export async function countUnfinishedUploads(sql: Db): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select count(*) as count from staged_uploads where finalized_at is null`;
  return row?.count ?? 0;
}

/**
 * The time of the last complete sweep; before the first one, when the first deployment was created, if there is one.
 */
export async function findBlobsSweptAt(sql: Db): Promise<Date | undefined> {
  const [row] = await sql<{ at: string | null }[]>`
    select coalesce(blobs_swept_at, (select min(created_at) from deployments)) as at from instance`;
  return typeof row?.at === 'string' ? new Date(row.at) : undefined;
}

export async function recordBlobsSwept(sql: Db, at: Date): Promise<void> {
  await sql`update instance set blobs_swept_at = ${at}`;
}
