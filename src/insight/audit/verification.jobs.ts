/** Verifies the activity log in the background, in steps. */
import type { Deps } from '../../platform/deps.ts';
import type { Tx } from '../../platform/db/connection.ts';
import { insertActivity } from '../../core/activity/activity.queries.ts';
import { defineAsyncJob, jobStep } from '../../core/async-jobs/work.ts';
import type { RunningJob } from '../../core/async-jobs/work.queries.ts';
import { type KeptIn, readKept } from './check-heads.ts';
import { type Verification, beginVerification, endVerification, parseNotedSeal, verifyNext } from './verify.ts';

/** Seals per step: at most 100,000 rows, about a second. */
const STEP = 10;

/** `noted`: a formatted seal. `ofSeals`: the number of seals when the job started. */
export type VerificationParameters = { noted: string | null; ofSeals: number };

type Running = RunningJob<VerificationParameters>;
type Progress = Verification & { isAtEnd: boolean; isRecorded: boolean };

/**
 * Compares the log with its seals, and the seals with those stored outside the database; records the result in the log.
 */
export const verificationJob = defineAsyncJob<VerificationParameters>('audit-verification', async (deps, running) => {
  const start: Progress = { ...beginVerification(running.deploymentId), isAtEnd: false, isRecorded: false };
  let progress: Progress | undefined = start;
  while (progress !== undefined && !progress.isRecorded) {
    // Read before the transaction, which must not wait for a disk or a bucket. The first step after a restart may not
    // need them.
    const kept: KeptIn[] | undefined = progress.isAtEnd ? await readKept(deps, running.deploymentId) : undefined;
    progress = await jobStep<Progress>(deps, running, start, async (tx, at) => {
      if (!at.isAtEnd) return goOn(deps, tx, running, at);
      return kept === undefined ? at : record({ ...deps, sql: tx, kept }, running, at);
    });
  }
  return progress?.verified;
});

async function goOn({ secretKey }: Deps, tx: Tx, { parameters }: Running, progress: Progress): Promise<Progress> {
  const { next, isAtEnd } = await verifyNext({ sql: tx, secretKey }, progress, notedOf(parameters), STEP);
  return { ...progress, ...next, isAtEnd };
}

type Recorder = { sql: Tx; clock: Deps['clock']; kept: KeptIn[] };

async function record(deps: Recorder, { deploymentId, createdBy, parameters }: Running, progress: Progress) {
  const verified = await endVerification(deps, progress, notedOf(parameters));
  const { Seals: seals, SealedRows: rows, Broken: broken } = verified;
  const who = { deploymentId, userId: createdBy, at: deps.clock() };
  const details = { seals, rows, broken };
  await insertActivity(deps.sql, who, { type: 'ActivityVerified', contentName: 'Activity log', details });
  return { ...progress, verified, isRecorded: true };
}

function notedOf({ noted }: VerificationParameters) {
  return noted === null ? undefined : parseNotedSeal(noted);
}
