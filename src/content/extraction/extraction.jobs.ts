/** Reads the text of contents in the background. */
import { Type } from 'typebox';
import { transaction } from '../../platform/db/connection.ts';
import { type Job, NoPayload, addJob, defineJob } from '../../platform/jobs/job.ts';
import { PARTS } from '../../platform/rendering/programs.ts';
import { LEASE_MS } from '../renditions/claims.queries.ts';
import { findIncomplete, findText, postponeText } from './extraction.queries.ts';
import { type ExtractionDeps, completeText, ensureText } from './extraction.steps.ts';

const Payload = Type.Object({ deploymentId: Type.Integer(), blobId: Type.Integer() });

/** Reads and stores the text of a content if that was not done, except for words in pictures. */
export const extractTextJob: Job<ExtractionDeps, typeof Payload> = defineJob({
  name: 'extract-text',
  payload: Payload,
  maxAttempts: 5,
  isHeavy: true,
  turn: 'last',
  async run(deps, payload) {
    const isRead = await ensureText(deps, payload);
    const { missingPart = null, retryAt = null } = (await findText(deps.sql, payload)) ?? {};
    await transaction(deps.sql, async (tx) => {
      // A process that exits while it reads the text leaves it to this job.
      if (!isRead) await addJob(tx, extractTextJob, payload, { runAt: new Date(deps.clock().getTime() + LEASE_MS) });
      else if (missingPart !== null && !deps.renderer.lacks(missingPart)) await addJob(tx, completeTextsJob, {});
      else if (retryAt !== null) await addJob(tx, extractTextJob, payload, { runAt: new Date(retryAt) });
    });
  },
});

/** Until a text that could not be completed is tried again. */
const POSTPONED_MS = 3_600_000;

/**
 * Reads more of the oldest text of which a program that was missing can, such as the words of a scan. One at a time, because
 * it takes long; then the next one. Hourly: a program may have been installed, or a retry is due.
 */
export const completeTextsJob: Job<ExtractionDeps, typeof NoPayload> = defineJob({
  name: 'complete-texts',
  payload: NoPayload,
  cron: '25 * * * *',
  maxAttempts: 5,
  isHeavy: true,
  turn: 'last',
  isSingle: true,
  async run(deps) {
    const parts = PARTS.filter((part) => !deps.renderer.lacks(part));
    const next = await findIncomplete(deps.sql, parts, deps.clock());
    if (next === undefined) return;
    try {
      await completeText(deps, next);
    } catch (error) {
      // Such as lost bytes. The others must not wait for it.
      deps.log.warn({ err: error, ...next }, 'A text could not be completed.');
      await postponeText(deps.sql, next, new Date(deps.clock().getTime() + POSTPONED_MS));
    }
    await transaction(deps.sql, (tx) => addJob(tx, completeTextsJob, {}));
  },
});
