/** Reads two versions of a text and compares them. */
import type { Previewable } from '../../../api/documents.ts';
import { askWorker } from '../../viewer/frame/ask-worker.ts';
import { readText } from '../../viewer/text/read-part.ts';
import type { Changes } from './line-changes.ts';

/** Larger versions are not compared. */
export const MAX_BYTES = 1_000_000;

/** The changes, or why there are none to show: a version is too large, or the versions differ too much. */
export async function readChanges(
  versions: readonly [Previewable, Previewable],
  signal: AbortSignal,
): Promise<Changes | 'large' | 'different'> {
  if (versions.some(({ size }) => size > MAX_BYTES)) return 'large';
  const parts = await Promise.all(versions.map(({ contentUrl }) => readText(contentUrl, MAX_BYTES, signal)));
  const worker = new Worker(new URL('./changes.worker.ts', import.meta.url), { type: 'module' });
  const contents = parts.map(({ text }) => text);
  return (await askWorker<Changes | null>(worker, contents, signal).catch(() => null)) ?? 'different';
}
