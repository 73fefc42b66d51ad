/** Reads two versions of a text and compares them. */
import type { ContentText } from '../../../api/answers.ts';
import { ApiError } from '../../../api/client.ts';
import type { Previewable } from '../../../api/documents.ts';
import { askFor } from '../../viewer/pages/prepared.ts';
import { askWorker } from '../../viewer/frame/ask-worker.ts';
import { readText } from '../../viewer/text/read-part.ts';
import type { Changes } from './line-changes.ts';
import { type Passage, passagesOf } from './passages.ts';

/** Larger versions are not compared. */
export const MAX_BYTES = 1_000_000;

type Versions = readonly [Previewable, Previewable];

/** Changes to show. `pages`: the page of each passage, by side and number; null: lines are compared. */
export type ReadChanges = Changes & { pages: { before: number[]; after: number[] } | null; isWhole: boolean };

/** Why there are no changes to show: a version is too large or has no text, or the versions differ too much. */
export type NoChanges = 'large' | 'unreadable' | 'different';

/** The changes between two versions of a document whose content is a text. */
export async function readChanges(versions: Versions, signal: AbortSignal): Promise<ReadChanges | NoChanges> {
  if (versions.some(({ size }) => size > MAX_BYTES)) return 'large';
  const parts = await Promise.all(versions.map(({ contentUrl }) => readText(contentUrl, MAX_BYTES, signal)));
  const changes = await compare(
    parts.map(({ text }) => text),
    signal,
  );
  return changes === null ? 'different' : { ...changes, pages: null, isWhole: true };
}

/** The changes between the texts that the server reads in two versions of a PDF or office document. */
export async function readPassageChanges(versions: Versions, signal: AbortSignal): Promise<ReadChanges | NoChanges> {
  try {
    const [before, after] = await Promise.all([
      readServerText(versions[0], signal),
      readServerText(versions[1], signal),
    ]);
    const sides = { before: passagesOf(before.Pages), after: passagesOf(after.Pages) };
    const changes = await compare([linesOf(sides.before), linesOf(sides.after)], signal);
    if (changes === null) return 'different';
    const pages = { before: pagesOf(sides.before), after: pagesOf(sides.after) };
    return { ...changes, pages, isWhole: before.IsComplete && after.IsComplete };
  } catch (error) {
    if (error instanceof ApiError && error.status === 422) return 'unreadable';
    throw error;
  }
}

const linesOf = (passages: Passage[]): string => passages.map(({ text }) => text).join('\n');
const pagesOf = (passages: Passage[]): number[] => passages.map(({ page }) => page ?? 0);

async function readServerText({ baseUrl }: Previewable, signal: AbortSignal): Promise<ContentText> {
  const read = (response: Response) => response.json() as Promise<ContentText>;
  for (;;) {
    const { value, waitMs } = await askFor(`${baseUrl}/text`, { signal, read });
    if (value !== null) return value;
    await new Promise((resolve) => {
      setTimeout(resolve, waitMs);
    });
  }
}

/** Null: the texts differ too much. */
async function compare(sides: string[], signal: AbortSignal): Promise<Changes | null> {
  const worker = new Worker(new URL('./changes.worker.ts', import.meta.url), { type: 'module' });
  return askWorker<Changes | null>(worker, sides, signal).catch(() => null);
}
