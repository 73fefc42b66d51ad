/** Reads a stored rendition. A lost or truncated one is deleted, because it can be rendered again. */
import { Readable } from 'node:stream';
import type { Deps } from '../../platform/deps.ts';
import { BlobMissingError } from '../../platform/blobs/store.ts';
import { type RenditionId, deleteRendition } from './renditions.queries.ts';
import type { StoredRendition } from './renditions.steps.ts';

/**
 * The bytes; null if they are not stored as recorded. For many bytes that only shows at the end: the stream fails then,
 * so that clients do not wait for the rest.
 */
export async function readRendition(
  deps: Deps,
  id: RenditionId,
  stored: StoredRendition,
): Promise<Buffer | Readable | null> {
  try {
    const content = await deps.blobs.read(stored.storageKey);
    if (!Buffer.isBuffer(content)) return whole(deps, id, stored, content);
    if (content.length === stored.bytes) return content;
  } catch (error) {
    if (!(error instanceof BlobMissingError)) throw error;
  }
  await deleteMissing(deps, id, stored);
  return null;
}

function whole(deps: Deps, id: RenditionId, stored: StoredRendition, content: Readable): Readable {
  async function* counted() {
    let left = stored.bytes;
    for await (const piece of content as AsyncIterable<Buffer>) {
      left -= piece.length;
      yield piece;
    }
    if (left === 0) return;
    await deleteMissing(deps, id, stored);
    throw new Error(`The rendition ${stored.storageKey} has another size than when it was stored.`);
  }
  // A stream that is destroyed before it is read never starts its source.
  return Readable.from(counted(), { objectMode: false }).once('close', () => content.destroy());
}

/** Forgets a rendition whose bytes are lost. */
export async function deleteMissing(
  deps: Deps,
  id: RenditionId,
  { storageKey }: Pick<StoredRendition, 'storageKey'>,
): Promise<void> {
  deps.log.warn({ storageKey, ...id }, 'A stored rendition is missing or damaged; it will be made again.');
  await deleteRendition(deps.sql, id, storageKey);
}
