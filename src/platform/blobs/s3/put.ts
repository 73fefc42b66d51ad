/** Stores content of unknown size: as one object if it is small, otherwise part by part. */
import type { Clock } from '../../clock.ts';
import { PART_BYTES } from './growth-plan.ts';
import type { HashPool } from '../sums/hash.ts';
import { newBlobKey } from '../keys.ts';
import type { Bucket } from './bucket.ts';
import { type Growth, NO_GROWTH, complete, grow } from './growth.ts';
import { TAIL, removeBlob, removeGrowth, removeObject } from './list.ts';
import { type Block, releaseBlock, takeBlock } from '../blocks.ts';
import { fillBlocks } from '../source.ts';
import { type PutOptions, type StoredBlob, StoreUnavailableError } from '../store.ts';

/** A part may exceed its nominal size by less than one block of the incoming content. */
const PIECE_BYTES = PART_BYTES + 1024 * 1024;

export type PutTools = { bucket: Bucket; clock: Clock; hashes: HashPool };

/** See `BlobStore.put`. Holds two pieces, one being filled and one being sent. */
export async function putInBucket(
  tools: PutTools,
  source: AsyncIterable<Uint8Array>,
  options: PutOptions,
): Promise<StoredBlob> {
  const hash = tools.hashes.start();
  const pieces = collectPieces(tools, options.key);
  try {
    const { size, rest } = await fillBlocks(source, options, async (block) => {
      await pieces.add(block);
      return hash.add(block);
    });
    const last = pieces.withLast(rest);
    const sums = await hash.finish(rest);
    return { key: await pieces.end(last), size, ...sums };
  } catch (error) {
    hash.drop();
    // If the store is unavailable, the sweep removes the rest; otherwise the caller gets the first error.
    if (!(error instanceof StoreUnavailableError)) await pieces.drop().catch(() => {});
    throw error;
  }
}

type Pieces = {
  /** Copies the bytes, and sends a full piece. */
  add(bytes: Uint8Array): Promise<void>;
  /** The last piece, with these bytes appended. */
  withLast(bytes: Uint8Array): Uint8Array;
  /** Sends the last piece and returns the key. */
  end(last: Uint8Array): Promise<string>;
  /** Removes what was sent. */
  drop(): Promise<void>;
};

function collectPieces({ bucket, clock }: PutTools, wantedKey: string | undefined): Pieces {
  let key = wantedKey;
  let sending: Promise<Growth> = Promise.resolve(NO_GROWTH);
  let piece: Block | undefined;
  let spare: Block | undefined;
  let filled = 0;
  const copy = (bytes: Uint8Array, to: Block) => {
    to.set(bytes, filled);
    filled += bytes.byteLength;
  };
  return {
    async add(bytes) {
      copy(bytes, (piece ??= takeBlock(PIECE_BYTES)));
      if (filled < PART_BYTES) return;
      const growth = await sending;
      key ??= newBlobKey(clock());
      sending = addPiece(bucket, key, growth, piece.subarray(0, filled));
      sending.catch(() => {}); // Awaited before the next part and at the end.
      [piece, spare, filled] = [spare, piece, 0];
    },
    withLast(bytes) {
      if (piece === undefined) return bytes.slice();
      copy(bytes, piece);
      return piece.subarray(0, filled);
    },
    async end(last) {
      const growth = await sending;
      key ??= newBlobKey(clock());
      await complete(bucket, key, growth, last);
      for (const block of [piece, spare]) if (block !== undefined) releaseBlock(block);
      if (growth.uploadId !== null) await removeGrowth(bucket, key);
      return key;
    },
    async drop() {
      await sending.catch(() => {});
      if (key !== undefined) await (wantedKey === undefined ? removeBlob : removeGrowth)(bucket, key);
    },
  };
}

async function addPiece(bucket: Bucket, key: string, growth: Growth, piece: Uint8Array): Promise<Growth> {
  const grown = await grow(bucket, key, growth, piece);
  const spent = growth.tail.filter(({ name }) => !grown.tail.some((kept) => kept.name === name));
  await Promise.all(spent.map(({ name }) => removeObject(bucket, key + TAIL + name)));
  return grown;
}
