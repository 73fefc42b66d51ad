/** Stored results of jobs. */
import type { Db, Tx } from '../../platform/db/connection.ts';
import type { StoredBlob } from '../../platform/blobs/store.ts';
import type { JobKey } from './work.queries.ts';

export type FileForm = 'json' | 'csv';

/** `hash`: SHA-256 in hex. */
export type FileRow = { storageKey: string; size: number; hash: string };

/** The result of a job in one form; undefined if a backup was restored without it. */
export async function findFile(sql: Db, job: JobKey, form: FileForm): Promise<FileRow | undefined> {
  const [row] = await sql<FileRow[]>`
    select storage_key as "storageKey", size, encode(sha256, 'hex') as hash from async_job_files
    where deployment_id = ${job.deploymentId} and job_id = ${job.jobId} and form = ${form}`;
  return row;
}

export async function insertFile(tx: Tx, job: JobKey, form: FileForm, stored: StoredBlob): Promise<void> {
  await tx`
    insert into async_job_files (deployment_id, job_id, form, storage_key, size, sha256)
    values (${job.deploymentId}, ${job.jobId}, ${form}, ${stored.key}, ${stored.size}, ${stored.sha256})`;
}

/** Deletes the rows of a job and returns the storage keys of their bytes. */
export async function deleteFilesOf(tx: Tx, { deploymentId, jobId }: JobKey): Promise<string[]> {
  const rows = await tx<{ key: string }[]>`
    delete from async_job_files where deployment_id = ${deploymentId} and job_id = ${jobId} returning storage_key as key`;
  return rows.map((row) => row.key);
}

/** Deletes the rows of all jobs whose result is gone. */
export async function deleteOrphanedFiles(tx: Tx, now: Date): Promise<string[]> {
  const rows = await tx<{ key: string }[]>`
    delete from async_job_files f using async_jobs j
    where j.deployment_id = f.deployment_id and j.job_id = f.job_id and j.expires_at <= ${now}
    returning f.storage_key as key`;
  return rows.map((row) => row.key);
}
