/** Reads the text of a content once, and stores it for the search (decision 0101). */
import type { Deps } from '../../platform/deps.ts';
import { BlobMissingError, type ByteRange } from '../../platform/blobs/store.ts';
import { commitLater, transaction } from '../../platform/db/connection.ts';
import type { TextPage } from '../../platform/rendering/job.ts';
import type { MissingPart, Render, Rendering } from '../../platform/rendering/renderer.ts';
import { readTextPages } from '../../platform/rendering/text-output.ts';
import { type Step, type WithSteps, runSteps } from '../../platform/steps.ts';
import { detectLanguage } from '../../platform/values/languages.ts';
import { isSettled, logMissingPart, nextAttempt } from '../renditions/attempts.ts';
import { createClaim } from '../renditions/claim.ts';
import {
  type ContentId,
  type Stored,
  TEXT_LOOK,
  type TextRow,
  findSources,
  findText,
  lockContent,
  noteFailure,
  putText,
  replaceParts,
} from './extraction.queries.ts';
import { splitText } from './parts.ts';
import { putSections } from './sections.queries.ts';

export type ExtractionSteps = {
  /** After the text of a content was stored, or that it has none. */
  textExtraction: readonly Step<ContentId>[];
};

export type ExtractionDeps = WithSteps<ExtractionSteps>;

/** `quick`: without words in pictures, which take long. `thorough`: with those too, after a quick one. */
type Effort = 'quick' | 'thorough';

/**
 * Reads and stores the text if that was not done, without words in pictures. Rejects like the renderer. False: another
 * process is reading it.
 */
export async function ensureText(deps: ExtractionDeps, id: ContentId): Promise<boolean> {
  return ensure(deps, id, 'quick');
}

/** The same for a text of which a program that was missing can read more, and for words in pictures. */
export async function completeText(deps: ExtractionDeps, id: ContentId): Promise<boolean> {
  return ensure(deps, id, 'thorough');
}

async function ensure(deps: ExtractionDeps, id: ContentId, effort: Effort): Promise<boolean> {
  if (isDone(deps, await findText(deps.sql, id), effort)) return true;
  const claim = createClaim(deps.sql, { ...id, look: TEXT_LOOK, size: 0, isAnnotated: false });
  try {
    // Taken when the reading begins, as for renditions (decision 0081).
    const read = await deps.renderer.inTurn(async (render) =>
      (await claim.take()) ? readContent(deps, id, { effort, render }) : 'claimed',
    );
    if (read === 'claimed') return false;
    if (read !== 'done') await store(deps, id, { effort, rendering: read });
    return true;
  } finally {
    await claim.release();
  }
}

function isDone(deps: Deps, found: TextRow | undefined, effort: Effort): boolean {
  if (found === undefined) return false;
  return (effort === 'quick' && found.missingPart === 'tesseract') || isSettled(deps, found);
}

type TextRendering = Rendering<TextPage[] | null>;

/** `done`: another process stored it before it was claimed, or the content is gone. */
async function readContent(
  deps: Deps,
  id: ContentId,
  { effort, render }: { effort: Effort; render: Render },
): Promise<TextRendering | 'done'> {
  const [found, sources] = await Promise.all([findText(deps.sql, id), findSources(deps.sql, id)]);
  if (sources === undefined || isDone(deps, found, effort)) return 'done';
  const form = { type: 'text' as const, ...(effort === 'thorough' && { recognize: deps.config.ocrLanguages }) };
  const read = ({ storageKey, size }: Stored, more: { isBeside?: true } = {}): Promise<TextRendering> =>
    render({
      kind: 'text',
      form: { ...form, ...more },
      size: 0,
      isAnnotated: false,
      source: { size, read: (range: ByteRange) => deps.blobs.read(storageKey, range) },
      save: readTextPages,
    });
  const { content, pdf } = sources;
  if (pdf === null) return read(content);
  try {
    const [beside, pages] = [await read(content, { isBeside: true }), await read(pdf)];
    return { ...pages, output: [...(beside.output ?? []), ...(pages.output ?? [])] };
  } catch (error) {
    // The PDF can be made again.
    if (error instanceof BlobMissingError) return read(content);
    throw error;
  }
}

type Attempt = { effort: Effort; rendering: TextRendering };

async function store(deps: ExtractionDeps, id: ContentId, attempt: Attempt): Promise<void> {
  const { rendering } = attempt;
  if (rendering.missingPart !== null) logMissingPart(deps, rendering.missingPart);
  const text = await splitText(rendering.output ?? []);
  await transaction(deps.sql, async (tx) => {
    // If the commit is lost with the database server, so is the end of the job, and the text is read again.
    await commitLater(tx);
    if (!(await lockContent(tx, id))) return;
    const before = await findText(tx, id);
    if (isDone(deps, before, attempt.effort)) return;
    const now = deps.clock();
    const retryAt = nextAttempt(rendering, before?.attempts ?? 0, now);
    const missingPart = stillMissing(deps, attempt, { before, retryAt });
    const reading = rendering.about !== null && 'method' in rendering.about ? rendering.about : null;
    if (reading === null && before !== undefined && before.method !== null)
      return noteFailure(tx, id, { missingPart, retryAt });
    await putText(tx, id, {
      method: text.parts.length > 0 ? (reading?.method ?? null) : null,
      language: detectLanguage(text.words, deps.config.searchLanguage),
      isComplete: reading !== null && reading.isComplete && text.isWhole,
      words: text.parts.length > 0 ? text.words.join(' ') : null,
      missingPart,
      retryAt,
      now,
    });
    await replaceParts(tx, id, text.parts);
    await putSections(tx, id, text.words);
    await runSteps(tx, deps.steps.textExtraction, id);
  });
}

/** The program that can read more. One that is there and did not help cannot, unless the attempt is repeated. */
function stillMissing(
  { renderer }: Deps,
  { effort, rendering }: Attempt,
  { before, retryAt }: { before: TextRow | undefined; retryAt: Date | null },
): MissingPart | null {
  const { missingPart } = rendering;
  if (effort === 'quick') return missingPart;
  if (retryAt !== null) return before?.missingPart ?? null;
  return missingPart !== null && renderer.lacks(missingPart) ? missingPart : null;
}
