// runs alone: syncs of files fail
/** Growing files that are flushed in the background, on a disk that loses bytes. */
import assert from 'node:assert/strict';
import { type FileHandle, mkdtemp, open, readFile, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { until } from '../../../../test/waiting.ts';
import { systemClock } from '../../clock.ts';
import { takeBlock } from '../blocks.ts';
import { newBlobKey } from '../keys.ts';
import { type BlobStore, BlobMissingError, type GrowthState, StoreFullError } from '../store.ts';
import { createHashPool } from '../sums/hash.ts';
import { openFileStore } from './files.ts';

const MIB = 1024 * 1024;
const LARGE = Buffer.alloc(65 * MIB, 'a');

/** Two stores on one folder, as two processes have them. */
async function twoStores(t: TestContext) {
  const root = await mkdtemp(join(tmpdir(), 'carrel-flushes-'));
  const hashes = createHashPool(1);
  const openStore = () => openFileStore({ root, clock: systemClock, hashes });
  const [one, two] = [await openStore(), await openStore()];
  t.after(async () => {
    await one.close();
    await two.close();
    await rm(root, { recursive: true });
  });
  return { one, two, key: newBlobKey(new Date()), root };
}

/** Every sync fails with this code until the end of the test. */
async function breakDisk(t: TestContext, code: string): Promise<void> {
  const file = await open('/dev/null');
  const handles = Object.getPrototypeOf(file) as { datasync(): Promise<void>; sync(): Promise<void> };
  await file.close();
  const fail = () => Promise.reject(Object.assign(new Error('the disk fails'), { code }));
  t.mock.method(handles, 'datasync', fail);
  t.mock.method(handles, 'sync', fail);
}

/** No sync ends until the function that is returned is called. */
async function holdDisk(t: TestContext): Promise<() => void> {
  const file = await open('/dev/null');
  const handles = Object.getPrototypeOf(file) as { datasync(): Promise<void>; sync(): Promise<void> };
  await file.close();
  const { promise, resolve } = Promise.withResolvers<void>();
  for (const name of ['datasync', 'sync'] as const) t.mock.method(handles, name, () => promise);
  return resolve;
}

const begin = (store: BlobStore, key: string, piece: Uint8Array) => store.append(key, 0, store.deferred ?? null, piece);
const flushedOf = (state: GrowthState) => state?.['flushed'];

/** Appends a byte until a state says that a flush has ended. */
async function untilFlushed(store: BlobStore, key: string, size: number, state: GrowthState) {
  while (flushedOf(state) === 0) state = await store.append(key, size++, state, Buffer.from('b'));
  return { size, state };
}

for (const [code, expected] of [
  ['EIO', BlobMissingError],
  ['ENOSPC', StoreFullError],
  ['EDQUOT', StoreFullError],
] as const) {
  test(`after a flush fails with ${code}, no process appends to or seals the content`, async (t) => {
    const { one, two, key, root } = await twoStores(t);
    const first = await begin(one, key, Buffer.from('a'));
    await breakDisk(t, code);
    const state = await one.append(key, 1, first, LARGE);
    await until(async () => (await readdir(join(root, '.staging'))).length === 1);
    t.mock.restoreAll();
    for (const store of [one, two]) {
      await assert.rejects(store.append(key, LARGE.length + 1, state, Buffer.from('b')), expected);
      await assert.rejects(store.seal(key, LARGE.length + 1, state), expected);
    }
    assert.equal(await one.removeLeftovers(new Date(Date.now() + 1000)), 1);
    await assert.rejects(two.seal(key, LARGE.length + 1, state), BlobMissingError);
  });

  test(`content whose sync fails with ${code} while it is sealed cannot be sealed again`, async (t) => {
    const { one, two, key } = await twoStores(t);
    const state = await begin(one, key, Buffer.from('some'));
    await breakDisk(t, code);
    await assert.rejects(one.seal(key, 4, state));
    t.mock.restoreAll();
    for (const store of [one, two]) await assert.rejects(store.seal(key, 4, state), expected);
  });
}

test('a piece that the disk refuses to read itself is written through the page cache', async (t) => {
  const { one, key, root } = await twoStores(t);
  const file = await open('/dev/null');
  const handles = Object.getPrototypeOf(file) as FileHandle;
  await file.close();
  const refused = Object.assign(new Error('not aligned to its sectors'), { code: 'EINVAL' });
  t.mock.method(handles, 'write').mock.mockImplementationOnce(() => Promise.reject(refused));
  const piece = takeBlock(2 * MIB);
  piece.fill(97);
  await begin(one, key, piece);
  assert.ok(LARGE.subarray(0, 2 * MIB).equals(await readFile(join(root, key))));
});

test('a process does not rely on its own flush after another process has written', async (t) => {
  const { one, two, key } = await twoStores(t);
  const { size, state } = await untilFlushed(one, key, LARGE.length, await begin(one, key, LARGE));
  assert.equal(flushedOf(state), LARGE.length);
  // The database was set back to the first MiB, and another process wrote the rest again.
  const early = { ...state, flushed: 0 };
  const others = await two.append(key, MIB, early, Buffer.alloc(size - MIB, 'c'));
  assert.equal(flushedOf(others), 0);
  // A flush that begins now would write everything.
  const release = await holdDisk(t);
  assert.equal(flushedOf(await one.append(key, size, others, Buffer.from('d'))), 0);
  assert.equal(flushedOf(await one.append(key, MIB, { ...state }, Buffer.from('e'))), 0, 'nor after it was set back');
  release();
});

test('bytes that are written again are not on the disk until they are flushed again', async (t) => {
  const { one, key } = await twoStores(t);
  const { state } = await untilFlushed(one, key, LARGE.length, await begin(one, key, LARGE));
  assert.equal(flushedOf(await one.append(key, MIB, state, Buffer.from('f'))), MIB);
});

test('a piece of content that did not begin as deferred is synced', async (t) => {
  const { one, key } = await twoStores(t);
  await one.append(key, 0, null, Buffer.from('a'));
  await breakDisk(t, 'ENOSPC');
  await assert.rejects(one.append(key, 1, null, Buffer.from('b')), StoreFullError);
  t.mock.restoreAll();
  assert.equal(await one.append(key, 1, null, Buffer.from('b')), null);
});
