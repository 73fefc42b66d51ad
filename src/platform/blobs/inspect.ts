/** Compares stored content with what it must be, and copies it between stores in the same pass. */
import type { Readable } from 'node:stream';
import { hasCode } from './disk.ts';
import type { HashPool } from './hash.ts';
import { fillBlocks, passing } from './source.ts';
import { BlobMissingError, type BlobStore, BlobTooLargeError } from './store.ts';

/** A content as the database knows it; `sha256` in hex. */
export type Content = { key: string; size: number; sha256: string };

/** `damaged`: the size or the SHA-256 differ, or the disk cannot read it. */
export type Condition = 'sound' | 'missing' | 'damaged';

/** Reads the whole content. Rejects if the store does not work, or with the signal's reason when aborted. */
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
 * Copies the content into another store, under its key. Only what is sound is there afterwards. Rejects if one of the
 * stores does not work, or with the signal's reason when aborted.
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

/** The contents, which are ordered by key, each with whether the store has it. */
export async function* withPresence(
  store: BlobStore,
  contents: AsyncIterable<Content>,
): AsyncGenerator<{ content: Content; isThere: boolean }, void> {
  // The list is ordered by key too, so one walk over each tells, however many there are.
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
  // A bad place on the disk. Anything else says that the store is away, and nothing about this content.
  if (hasCode(error, 'EIO') || (error instanceof Error && hasCode(error.cause, 'EIO'))) return 'damaged';
  throw error;
}
