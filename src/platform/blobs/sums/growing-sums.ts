/**
 * SHA-256 and CRC-32 of appendable content. A running hash cannot move to another process: the process that received
 * all pieces in order has the checksums at once; any other process reads the content once at the end.
 */
import { Readable } from 'node:stream';
import type { Clock } from '../../clock.ts';
import type { ContentHash, HashPool, Sums } from './hash.ts';
import { type Block, releaseBlock, takeBlock } from '../blocks.ts';
import { fillBlocks, passing } from '../source.ts';
import { BlobMissingError, type BlobStore } from '../store.ts';

/** A running hash takes a few hundred bytes. Beyond these limits the content is read again instead. */
const RUNNING_LIMIT = 1000;
const IDLE_MS = 3_600_000;

export type GrowingSums = {
  /**
   * Adds the piece at offset `at`, which has been committed to the content, and takes its memory. Waits for
   * backpressure.
   */
  add(key: string, at: number, piece: Block): Promise<void>;
  /** The checksums of the sealed content. Rejects with BlobMissingError if no content of this size exists. */
  of(key: string, size: number): Promise<Sums>;
  /** Discards the running hash of the content. */
  drop(key: string): void;
};

type Running = { hash: ContentHash; size: number; usedAt: number };
type Needs = { hashes: HashPool; blobs: BlobStore; clock: Clock };

export function createGrowingSums(needs: Needs): GrowingSums {
  // In order of last use.
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
      // Another process received the pieces in between.
      if (known === undefined || known.size !== at) {
        drop(key);
        return releaseBlock(piece);
      }
      running.delete(key);
      running.set(key, { ...known, size: at + piece.byteLength, usedAt: now });
      try {
        await known.hash.add(piece);
      } catch {
        // The hash thread ended. The content itself is stored and can be read again.
        drop(key);
      }
    },
    // A retry while the content is being read waits for the same read.
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
