import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { bytesOfNextPart, bytesOfPart, mergedObjects } from './growth-plan.ts';
import { sum } from '../contents.fixture.ts';

const MIB = 1024 * 1024;

test('part sizes double every thousand, and ten thousand parts hold the 5 TiB of S3', () => {
  assert.deepEqual(
    [1, 1000, 1001, 2000, 2001].map(bytesOfPart),
    [8, 8, 16, 16, 32].map((size) => size * MIB),
  );
  const all = Array.from({ length: 10_000 }, (_, at) => bytesOfPart(at + 1));
  assert.ok(sum(all) >= 5 * 1024 ** 4);
  // A part may have 5 GiB, and has less than its bytes and one piece.
  assert.ok(Math.max(...all) <= 4 * 1024 ** 3);
});

test('the size of the next part is large enough, and pieces of one size fill it exactly', () => {
  const sizes = {
    part: fc.integer({ min: 1, max: 3000 }),
    rest: fc.nat(20 * MIB),
    piece: fc.integer({ min: 1, max: 16 * MIB }),
  };
  fc.assert(
    fc.property(fc.record(sizes), ({ part, rest, piece }) => {
      const size = bytesOfNextPart(part, rest, piece);
      assert.ok(size >= bytesOfPart(part) && size > rest && (size - rest) % piece === 0);
      assert.ok(size - piece < Math.max(bytesOfPart(part), rest + 1));
    }),
  );
});

/** The sizes of the tail after the pieces, and how many bytes were written for them. */
function tailOf(pieces: Iterable<number>): { most: number; written: number } {
  let sizes: number[] = [];
  let [most, written] = [0, 0];
  for (const piece of pieces) {
    const kept = sizes.length - mergedObjects(sizes, piece);
    const joined = sum(sizes.slice(kept)) + piece;
    sizes = [...sizes.slice(0, kept), joined];
    written += joined;
    most = Math.max(most, sizes.length);
  }
  return { most, written };
}

test('a tail has few objects for any pieces', () => {
  const pieces = fc.array(fc.oneof(fc.integer({ min: 1, max: 100 }), fc.integer({ min: 1, max: MIB })), {
    minLength: 17,
    maxLength: 2000,
  });
  fc.assert(fc.property(pieces, (sizes) => tailOf(sizes).most <= 40));
  assert.ok(tailOf(Array.from({ length: 4000 }, (_, at) => 4000 - at)).most <= 40);
  assert.ok(tailOf(Array.from({ length: 30 }, (_, at) => 2 ** (30 - at))).most <= 50);
});

test('small pieces are copied a few times each until they form a part', () => {
  for (const piece of [100, 1024, 64 * 1024, MIB, 2 * MIB]) {
    const count = Math.floor((8 * MIB) / piece);
    const { written } = tailOf(Array.from({ length: count }, () => piece));
    assert.ok(written < 10 * 8 * MIB, `${piece}: ${written / MIB} MiB`);
  }
  assert.equal(tailOf([2 * MIB, 2 * MIB, 2 * MIB]).written, 6 * MIB);
});
