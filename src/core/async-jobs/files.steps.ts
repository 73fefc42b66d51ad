/** Removes the stored results of jobs: rows in the transaction, bytes after it. */
import type { StoredBlob } from '../../platform/blobs/store.ts';
import { removeBytes } from '../../platform/blobs/remove-bytes.jobs.ts';
import type { Tx } from '../../platform/db/connection.ts';
import { type FileForm, deleteFilesOf, deleteOrphanedFiles, insertFile } from './files.queries.ts';
import type { JobKey } from './work.queries.ts';

/** Sets the files of a job and replaces those of an interrupted attempt. */
export async function storeFiles(tx: Tx, job: JobKey, files: Record<FileForm, StoredBlob>): Promise<void> {
  await removeFilesOf(tx, job);
  await insertFile(tx, job, 'json', files.json);
  await insertFile(tx, job, 'csv', files.csv);
}

/** Removes everything that a job has stored. */
export async function removeFilesOf(tx: Tx, job: JobKey): Promise<void> {
  await removeBytes(tx, await deleteFilesOf(tx, job));
}

/** Removes the files of all jobs whose result is gone. */
export async function removeOrphanedFiles(tx: Tx, now: Date): Promise<void> {
  await removeBytes(tx, await deleteOrphanedFiles(tx, now));
}
