import assert from 'node:assert/strict';
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { constants } from 'node:fs';
import { mkdtemp, open, readFile, readdir, readlink, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { systemClock } from '../../clock.ts';
import { takeBlock } from '../blocks.ts';
import { newBlobKey } from '../keys.ts';
import { openFileStore } from './files.ts';
import { hashes } from '../contents.fixture.ts';
import { blobStoreContract } from '../store.contract.ts';
import { BlobTooLargeError, StoreFullError, StoreUnavailableError } from '../store.ts';

const MIB = 1024 * 1024;
const ANY_SIZE = { maxBytes: 64 * MIB };

blobStoreContract('files', async (t) => (await makeStore(t)).store);

test('a blob appears under its key only when complete', async (t) => {
  const { store, root } = await makeStore(t);
  const seen: unknown[] = [];
  async function* observed() {
    for (let sent = 0; sent < 5; sent++) {
      yield Buffer.alloc(MIB, sent);
      seen.push(...(await Array.fromAsync(store.list(''))));
    }
    assert.equal((await readdir(join(root, '.staging'))).length, 1);
  }
  const { key } = await store.put(observed(), ANY_SIZE);
  assert.deepEqual(seen, []);
  assert.equal((await stat(join(root, key))).size, 5 * MIB);
  assert.deepEqual(await readdir(join(root, '.staging')), []);
});

test('a key has the UTC hour in which the content was completed', async (t) => {
  let now = new Date('2026-11-21T23:59:59.999Z');
  const { store } = await makeStore(t, () => now);
  async function* slow() {
    yield Buffer.from('begun');
    now = new Date('2026-11-22T00:00:00.000Z');
  }
  assert.match((await store.put(slow(), ANY_SIZE)).key, /^2026-11-22\/00\//);
});

test('only the owner and the group can read stored files', async (t) => {
  const { store, root } = await makeStore(t);
  const { key } = await store.put(one('secret'), ANY_SIZE);
  await store.claim('a');
  for (const path of [root, dirname(join(root, key)), join(root, key), join(root, '.instance')]) {
    if (path !== root) assert.equal((await stat(path)).mode & 0o007, 0, path);
  }
});

test('the store keeps few descriptors open over many hours, and none after closing', async (t) => {
  let now = Date.parse('2026-11-21T00:00:00Z');
  const { store, root } = await makeStore(t, () => new Date(now));
  for (let hour = 0; hour < 30; hour++, now += 3_600_000) {
    await Promise.all([store.put(one('a'), ANY_SIZE), store.put(one('b'), ANY_SIZE)]);
  }
  assert.equal((await Array.fromAsync(store.list(''))).length, 60);
  assert.equal((await Array.fromAsync(store.list('2026-11-21/'))).length, 48);
  assert.equal((await descriptorsBelow(root)).length, 2);
  await store.close();
  assert.deepEqual(await descriptorsBelow(root), []);
});

test('an abandoned read and a failed put close their descriptors', async (t) => {
  const { store, root } = await makeStore(t);
  const { key } = await store.put(one(Buffer.alloc(4 * MIB)), ANY_SIZE);
  const stream = await store.read(key);
  assert.ok(!Buffer.isBuffer(stream));
  for await (const chunk of stream) {
    assert.equal((chunk as Buffer).length, MIB);
    break;
  }
  await store.read(key, { start: 5, end: 10 });
  await assert.rejects(store.put(one(Buffer.alloc(MIB)), { maxBytes: 5 }), BlobTooLargeError);
  await store.close();
  assert.deepEqual(await descriptorsBelow(root), []);
});

test('a root that cannot be created gives one clear error', async (t) => {
  const folder = await tempFolder(t);
  const file = join(folder, 'file');
  await writeFile(file, '');
  const opened = openFileStore({ root: join(file, 'blobs'), clock: systemClock, hashes });
  await assert.rejects(opened, (error) => {
    assert.ok(error instanceof StoreUnavailableError);
    assert.match(String(error.cause), /ENOTDIR/);
    return true;
  });
});

test('after its folders are removed the store reports it, and works again once reopened', async (t) => {
  const { store, root } = await makeStore(t);
  await store.put(one('a'), ANY_SIZE);
  const day = (await readdir(root)).find((name) => name !== '.staging') ?? '';
  await rm(join(root, day), { recursive: true });
  await assert.rejects(store.put(one('b'), ANY_SIZE), StoreUnavailableError);
  assert.equal((await store.put(one('c'), ANY_SIZE)).size, 1);
  await rm(root, { recursive: true });
  // Twice: the second put has no open folder any more, and must not create the root anew.
  await assert.rejects(store.put(one('d'), ANY_SIZE), StoreUnavailableError);
  await assert.rejects(store.put(one('d'), ANY_SIZE), StoreUnavailableError);
  await assert.rejects(store.check(), StoreUnavailableError);
  const again = await openFileStore({ root, clock: systemClock, hashes });
  await again.put(one('e'), ANY_SIZE);
  await again.close();
});

test('a process killed during a put leaves staged bytes, which are removed later', async (t) => {
  const { store, root } = await makeStore(t);
  const script = await writeScript(
    t,
    `const store = await openStore(${JSON.stringify(root)});
     async function* endless() {
       for (let sent = 0; sent < 8; sent++) yield Buffer.alloc(${MIB});
       console.log('begun');
       await new Promise((resolve) => setTimeout(resolve, 600_000));
     }
     await store.put(endless(), { maxBytes: Infinity });`,
  );
  const child = run(script);
  await once(child.stdout ?? child, 'data');
  child.kill('SIGKILL');
  await once(child, 'exit');
  assert.deepEqual(await Array.fromAsync(store.list('')), []);
  assert.equal((await readdir(join(root, '.staging'))).length, 1);
  assert.equal(await store.removeLeftovers(new Date(Date.now() - 3_600_000)), 0);
  assert.equal(await store.removeLeftovers(new Date(Date.now() + 3_600_000)), 1);
  assert.deepEqual(await readdir(join(root, '.staging')), []);
});

test('a process with an open store exits on its own', async (t) => {
  const root = join(await tempFolder(t), 'blobs');
  const script = await writeScript(
    t,
    `const store = await openStore(${JSON.stringify(root)});
     globalThis.kept = store;
     async function* large() { for (let sent = 0; sent < 20; sent++) yield Buffer.alloc(${MIB}, sent); }
     const { size } = await store.put(large(), { maxBytes: Infinity });
     console.log(size);`,
  );
  const child = run(script);
  const [[size], [code]] = await Promise.all([once(child.stdout ?? child, 'data'), once(child, 'exit')]);
  assert.equal(String(size).trim(), String(20 * MIB));
  assert.equal(code, 0);
});

// A file system of 1 MiB, mounted in a namespace of its own.
const canMount = spawnSync('unshare', ['-rm', 'true']).status === 0;
const withoutMount = process.env['CI'] === undefined && !canMount && 'needs unshare -rm';

test('a full disk is StoreFullError and leaves nothing', { skip: withoutMount }, async (t) => {
  const folder = await tempFolder(t);
  const script = await writeScript(
    t,
    `const store = await openStore(${JSON.stringify(join(folder, 'small/blobs'))});
     async function* large() { for (let sent = 0; sent < 4; sent++) yield Buffer.alloc(${MIB}, sent); }
     const failure = await store.put(large(), { maxBytes: Infinity }).catch((error) => error);
     const left = await store.removeLeftovers(new Date(Date.now() + 3_600_000));
     async function* small() { yield Buffer.from('there is room again'); }
     const { size } = await store.put(small(), { maxBytes: 100 });
     console.log(JSON.stringify({ failure: failure.name, status: failure.status, left, size }));`,
  );
  const mount = `mkdir '${folder}/small' && mount -t tmpfs -o size=1m none '${folder}/small'`;
  const { stdout, stderr } = spawnSync('unshare', [
    '-rm',
    'sh',
    '-ec',
    `${mount} && '${process.execPath}' '${script}'`,
  ]);
  const expected = { failure: new StoreFullError(null).name, status: 507, left: 0, size: 19 };
  assert.deepEqual(JSON.parse(String(stdout) || String(stderr)), expected);
});

test('a put holds a few MiB whatever the size of its content', async (t) => {
  const { store } = await makeStore(t);
  const chunk = Buffer.alloc(MIB);
  let most = 0;
  const before = process.memoryUsage.rss();
  async function* large() {
    for (let sent = 0; sent < 128; sent++) {
      yield chunk;
      most = Math.max(most, process.memoryUsage.rss() - before);
    }
  }
  const { key } = await store.put(large(), { maxBytes: Infinity });
  assert.ok(most < 32 * MIB, `${most} bytes`);
  await store.remove(key);
});

test('a piece of whole pages bypasses the page cache where the file system can, and others do not', async (t) => {
  const { store, root } = await makeStore(t);
  const key = newBlobKey(new Date());
  const flags: number[] = [];
  const append = (at: number, bytes: number) =>
    store.append(key, at, null, takeBlock(bytes), async () => void flags.push(await flagsOf(join(root, key))));
  await append(0, 2 * MIB);
  await append(2 * MIB, MIB + 1);
  await append(3 * MIB + 1, 2 * MIB);
  await append(2 * MIB, 4096);
  assert.deepEqual(
    flags.map((flag) => (flag & constants.O_DIRECT) !== 0),
    [await canWriteDirectly(root), false, false, false],
  );
});

async function canWriteDirectly(folder: string): Promise<boolean> {
  if (process.platform !== 'linux') return false;
  const path = join(folder, 'probe');
  const file = await open(path, constants.O_CREAT | constants.O_DIRECT | constants.O_WRONLY).catch(() => null);
  await file?.close();
  await rm(path, { force: true });
  return file !== null;
}

/** The flags of this process's open file of that path. */
async function flagsOf(path: string): Promise<number> {
  for (const descriptor of await readdir('/proc/self/fd')) {
    const target = await readlink(`/proc/self/fd/${descriptor}`).catch(() => '');
    if (target !== path) continue;
    const info = await readFile(`/proc/self/fdinfo/${descriptor}`, 'utf8');
    return parseInt(/^flags:\s+(\d+)/m.exec(info)?.[1] ?? '', 8);
  }
  throw new Error(`${path} is not open.`);
}

test('the marker contains the id of the instance', async (t) => {
  const { store, root } = await makeStore(t);
  await store.claim('5f0c');
  assert.equal(await readFile(join(root, '.instance'), 'utf8'), '5f0c');
});

async function makeStore(t: TestContext, clock = systemClock) {
  const root = join(await tempFolder(t), 'blobs');
  const store = await openFileStore({ root, clock, hashes });
  t.after(() => store.close());
  return { store, root };
}

async function tempFolder(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'carrel-blobs-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** A program for a process of its own, with `openStore(root)` at hand. */
async function writeScript(t: TestContext, code: string): Promise<string> {
  const script = join(await tempFolder(t), 'script.mjs');
  const [files, hash] = ['./files.ts', '../sums/hash.ts'].map((path) => JSON.stringify(import.meta.resolve(path)));
  const preamble = `import { openFileStore } from ${files};
    import { createHashPool } from ${hash};
    const openStore = (root) => openFileStore({ root, clock: () => new Date(), hashes: createHashPool() });`;
  await writeFile(script, `${preamble}\n${code}`);
  return script;
}

function run(script: string): ChildProcess {
  return spawn(process.execPath, [script], { stdio: ['ignore', 'pipe', 'inherit'] });
}

async function* one(content: string | Buffer) {
  yield Buffer.from(content);
}

async function descriptorsBelow(root: string): Promise<string[]> {
  await wait(20); // A stream that is destroyed closes its descriptor soon after.
  const links = (await readdir('/proc/self/fd')).map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => ''));
  return (await Promise.all(links)).filter((path) => path.startsWith(root));
}
