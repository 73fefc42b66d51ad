/** Contents, and what tests of blob stores ask of them. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { type Readable, Writable } from 'node:stream';
import { crc32 } from 'node:zlib';
import type { BlobStore } from './store.ts';

/** All of what a read answered. */
export async function contentOf(content: Buffer | Readable): Promise<Buffer> {
  return Buffer.isBuffer(content) ? content : Buffer.concat(await content.toArray());
}

/** The content cut into chunks of these sizes. */
export async function* chunksOf(content: Buffer, sizes: number[]): AsyncGenerator<Buffer, void> {
  let at = 0;
  for (const size of sizes) yield content.subarray(at, (at += size));
}

/** Content that is not the same at any two places that blocks could be confused at. */
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

/** Takes what it is sent a while after it was sent it, and copies it only then: memory used again too early shows. */
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

/** Nothing is in the store, and nothing half-made. */
export async function assertEmpty(store: BlobStore): Promise<void> {
  assert.deepEqual(await Array.fromAsync(store.list('')), []);
  assert.equal(await store.removeLeftovers(new Date(Date.now() + 3_600_000)), 0);
}
