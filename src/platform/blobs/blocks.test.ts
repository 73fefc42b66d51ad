import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { type Block, isAligned, releaseBlock, takeBlock } from './blocks.ts';

const KIB = 1024;
const MIB = 1024 * KIB;

const overlap = (a: Block, b: Block) =>
  a.buffer === b.buffer && a.byteOffset < b.byteOffset + b.byteLength && b.byteOffset < a.byteOffset + a.byteLength;

const sizes = fc.oneof(
  fc.integer({ min: 1, max: 128 * KIB }),
  fc.integer({ min: 1, max: 20 * MIB }),
  fc.constantFrom(64 * KIB, MIB, 2 * MIB, 16 * MIB, 40 * MIB),
);

test('two blocks in use never share a byte, in whatever order blocks are taken and returned', () => {
  const steps = fc.array(fc.record({ size: sizes, returned: fc.option(fc.nat()) }), { maxLength: 60 });
  fc.assert(
    fc.property(steps, (list) => {
      const used: Block[] = [];
      for (const { size, returned } of list) {
        const block = takeBlock(size);
        assert.equal(block.byteLength, size);
        assert.ok(!used.some((other) => overlap(other, block)));
        used.push(block);
        if (returned !== null) used.splice(returned % used.length, 1).forEach(releaseBlock);
      }
      used.forEach(releaseBlock);
    }),
    { numRuns: 100 },
  );
});

test('blocks of changing sizes use the same memory again', () => {
  const memory = new Set<SharedArrayBuffer>();
  for (let uploads = 1; uploads <= 24; uploads++)
    for (let round = 0; round < 8; round++) {
      const blocks = Array.from({ length: 4 * uploads }, () =>
        takeBlock(2 ** Math.floor(Math.log2((16 * MIB) / uploads))),
      );
      for (const { buffer } of blocks) memory.add(buffer);
      blocks.forEach(releaseBlock);
    }
  const bytes = [...memory].reduce((sum, { byteLength }) => sum + byteLength, 0);
  assert.ok(bytes <= 96 * MIB, `${bytes / MIB} MiB`);
});

test('the part that a block begins with returns the whole block, and a second return changes nothing', () => {
  const block = takeBlock(16 * MIB);
  releaseBlock(block.subarray(0, 0));
  releaseBlock(block);
  const [first, second] = [takeBlock(16 * MIB), takeBlock(16 * MIB)];
  assert.ok(!overlap(first, second));
  [first, second].forEach(releaseBlock);
});

test('blocks that are never returned do not keep others from being taken', () => {
  for (let lost = 0; lost < 100; lost++) takeBlock(16 * MIB);
  const block = takeBlock(16 * MIB);
  const { buffer, byteOffset } = block;
  releaseBlock(block);
  const again = takeBlock(16 * MIB);
  assert.deepEqual([again.buffer === buffer, again.byteOffset], [true, byteOffset]);
  releaseBlock(again);
});

test('a block begins at a page, and whole pages of it are aligned', () => {
  const block = takeBlock(MIB);
  assert.ok(isAligned(block));
  assert.ok(isAligned(block.subarray(4096)));
  assert.ok(!isAligned(block.subarray(1)));
  assert.ok(!isAligned(block.subarray(0, 4095)));
  releaseBlock(block);
});
