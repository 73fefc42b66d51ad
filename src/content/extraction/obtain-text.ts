/** The text of a content for somebody who waits for it. */
import { setTimeout as sleep } from 'node:timers/promises';
import { QueueFullError } from '../../platform/limits/bounded-queue.ts';
import { RendererClosedError } from '../../platform/rendering/renderer.ts';
import { type ContentId, type ReadText, findText, readText } from './extraction.queries.ts';
import { type ExtractionDeps, ensureText } from './extraction.steps.ts';

/**
 * Finds the text, or reads and stores it, without words in pictures. `later`: it was not read in time, and the reading continues.
 * Null: the content has no text.
 */
export async function obtainText(
  deps: ExtractionDeps,
  id: ContentId,
  waitMs: number,
): Promise<ReadText | null | 'later'> {
  if ((await findText(deps.sql, id)) === undefined) {
    const read = ensureText(deps, id).catch((error: unknown) => {
      if (error instanceof QueueFullError || error instanceof RendererClosedError) return false;
      throw error;
    });
    // Nobody may be waiting anymore when it fails.
    read.catch((error: unknown) => deps.log.warn({ err: error, ...id }, 'A text could not be read.'));
    const timer = new AbortController();
    try {
      const isRead = await Promise.race([read, sleep(waitMs, false, { signal: timer.signal })]);
      if (!isRead) return 'later';
    } finally {
      timer.abort();
    }
  }
  return (await readText(deps.sql, id)) ?? null;
}
