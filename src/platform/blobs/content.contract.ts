/** Contract tests of contents: what a `BlobStore` returns is what was put. A part of store.contract.ts. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { isReadable } from 'node:stream';
import fc from 'fast-check';
import { bytes, chunksOf, contentOf, slowReceiver, sum, sumsOf } from './contents.fixture.ts';
import { BlobMissingError, type BlobStore, SMALL_CONTENT_BYTES } from './store.ts';

/** Registers a test that gets an empty store. */
export type Rule = (title: string, check: (store: BlobStore) => Promise<void>) => void;

const MIB = 1024 * 1024;
const ANY_SIZE = { maxBytes: 64 * MIB };

/** `numRuns`: how often a rule for any content is tried. */
export function contentRules(rule: Rule, numRuns: number): void {
  rule('any chunking of any bytes gives the same size, checksums, content and ranges', async (store) => {
    const sizes = fc.array(
      fc.oneof(fc.nat(300), fc.integer({ min: 60_000, max: 70_000 }), fc.integer({ min: MIB - 9, max: MIB + 9 })),
      { maxLength: 6 },
    );
    const cut = fc.tuple(fc.nat(1000), fc.nat(1000)).map(([a, b]) => [Math.min(a, b), Math.max(a, b)] as const);
    const rules = fc.asyncProperty(sizes, fc.nat(255), cut, async (chunkSizes, seed, [from, to]) => {
      const content = bytes(sum(chunkSizes), seed);
      const { key, ...sums } = await store.put(chunksOf(content, chunkSizes), ANY_SIZE);
      assert.deepEqual(sums, sumsOf(content));
      assert.ok(content.equals(await contentOf(await store.read(key))));
      const range = { start: Math.floor((content.length * from) / 1000), end: Math.ceil((content.length * to) / 1000) };
      const part = await contentOf(await store.read(key, range));
      assert.ok(content.subarray(range.start, range.end).equals(part));
    });
    await fc.assert(rules, {
      numRuns,
      examples: [
        [[], 0, [0, 1000]],
        [[SMALL_CONTENT_BYTES], 1, [0, 1000]],
        [[SMALL_CONTENT_BYTES, 1], 2, [0, 1000]],
        [[SMALL_CONTENT_BYTES + MIB, 0, 3 * MIB, 5], 3, [1, 999]],
      ],
    });
  });

  rule('a range beyond the end gives the existing bytes', async (store) => {
    for (const size of [10, SMALL_CONTENT_BYTES * 3]) {
      const content = bytes(size, 4);
      const { key } = await store.put(chunksOf(content, [size]), ANY_SIZE);
      for (const [start, end] of [
        [3, size * 2],
        [size, size + 9],
        [size * 2, size * 4],
        [5, 5],
        [5, 4],
      ] as const) {
        const part = await contentOf(await store.read(key, { start, end }));
        assert.ok(content.subarray(start, end).equals(part), `${start} to ${end} of ${size}`);
      }
    }
  });

  rule('an open content sends any range, whatever its size and however slow the receiver', async (store) => {
    for (const size of [0, 1, SMALL_CONTENT_BYTES, MIB, 3 * MIB + 7]) {
      const content = bytes(size, 6);
      const { key } = await store.put(chunksOf(content, [size]), ANY_SIZE);
      const blob = await store.open(key);
      assert.equal(blob.size, size);
      for (const [start, end] of [
        [0, size],
        [Math.floor(size / 3), size],
        [0, Math.floor(size / 2)],
      ] as const) {
        const { receiver, received } = slowReceiver();
        await blob.sendTo(receiver, { start, end });
        assert.ok(content.subarray(start, end).equals(received()), `${start} to ${end} of ${size}`);
      }
      await assert.rejects(blob.sendTo(slowReceiver().receiver, { start: 0, end: size + 1 }), /shorter/);
      await blob.close();
    }
  });

  rule('sending fails when the receiver disconnects', async (store) => {
    const { key } = await store.put(chunksOf(bytes(5 * MIB, 7), [5 * MIB]), ANY_SIZE);
    const blob = await store.open(key);
    const { receiver } = slowReceiver();
    setTimeout(() => receiver.destroy(), 5);
    await assert.rejects(blob.sendTo(receiver, { start: 0, end: 5 * MIB }));
    await assert.rejects(blob.sendTo(receiver, { start: 0, end: 5 * MIB }));
    await blob.close();
    await assert.rejects(store.open(`1999-12-31/23/${randomUUID()}`), BlobMissingError);
  });

  rule('small content is read into one buffer, more as a stream', async (store) => {
    const content = bytes(SMALL_CONTENT_BYTES + 1, 5);
    const { key } = await store.put(chunksOf(content, [content.length]), ANY_SIZE);
    assert.ok(Buffer.isBuffer(await store.read(key, { start: 1, end: content.length })));
    const stream = await store.read(key);
    assert.ok(!Buffer.isBuffer(stream) && isReadable(stream));
    stream.destroy();
  });
}
