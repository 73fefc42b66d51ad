/** Sample contents and assertions for tests of blob stores. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { type Readable, Writable } from 'node:stream';
import { crc32 } from 'node:zlib';
import type { BlobStore } from './store.ts';
import { createHashPool } from './sums/hash.ts';

/** The hash threads of all tests of a process: starting one costs more than most tests do with it. They end with it. */
export const hashes = createHashPool();

/** Reads all of the content. */
export async function contentOf(content: Buffer | Readable): Promise<Buffer> {
  return Buffer.isBuffer(content) ? content : Buffer.concat(await content.toArray());
}

/** Cuts the content into chunks of these sizes. */
export async function* chunksOf(content: Buffer, sizes: number[]): AsyncGenerator<Buffer, void> {
  let at = 0;
  for (const size of sizes) yield content.subarray(at, (at += size));
}

/** Content that differs at any two offsets that blocks could be swapped at. */
export function bytes(size: number, seed: number): Buffer {
  const content = Buffer.allocUnsafeSlow(size);
  for (let at = 0; at < size; at++) content[at] = (at * 31 + (at >> 8) * 7 + (at >> 16) * 3 + seed) & 255;
  return content;
}

export function sumsOf(content: Buffer) {
  return {
    size: content.length,
    sha256: createHash('sha256').update(content).digest(),
    crc32: crc32(content),
  };
}

export function sum(numbers: number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

/** A receiver that copies each chunk with a delay, so that memory reused too early corrupts the result. */
export function slowReceiver(): { receiver: Writable; received: () => Buffer } {
  const parts: Buffer[] = [];
  const receiver = new Writable({
    highWaterMark: 1,
    write(chunk: Buffer, _encoding, done) {
      setTimeout(() => {
        parts.push(Buffer.from(chunk));
        done();
      }, 2);
    },
  });
  return { receiver, received: () => Buffer.concat(parts) };
}

/** Asserts that the store has no blobs and no leftovers. */
export async function assertEmpty(store: BlobStore): Promise<void> {
  assert.deepEqual(await Array.fromAsync(store.list('')), []);
  assert.equal(await store.removeLeftovers(new Date(Date.now() + 3_600_000)), 0);
}
