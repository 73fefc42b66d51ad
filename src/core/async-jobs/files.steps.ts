/** The stored results of jobs go together with the jobs: their rows in the transaction, their bytes after it. */
import type { StoredBlob } from '../../platform/blobs/store.ts';
import type { Tx } from '../../platform/db/connection.ts';
import { addJob } from '../../platform/jobs/job.ts';
import { removeBytesJob } from '../../library/purge/purge.jobs.ts';
import { type FileForm, deleteFilesOf, deleteOrphanedFiles, insertFile } from './files.queries.ts';
import type { JobKey } from './work.queries.ts';

/** Makes these the files of a job, in place of those that an attempt which broke off has left. */
export async function storeFiles(tx: Tx, job: JobKey, files: Record<FileForm, StoredBlob>): Promise<void> {
  await removeFilesOf(tx, job);
  await insertFile(tx, job, 'json', files.json);
  await insertFile(tx, job, 'csv', files.csv);
}

/** What a job has stored, if anything, is gone. */
export async function removeFilesOf(tx: Tx, job: JobKey): Promise<void> {
  await removeBytes(tx, await deleteFilesOf(tx, job));
}

/** The same for all whose result is gone. */
export async function removeOrphanedFiles(tx: Tx, now: Date): Promise<void> {
  await removeBytes(tx, await deleteOrphanedFiles(tx, now));
}

async function removeBytes(tx: Tx, keys: string[]): Promise<void> {
  if (keys.length > 0) await addJob(tx, removeBytesJob, { keys });
}
