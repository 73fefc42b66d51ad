/** Verifies stored content against its expected size and hash, and copies it between stores in the same pass. */
import type { Readable } from 'node:stream';
import { hasCode } from './disk.ts';
import type { HashPool } from '../sums/hash.ts';
import { fillBlocks, passing } from '../source.ts';
import { BlobMissingError, type BlobStore, BlobTooLargeError } from '../store.ts';

/** Expected content from the database; `sha256` in hex. */
export type Content = { key: string; size: number; sha256: string };

/** `damaged`: the size or the SHA-256 differs, or the disk cannot read it. */
export type Condition = 'sound' | 'missing' | 'damaged';

/** Reads all of the content. Rejects if the store fails, or with the signal's reason when aborted. */
export async function inspectBlob(
  store: BlobStore,
  hashes: HashPool,
  content: Content,
  signal: AbortSignal,
): Promise<Condition> {
  const hash = hashes.start();
  try {
    const limits = { maxBytes: content.size, signal };
    const { size, rest } = await fillBlocks(chunksOf(store, content.key), limits, (full) => hash.add(full));
    return judge(content, { size, ...(await hash.finish(rest)) });
  } catch (error) {
    hash.drop();
    return conditionBy(error);
  }
}

/**
 * Copies the content into another store under the same key. Removes the copy unless it is sound. Rejects if one of the
 * stores fails, or with the signal's reason when aborted.
 */
export async function copyBlob(
  from: BlobStore,
  to: BlobStore,
  content: Content,
  signal: AbortSignal,
): Promise<Condition> {
  let isUnread = false;
  async function* source() {
    try {
      yield* chunksOf(from, content.key);
    } catch (error) {
      isUnread = true;
      throw error;
    }
  }
  try {
    const stored = await to.put(source(), { maxBytes: content.size, key: content.key, signal });
    const condition = judge(content, stored);
    if (condition !== 'sound') await to.remove(content.key);
    return condition;
  } catch (error) {
    if (!isUnread && !(error instanceof BlobTooLargeError)) throw error;
    return conditionBy(error);
  }
}

/** Yields the contents (ordered by key), each with whether the store has it. */
export async function* withPresence(
  store: BlobStore,
  contents: AsyncIterable<Content>,
): AsyncGenerator<{ content: Content; isThere: boolean }, void> {
  // The list is ordered by key too, so this merges two ordered streams in one pass.
  const stored = store.list('')[Symbol.asyncIterator]();
  let at = await stored.next();
  for await (const content of contents) {
    while (at.done !== true && at.value.key < content.key) at = await stored.next();
    yield { content, isThere: at.done !== true && at.value.key === content.key && at.value.size === content.size };
  }
}

async function* chunksOf(store: BlobStore, key: string): AsyncGenerator<Buffer, void> {
  const content: Buffer | Readable = await store.read(key);
  if (Buffer.isBuffer(content)) yield content;
  else yield* passing(content);
}

function judge(expected: Content, found: { size: number; sha256: Buffer }): Condition {
  return found.size === expected.size && found.sha256.toString('hex') === expected.sha256 ? 'sound' : 'damaged';
}

function conditionBy(error: unknown): Condition {
  if (error instanceof BlobMissingError) return 'missing';
  if (error instanceof BlobTooLargeError) return 'damaged';
  // A bad sector. Any other error means that the store is unavailable and says nothing about this content.
  if (hasCode(error, 'EIO') || (error instanceof Error && hasCode(error.cause, 'EIO'))) return 'damaged';
  throw error;
}
