import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { systemClock } from '../clock.ts';
import { hashes } from './contents.fixture.ts';
import { openFileStore } from './disk/files.ts';
import { sweepOrphans } from './sweep.ts';

const HOUR_MS = 3_600_000;

test('a sweep removes old unreferenced blobs only', async (t) => {
  const { store } = await makeStore(t);
  const [orphan, kept] = [
    await store.put(one('orphan'), { maxBytes: 10 }),
    await store.put(one('kept'), { maxBytes: 10 }),
  ];
  const swept = await sweepOrphans({ ...sweepIn(2), store, isReferenced: only(kept.key) });
  assert.deepEqual(swept, { examined: 2, removed: 1, leftovers: 0 });
  const left = await Array.fromAsync(store.list(''));
  assert.deepEqual(
    left.map(({ key }) => key),
    [kept.key],
  );
  assert.notEqual(orphan.key, kept.key);
  assert.equal((await sweepOrphans({ ...sweepIn(2), store, isReferenced: only(kept.key) })).removed, 0);
});

test('recently stored content stays, whatever the hour of its key', async (t) => {
  const { store } = await makeStore(t, () => new Date(Date.now() - 3 * HOUR_MS));
  await store.put(one('fresh'), { maxBytes: 10 });
  const swept = await sweepOrphans({ ...sweepIn(0), store, isReferenced: only() });
  assert.deepEqual(swept, { examined: 0, removed: 0, leftovers: 0 });
});

test('hours before the last sweep are skipped', async (t) => {
  const { store } = await makeStore(t, () => new Date(Date.now() - 10 * HOUR_MS));
  await store.put(one('old'), { maxBytes: 10 });
  assert.equal((await sweepOrphans({ ...sweepIn(2), store, isReferenced: only() })).examined, 0);
  const since = new Date(Date.now() - 10 * HOUR_MS);
  assert.equal((await sweepOrphans({ ...sweepIn(2), since, store, isReferenced: only() })).removed, 1);
});

test('the database is queried for at most a thousand keys at once', async (t) => {
  const { store, root } = await makeStore(t);
  const { key } = await store.put(one('first'), { maxBytes: 10 });
  const folder = join(root, key, '..');
  await Promise.all(Array.from({ length: 2100 }, () => writeFile(join(folder, randomUUID()), '')));
  const asked: number[] = [];
  const isReferenced = async (keys: string[]) => {
    asked.push(keys.length);
    return new Set([key]);
  };
  const swept = await sweepOrphans({ ...sweepIn(2), store, isReferenced });
  assert.deepEqual(asked, [1000, 1000, 101]);
  assert.deepEqual(swept, { examined: 2101, removed: 2100, leftovers: 0 });
});

test('staged bytes of interrupted puts are removed; those of running ones and foreign files stay', async (t) => {
  const { store, root } = await makeStore(t);
  await writeFile(join(root, '.staging', randomUUID()), 'half');
  await mkdir(join(root, 'lost+found'));
  assert.equal((await sweepOrphans({ ...sweepIn(0), store, isReferenced: only() })).leftovers, 0);
  assert.equal((await sweepOrphans({ ...sweepIn(2), store, isReferenced: only() })).leftovers, 1);
  assert.deepEqual((await readdir(root)).sort(), ['.staging', 'lost+found']);
});

/** A sweep that runs so many hours from now, with the limit of one hour. */
function sweepIn(hours: number) {
  const now = Date.now();
  return { now: new Date(now + hours * HOUR_MS), olderThanMs: HOUR_MS, since: new Date(now - 5 * HOUR_MS) };
}

function only(...referenced: string[]) {
  return async (keys: string[]) => new Set(keys.filter((key) => referenced.includes(key)));
}

async function makeStore(t: TestContext, clock = systemClock) {
  const folder = await mkdtemp(join(tmpdir(), 'carrel-sweep-'));
  const root = join(folder, 'blobs');
  const store = await openFileStore({ root, clock, hashes });
  t.after(async () => {
    await store.close();
    await rm(folder, { recursive: true });
  });
  return { store, root };
}

async function* one(content: string) {
  yield Buffer.from(content);
}
