/**
 * SHA-256 and CRC-32 of content that grows by pieces. A running hash cannot leave its process: the process that saw all
 * pieces in their order knows the sums at once, any other reads the content again, once and at the end.
 */
import { Readable } from 'node:stream';
import type { Clock } from '../clock.ts';
import type { ContentHash, HashPool, Sums } from './hash.ts';
import { type Block, releaseBlock, takeBlock } from './blocks.ts';
import { fillBlocks, passing } from './source.ts';
import { BlobMissingError, type BlobStore } from './store.ts';

/** A running hash is a few hundred bytes; past these bounds the content is read again instead. */
const RUNNING_LIMIT = 1000;
const IDLE_MS = 3_600_000;

export type GrowingSums = {
  /**
   * Tells that the piece at `at` has become part of the content for good, and takes its memory. Waits while too much is
   * under way.
   */
  add(key: string, at: number, piece: Block): Promise<void>;
  /** The sums of the sealed content. Rejects with BlobMissingError if it is not there in this size. */
  of(key: string, size: number): Promise<Sums>;
  /** Forgets the content. */
  drop(key: string): void;
};

type Running = { hash: ContentHash; size: number; usedAt: number };
type Needs = { hashes: HashPool; blobs: BlobStore; clock: Clock };

export function createGrowingSums(needs: Needs): GrowingSums {
  // In the order of their last use.
  const running = new Map<string, Running>();
  const asked = new Map<string, Promise<Sums>>();
  const drop = (key: string) => {
    running.get(key)?.hash.drop();
    running.delete(key);
  };
  return {
    drop,
    async add(key, at, piece) {
      const now = needs.clock().getTime();
      if (at === 0) {
        drop(key);
        for (const idle of tooMany(running, now)) drop(idle);
        running.set(key, { hash: needs.hashes.start(), size: 0, usedAt: now });
      }
      const known = running.get(key);
      // Another process took what lies between.
      if (known === undefined || known.size !== at) {
        drop(key);
        return releaseBlock(piece);
      }
      running.delete(key);
      running.set(key, { ...known, size: at + piece.byteLength, usedAt: now });
      try {
        await known.hash.add(piece);
      } catch {
        // The thread ended. The content itself is stored, and can be read.
        drop(key);
      }
    },
    // Whoever asks again because the answer took long waits for the same reading.
    of(key, size) {
      const pending = asked.get(key) ?? sumsOf(needs, running, key, size).finally(() => asked.delete(key));
      asked.set(key, pending);
      return pending;
    },
  };
}

function* tooMany(running: Map<string, Running>, now: number): Generator<string> {
  for (const [key, { usedAt }] of running) {
    if (running.size < RUNNING_LIMIT && usedAt > now - IDLE_MS) return;
    yield key;
  }
}

async function sumsOf(needs: Needs, running: Map<string, Running>, key: string, size: number): Promise<Sums> {
  const known = running.get(key);
  running.delete(key);
  if (known?.size === size) {
    const sums = await known.hash.finish(takeBlock(0)).catch(() => undefined);
    if (sums !== undefined) return sums;
  }
  known?.hash.drop();
  return readSums(needs, key, size);
}

async function readSums({ hashes, blobs }: Needs, key: string, expected: number): Promise<Sums> {
  const content = await blobs.read(key);
  const source = passing(Buffer.isBuffer(content) ? Readable.from([content]) : content);
  const hash = hashes.start();
  try {
    const { size, rest } = await fillBlocks(source, { maxBytes: expected }, (block) => hash.add(block));
    if (size !== expected) throw new BlobMissingError(key);
    return await hash.finish(rest);
  } catch (error) {
    hash.drop();
    throw error;
  }
}
