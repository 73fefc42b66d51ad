import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { crc32 } from 'node:zlib';
import { type Block, takeBlock } from '../blocks.ts';
import { openFileStore } from '../disk/files.ts';
import { createGrowingSums } from './growing-sums.ts';
import { createHashPool } from './hash.ts';
import { newBlobKey } from '../keys.ts';
import { BlobMissingError, type BlobStore } from '../store.ts';

const HOUR_MS = 3_600_000;
const root = await mkdtemp(join(tmpdir(), 'carrel-sums-'));
const hashes = createHashPool(1);
const time = { now: new Date() };
const clock = () => time.now;
const store = await openFileStore({ root, clock, hashes });
after(async () => {
  await store.close();
  await hashes.close();
  await rm(root, { recursive: true });
});

/** Sums over the store, and how often it was read for them. */
function sumsOfStore() {
  const reads = { count: 0 };
  const blobs: BlobStore = {
    ...store,
    read: (key, range) => {
      reads.count++;
      return store.read(key, range);
    },
  };
  return { sums: createGrowingSums({ hashes, blobs, clock }), reads };
}

type Sums = ReturnType<typeof sumsOfStore>['sums'];

// Stores the pieces, and adds each to the sums that `sumsFor` returns.
async function grow(pieces: Buffer[], sumsFor: (index: number) => Sums | null): Promise<string> {
  const key = newBlobKey(clock());
  let at = 0;
  for (const [index, piece] of pieces.entries()) {
    await store.append(key, at, null, piece);
    await sumsFor(index)?.add(key, at, blockOf(piece));
    at += piece.length;
  }
  await store.seal(key, at, null);
  return key;
}

function expected(pieces: Buffer[]) {
  const content = Buffer.concat(pieces);
  return { sha256: createHash('sha256').update(content).digest(), crc32: crc32(content) };
}

test('a process that received all pieces in order needs no read', async () => {
  const { sums, reads } = sumsOfStore();
  for (const sizes of [[1], [3_000_000], [2_000_000, 5, 2_000_000, 9_000_000]]) {
    const pieces = sizes.map((size) => randomBytes(size));
    const key = await grow(pieces, () => sums);
    assert.deepEqual(await sums.of(key, Buffer.concat(pieces).length), expected(pieces));
  }
  assert.equal(reads.count, 0);
});

test('a process that missed a piece reads the content once', async () => {
  const pieces = [1_500_000, 7, 1_500_000].map((size) => randomBytes(size));
  const size = Buffer.concat(pieces).length;
  for (const missed of [0, 1, 2]) {
    const { sums, reads } = sumsOfStore();
    const key = await grow(pieces, (index) => (index === missed ? null : sums));
    const both = await Promise.all([sums.of(key, size), sums.of(key, size)]);
    assert.deepEqual(both, [expected(pieces), expected(pieces)]);
    assert.equal(reads.count, 1);
  }
});

test('two alternating processes compute the same checksums, repeatedly', async () => {
  const pieces = Array.from({ length: 6 }, () => randomBytes(400_000));
  const [one, two] = [sumsOfStore(), sumsOfStore()];
  const key = await grow(pieces, (index) => (index % 2 === 0 ? one : two).sums);
  for (const { sums } of [one, two, one]) assert.deepEqual(await sums.of(key, 2_400_000), expected(pieces));
  assert.deepEqual([one.reads.count, two.reads.count], [2, 1]);
});

test('content that was dropped or idle for an hour is read', async () => {
  const { sums, reads } = sumsOfStore();
  const pieces = [randomBytes(100_000)];
  const dropped = await grow(pieces, () => sums);
  sums.drop(dropped);
  assert.deepEqual(await sums.of(dropped, 100_000), expected(pieces));
  const idle = await grow(pieces, () => sums);
  time.now = new Date(time.now.getTime() + HOUR_MS);
  // Clearing up happens when another begins.
  await grow(pieces, () => sums);
  assert.deepEqual(await sums.of(idle, 100_000), expected(pieces));
  assert.equal(reads.count, 2);
});

test('only the latest running hashes are kept', async () => {
  const { sums, reads } = sumsOfStore();
  const pieces = [Buffer.from('some content')];
  const first = await grow(pieces, () => sums);
  const second = await grow(pieces, () => sums);
  for (let i = 0; i < 999; i++) await sums.add(`other ${i}`, 0, takeBlock(1));
  assert.deepEqual(await sums.of(first, 12), expected(pieces));
  assert.equal(reads.count, 1);
  assert.deepEqual(await sums.of(second, 12), expected(pieces));
  assert.equal(reads.count, 1);
});

test('missing content, or content of another size than recorded, has no checksums', async () => {
  const { sums } = sumsOfStore();
  await assert.rejects(sums.of(newBlobKey(clock()), 5), BlobMissingError);
  const key = await grow([randomBytes(100)], () => null);
  await assert.rejects(sums.of(key, 101), BlobMissingError);
  await assert.rejects(sums.of(key, 99));
});

test('empty content has the checksums of no bytes', async () => {
  const { sums } = sumsOfStore();
  assert.deepEqual(await sums.of(await grow([], () => sums), 0), expected([]));
});

test('a hash thread that exits causes a read, never a wrong checksum', async () => {
  const pool = createHashPool(1);
  const sums = createGrowingSums({ hashes: pool, blobs: store, clock });
  const pieces = [randomBytes(300_000), randomBytes(300_000)];
  const key = await grow(pieces, (index) => (index === 0 ? sums : null));
  await pool.close();
  await sums.add(key, 300_000, blockOf(pieces[1] ?? []));
  assert.deepEqual(await sums.of(key, 600_000), expected(pieces));
  await pool.close();
});

function blockOf(content: ArrayLike<number>): Block {
  const block = takeBlock(content.length);
  block.set(content);
  return block;
}
