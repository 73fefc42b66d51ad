/** The work of purge-old-documents, in batches, each in one transaction with its counts. */
import type { Tx } from '../../platform/db/connection.ts';
import { DatabaseError } from '../../platform/db/errors.ts';
import { addJob } from '../../platform/jobs/job.ts';
import { type WithSteps, runSteps } from '../../platform/steps.ts';
import { recordActivities } from '../../core/activity/activity.queries.ts';
import { defineAsyncJob, jobStep } from '../../core/async-jobs/work.ts';
import type { RunningJob } from '../../core/async-jobs/work.queries.ts';
import { assertPurgingEnabled } from '../../core/settings/settings.access.ts';
import { markDocumentsPurged } from '../tree/marks.queries.ts';
import { type OldDocument, listOldDocuments, lockOldDocuments, shorten } from './purge-old.queries.ts';
import type { PurgeSteps, Purger } from './purge.steps.ts';
import { purgeJob } from './purge.jobs.ts';

const BATCH = 500;

/** `lastId`: the newest document when the job started; later ones are not old. */
export type PurgeOldParameters = { storedBefore: string; lastId: number; isDryRun: boolean };

type PurgeDeps = WithSteps<PurgeSteps>;
type Purge = RunningJob<PurgeOldParameters>;
/** Every document up to `passedId` was checked. */
type Progress = { passedId: number; deleted: number; failed: number; size: number };

const START: Progress = { passedId: 0, deleted: 0, failed: 0, size: 0 };

/** Marks every old document as purged; the purge job of each batch removes the rest. */
export const purgeOldJob = defineAsyncJob<PurgeOldParameters, PurgeDeps>('purge-old-documents', async (deps, purge) => {
  let progress: Progress | undefined = START;
  while (progress !== undefined && progress.passedId < purge.parameters.lastId) {
    progress = await purgeNext(deps, purge, BATCH);
  }
  if (progress === undefined) return undefined;
  const { deleted, failed, size: Size } = progress;
  const counts = { DocumentsDeleted: deleted, DocumentsThatFailedToDelete: failed };
  return purge.parameters.isDryRun ? { ...counts, Size } : counts;
});

async function purgeNext(deps: PurgeDeps, purge: Purge, count: number): Promise<Progress | undefined> {
  try {
    return await jobStep(deps, purge, START, (tx, progress) => purgeSome(deps, tx, purge, progress, count));
  } catch (error) {
    if (!isAboutTheRows(error)) throw error;
    return count === 1 ? passOver(deps, purge, error) : purgeHalves(deps, purge, count);
  }
}

async function purgeSome(deps: PurgeDeps, tx: Tx, purge: Purge, progress: Progress, count: number): Promise<Progress> {
  const { deploymentId, createdBy: userId } = purge;
  const { storedBefore, lastId, isDryRun } = purge.parameters;
  const span = await shorten(tx, { deploymentId, after: progress.passedId, upTo: lastId }, count);
  if (!isDryRun) {
    // Stops if purging is disabled meanwhile.
    await assertPurgingEnabled(tx, purge);
    await lockOldDocuments(tx, span, storedBefore);
  }
  const documents = await listOldDocuments(tx, span, storedBefore);
  if (!isDryRun) await purgeAll(deps, tx, { deploymentId, userId, now: deps.clock() }, documents);
  const size = documents.reduce((sum, document) => sum + document.size, progress.size);
  return { ...progress, passedId: span.upTo, deleted: progress.deleted + documents.length, size };
}

async function purgeAll(
  { steps }: PurgeDeps,
  tx: Tx,
  who: Purger & { userId: number },
  documents: OldDocument[],
): Promise<void> {
  if (documents.length === 0) return;
  const documentIds = documents.map(({ documentId }) => documentId);
  await markDocumentsPurged(tx, who, documentIds);
  await runSteps(tx, steps.documentPurge, { by: who, documentIds });
  const entries = documents.map(({ name: contentName, size: _size, ...place }) => {
    return { type: 'DocumentPurged' as const, contentName, ...place };
  });
  await recordActivities(tx, who, entries);
  await addJob(tx, purgeJob, { deploymentId: who.deploymentId, documentIds });
}

// If the database rejects a batch, halving it isolates the rejected document, and the others succeed in few steps.
async function purgeHalves(deps: PurgeDeps, purge: Purge, count: number): Promise<Progress | undefined> {
  const first = Math.floor(count / 2);
  const progress = await purgeNext(deps, purge, first);
  return progress === undefined ? undefined : purgeNext(deps, purge, count - first);
}

async function passOver(deps: PurgeDeps, purge: Purge, error: unknown): Promise<Progress | undefined> {
  return jobStep(deps, purge, START, async (tx, progress) => {
    const { deploymentId, parameters } = purge;
    const { upTo } = await shorten(tx, { deploymentId, after: progress.passedId, upTo: parameters.lastId }, 1);
    deps.log.error({ err: error, documentId: upTo, jobId: purge.jobId }, 'A document could not be purged.');
    return { ...progress, passedId: upTo, failed: progress.failed + 1 };
  });
}

// Bad data, a violated constraint, an error raised by a trigger, an unavailable lock: not a failure of the server.
function isAboutTheRows(error: unknown): boolean {
  return error instanceof DatabaseError && /^(?:22|23|55|P0)/.test(error.code ?? '');
}
