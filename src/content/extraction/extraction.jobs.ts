/** Reads the text of contents in the background. */
import { Type } from 'typebox';
import { transaction } from '../../platform/db/connection.ts';
import { type Job, addJob, defineJob } from '../../platform/jobs/job.ts';
import { LEASE_MS } from '../renditions/claims.queries.ts';
import { type ContentId, findText } from './extraction.queries.ts';
import { type ExtractionDeps, ensureText } from './extraction.steps.ts';

const Payload = Type.Object({ deploymentId: Type.Integer(), blobId: Type.Integer() });

/** Reads and stores the text of a content if that was not done. */
export const extractTextJob: Job<ExtractionDeps, typeof Payload> = defineJob({
  name: 'extract-text',
  payload: Payload,
  maxAttempts: 5,
  isHeavy: true,
  isLast: true,
  async run(deps, payload) {
    const runAt = (await ensureText(deps, payload))
      ? await findRetry(deps, payload)
      : // A process that exits while it reads the text leaves it to this job.
        new Date(deps.clock().getTime() + LEASE_MS);
    if (runAt !== null) await transaction(deps.sql, (tx) => addJob(tx, extractTextJob, payload, { runAt }));
  },
});

async function findRetry({ sql }: ExtractionDeps, id: ContentId): Promise<Date | null> {
  const retryAt = (await findText(sql, id))?.retryAt ?? null;
  return retryAt === null ? null : new Date(retryAt);
}
