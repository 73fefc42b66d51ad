/** Reads the text of a content once, and stores it for the search (decision 0101). */
import type { Deps } from '../../platform/deps.ts';
import type { ByteRange } from '../../platform/blobs/store.ts';
import { commitLater, transaction } from '../../platform/db/connection.ts';
import type { TextPage } from '../../platform/rendering/job.ts';
import type { Render, Rendering } from '../../platform/rendering/renderer.ts';
import { readTextPages } from '../../platform/rendering/text-output.ts';
import { type Step, type WithSteps, runSteps } from '../../platform/steps.ts';
import { detectLanguage } from '../../platform/values/languages.ts';
import { isSettled, logMissingPart, nextAttempt } from '../renditions/attempts.ts';
import { createClaim } from '../renditions/claim.ts';
import {
  type ContentId,
  type TextAttempt,
  findSource,
  findText,
  lockContent,
  putText,
  replaceParts,
} from './extraction.queries.ts';
import { type SplitText, splitText } from './parts.ts';

export type ExtractionSteps = {
  /** After the text of a content was stored, or that it has none. */
  textExtraction: readonly Step<ContentId>[];
};

export type ExtractionDeps = WithSteps<ExtractionSteps>;

/** The claim of a text is stored beside those of renditions. */
const LOOK = 'any text';

/** Reads and stores the text if that was not done. Rejects like the renderer. False: another process is reading it. */
export async function ensureText(deps: ExtractionDeps, id: ContentId): Promise<boolean> {
  if (await isStored(deps, id)) return true;
  const claim = createClaim(deps.sql, { ...id, look: LOOK, size: 0, isAnnotated: false });
  try {
    // Taken when the reading begins, as for renditions (decision 0081).
    const read = await deps.renderer.inTurn(async (render) =>
      (await claim.take()) ? readText(deps, id, render) : 'claimed',
    );
    if (read === 'claimed') return false;
    if (read !== 'settled') await store(deps, id, read);
    return true;
  } finally {
    await claim.release();
  }
}

async function isStored(deps: ExtractionDeps, id: ContentId): Promise<boolean> {
  const found = await findText(deps.sql, id);
  return found !== undefined && isSettled(deps, found);
}

/** `settled`: another process stored it before it was claimed, or the content is gone. */
async function readText(deps: Deps, id: ContentId, render: Render): Promise<Rendering<TextPage[] | null> | 'settled'> {
  const [found, source] = await Promise.all([findText(deps.sql, id), findSource(deps.sql, id)]);
  if (source === undefined || (found !== undefined && isSettled(deps, found))) return 'settled';
  const { storageKey, size } = source;
  return render({
    kind: 'text',
    form: { type: 'text' },
    size: 0,
    isAnnotated: false,
    source: { size, read: (range: ByteRange) => deps.blobs.read(storageKey, range) },
    save: readTextPages,
  });
}

async function store(deps: ExtractionDeps, id: ContentId, rendering: Rendering<TextPage[] | null>): Promise<void> {
  const { output, missingPart } = rendering;
  if (missingPart !== null) logMissingPart(deps, missingPart);
  const text = await splitText(output ?? []);
  await transaction(deps.sql, async (tx) => {
    // If the commit is lost with the database server, so is the end of the job, and the text is read again.
    await commitLater(tx);
    if (!(await lockContent(tx, id))) return;
    const before = await findText(tx, id);
    if (before !== undefined && isSettled(deps, before)) return;
    const now = deps.clock();
    const retryAt = nextAttempt(rendering, before?.attempts ?? 0, now);
    await putText(tx, id, { ...attemptOf(deps, rendering, text), retryAt, now });
    await replaceParts(tx, id, text.parts);
    await runSteps(tx, deps.steps.textExtraction, id);
  });
}

function attemptOf(
  { config }: Deps,
  { about, missingPart }: Rendering<TextPage[] | null>,
  { words, isWhole, parts }: SplitText,
): Omit<TextAttempt, 'retryAt' | 'now'> {
  const reading = about !== null && 'method' in about ? about : null;
  const hasText = parts.length > 0;
  return {
    method: hasText ? (reading?.method ?? null) : null,
    language: detectLanguage(words, config.searchLanguage),
    isComplete: reading !== null && reading.isComplete && isWhole,
    words: hasText ? words.join(' ') : null,
    missingPart,
  };
}
