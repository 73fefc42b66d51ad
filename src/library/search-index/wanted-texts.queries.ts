/** Contents of indexed documents whose text was not read yet: a list, of which the queue of jobs gets a few at a time. */
import type { Db, Tx } from '../../platform/db/connection.ts';
import { addJobs } from '../../platform/jobs/job.ts';
import { extractTextJob, pagedKindOf } from '../../content/extraction/extraction.jobs.ts';

/** Texts in the queue. Each that is read makes room for the next one. */
const MAX_QUEUED = 20;
/** A job that failed in all its attempts does not keep its place: the text is read later, after all others. */
const GIVEN_UP = '1 hour';

/**
 * Adds the contents of these documents that have no text yet. Empty ones have none. They are locked, because one that is purged
 * meanwhile, or is lost, must not stop the index.
 */
export async function wantTexts(tx: Tx, deploymentId: number, documentIds: number[]): Promise<void> {
  await tx`
    with contents as (
      select b.deployment_id, b.blob_id from documents d join blobs b using (deployment_id, blob_id)
      where d.deployment_id = ${deploymentId} and d.document_id = any (${documentIds}::bigint[]) and d.size > 0 and not exists (
        select from content_texts x where x.deployment_id = d.deployment_id and x.blob_id = d.blob_id)
      order by b.blob_id for key share of b
    )
    insert into wanted_texts (deployment_id, blob_id) select distinct deployment_id, blob_id from contents
    on conflict do nothing`;
}

/** Fills the queue, with the newest contents first. Call it in turns. Indexes: wanted_texts_waiting, wanted_texts_queued, revisions_blob. */
export async function queueTexts(tx: Tx, now: Date): Promise<void> {
  await tx`
    update wanted_texts set queued_at = null, failures = failures + 1
    where queued_at < ${now}::timestamptz - ${GIVEN_UP}::interval`;
  const queued = await tx<{ deploymentId: number; blobId: number; name: string | null }[]>`
    update wanted_texts w set queued_at = ${now} from (
      select deployment_id, blob_id from wanted_texts where queued_at is null order by failures, wanted_id desc
      limit greatest(0, ${MAX_QUEUED} - (select count(*) from wanted_texts where queued_at is not null))
    ) next
    where w.deployment_id = next.deployment_id and w.blob_id = next.blob_id
    returning w.deployment_id as "deploymentId", w.blob_id as "blobId", (
      select d.name from revisions r join documents d using (deployment_id, document_id)
      where r.deployment_id = w.deployment_id and r.blob_id = w.blob_id limit 1
    ) as name`;
  if (queued.length === 0) return;
  const jobs = queued.map(({ name, ...content }) => {
    const kind = name === null ? undefined : pagedKindOf(name);
    return kind === undefined ? content : { ...content, kind };
  });
  const [quick, converted] = [jobs.filter((job) => !('kind' in job)), jobs.filter((job) => 'kind' in job)];
  // In turn with thumbnails: otherwise no text is read while uploads arrive faster than these are made.
  await addJobs(tx, extractTextJob, quick, { turn: 'usual' });
  await addJobs(tx, extractTextJob, converted);
}

/** Removes a content whose text was read. */
export async function deleteWanted(
  tx: Tx,
  { deploymentId, blobId }: { deploymentId: number; blobId: number },
): Promise<void> {
  await tx`delete from wanted_texts where deployment_id = ${deploymentId} and blob_id = ${blobId}`;
}

/** The number of contents whose text is still to be read. */
export async function countWanted(sql: Db): Promise<number> {
  const [row] = await sql<{ count: number }[]>`select count(*) as count from wanted_texts`;
  return row?.count ?? 0;
}
