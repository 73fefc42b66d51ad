// runs alone: events of the whole process are counted
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { promisify } from 'node:util';
import type { Worker } from 'node:worker_threads';
import { crc32 } from 'node:zlib';
import { type ContentHash, createHashPool } from './hash.ts';
import { type Block, takeBlock } from '../blocks.ts';
import { StoreUnavailableError } from '../store.ts';

const MIB = 1024 * 1024;

test('content that fits the first block starts no thread', async (t) => {
  const threads = watchThreads(t);
  const pool = createHashPool(2);
  const content = randomBytes(20_000);
  const sums = await pool.start().finish(blockOf(content));
  assert.deepEqual(sums, { sha256: createHash('sha256').update(content).digest(), crc32: crc32(content) });
  assert.equal(threads.length, 0);
});

test('many contents at once share the threads of the pool', async (t) => {
  const threads = watchThreads(t);
  const pool = createHashPool(2);
  t.after(() => pool.close());
  await Promise.all(
    Array.from({ length: 12 }, async () => {
      const content = randomBytes(5 * MIB + 17);
      const sums = await hashInBlocks(pool.start(), content);
      assert.deepEqual(sums, { sha256: createHash('sha256').update(content).digest(), crc32: crc32(content) });
    }),
  );
  assert.equal(threads.length, 2);
});

test('a hash runs as long as its content arrives, beside dropped ones', async (t) => {
  const pool = createHashPool(1);
  t.after(() => pool.close());
  const content = randomBytes(4 * MIB);
  const slow = pool.start();
  await slow.add(blockOf(content.subarray(0, MIB)));
  const dropped = pool.start();
  await dropped.add(blockOf(content));
  dropped.drop();
  await hashInBlocks(pool.start(), content);
  const { sha256 } = await slow.finish(blockOf(content.subarray(MIB)));
  assert.deepEqual(sha256, createHash('sha256').update(content).digest());
});

test('contents of a thread that exits fail, others continue, and the next gets a new thread', async (t) => {
  const threads = watchThreads(t);
  const pool = createHashPool(2);
  t.after(() => pool.close());
  const content = randomBytes(6 * MIB);
  const first = once(process, 'worker') as Promise<[Worker]>;
  const doomed = pool.start();
  await doomed.add(blockOf(content));
  const [thread] = await first;
  const other = pool.start();
  await other.add(blockOf(content.subarray(0, MIB)));
  await thread.terminate();
  await assert.rejects(doomed.finish(blockOf(content)), StoreUnavailableError);
  doomed.drop();
  const { sha256 } = await other.finish(blockOf(content.subarray(MIB)));
  assert.deepEqual(sha256, createHash('sha256').update(content).digest());
  const next = await Promise.all([hashInBlocks(pool.start(), content), hashInBlocks(pool.start(), content)]);
  for (const sums of next) assert.deepEqual(sums.sha256, sha256);
  assert.equal(threads.length, 3);
});

test('a thread that exits while busy fails the waiting content', async (t) => {
  const pool = createHashPool(1);
  t.after(() => pool.close());
  const started = once(process, 'worker') as Promise<[Worker]>;
  const hashing = hashInBlocks(pool.start(), randomBytes(64 * MIB));
  const refused = assert.rejects(hashing, StoreUnavailableError);
  const [thread] = await started;
  await thread.terminate();
  await refused;
});

test('a process whose pool closes while a thread answers goes on until the thread has ended', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'carrel-hash-'));
  t.after(() => rm(folder, { recursive: true }));
  // The answer is there, but not yet received, when the pool closes: nothing else keeps this process alive.
  await writeFile(
    join(folder, 'close.mjs'),
    `import { createHashPool } from ${JSON.stringify(import.meta.resolve('./hash.ts'))};
    import { takeBlock } from ${JSON.stringify(import.meta.resolve('../blocks.ts'))};
    const pool = createHashPool(1);
    await pool.start().add(takeBlock(${MIB}));
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 250);
    await pool.close();
    console.log('closed');`,
  );
  for (let round = 0; round < 3; round++) {
    const { stdout } = await promisify(execFile)(process.execPath, [join(folder, 'close.mjs')]);
    assert.equal(stdout, 'closed\n');
  }
});

function watchThreads(t: TestContext): Worker[] {
  const threads: Worker[] = [];
  const watch = (thread: Worker) => threads.push(thread);
  process.on('worker', watch);
  t.after(() => process.off('worker', watch));
  return threads;
}

async function hashInBlocks(hash: ContentHash, content: Buffer) {
  let at = 0;
  for (; at + MIB < content.length; at += MIB) await hash.add(blockOf(content.subarray(at, at + MIB)));
  return hash.finish(blockOf(content.subarray(at)));
}

function blockOf(content: Buffer): Block {
  const block = takeBlock(content.length);
  block.set(content);
  return block;
}
