/** Reads the text of contents in the background. */
import { Type } from 'typebox';
import { transaction } from '../../platform/db/connection.ts';
import { type Job, NoPayload, addJob, defineJob } from '../../platform/jobs/job.ts';
import { kindOf } from '../../platform/rendering/kinds.ts';
import { PARTS } from '../../platform/rendering/programs.ts';
import { LEASE_MS } from '../renditions/claims.queries.ts';
import { ensurePdf } from '../renditions/renditions.jobs.ts';
import { findIncomplete, findText, postponeText } from './extraction.queries.ts';
import { type ExtractionDeps, completeText, ensureText } from './extraction.steps.ts';

/** Office documents whose text is read from their pages, so that a result opens at the page (decision 0101). */
const PAGED_KINDS = ['word', 'presentation'] as const;

/** `kind`: of a content whose text is read from its PDF. */
const Payload = Type.Object({
  deploymentId: Type.Integer(),
  blobId: Type.Integer(),
  kind: Type.Optional(Type.Enum([...PAGED_KINDS])),
});

/**
 * Reads and stores the text of a content if that was not done, except for words in pictures. Makes the PDF of an office document
 * first: texts would otherwise wait for all conversions, or convert a second time.
 */
export const extractTextJob: Job<ExtractionDeps, typeof Payload> = defineJob({
  name: 'extract-text',
  payload: Payload,
  maxAttempts: 5,
  isHeavy: true,
  // Those that need a conversion: after thumbnails, and before conversions alone.
  turn: 'soon',
  async run(deps, payload) {
    const { kind, ...content } = payload;
    if (kind !== undefined) await ensurePdf(deps, { ...content, kind });
    const isRead = await ensureText(deps, content);
    const { missingPart = null, retryAt = null } = (await findText(deps.sql, content)) ?? {};
    await transaction(deps.sql, async (tx) => {
      // A process that exits while it reads the text leaves it to this job.
      if (!isRead) await addJob(tx, extractTextJob, payload, { runAt: new Date(deps.clock().getTime() + LEASE_MS) });
      else if (missingPart !== null && !deps.renderer.lacks(missingPart)) await addJob(tx, completeTextsJob, {});
      else if (retryAt !== null) await addJob(tx, extractTextJob, payload, { runAt: new Date(retryAt) });
    });
  },
});

/** The kind of a content with this name, if its text is read from its PDF. */
export function pagedKindOf(name: string): (typeof PAGED_KINDS)[number] | undefined {
  const kind = kindOf(name);
  return PAGED_KINDS.find((paged) => paged === kind);
}

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
