import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import { acquireDirLock } from './dir-lock.ts';

test('a second holder is refused with the pid and purpose of the first', async (t) => {
  const dataDir = await temporaryFolder(t);
  const holder = spawnHolder(t, dataDir);
  assert.equal(await outcome(holder), 'locked');
  await assert.rejects(acquireDirLock(dataDir, { purpose: 'restore' }), {
    message: `${dataDir} is in use by process ${holder.pid} (carrel serve)`,
  });
});

test('a process cannot hold the lock twice, nor can another one afterwards', async (t) => {
  const dataDir = await temporaryFolder(t);
  const lock = await acquireDirLock(dataDir, { purpose: 'first' });
  await assert.rejects(acquireDirLock(dataDir, { purpose: 'second' }), /in use by process \d+ \(first\)$/);
  assert.match(await outcome(spawnHolder(t, dataDir)), /in use by process \d+ \(first\)$/);
  await lock.release();
});

test('a released lock can be taken again, and releasing twice does not release the next holder', async (t) => {
  const dataDir = await temporaryFolder(t);
  const first = await acquireDirLock(dataDir, { purpose: 'first' });
  await first.release();
  const second = await acquireDirLock(dataDir, { purpose: 'second' });
  await first.release();
  await assert.rejects(acquireDirLock(dataDir, { purpose: 'third' }), /\(second\)$/);
  await second.release();
});

test('the lock of a killed holder is free at once, even if its pid is reused', async (t) => {
  const dataDir = await temporaryFolder(t);
  const holder = spawnHolder(t, dataDir);
  assert.equal(await outcome(holder), 'locked');
  const gone = once(holder, 'exit');
  holder.kill('SIGKILL');
  await gone;
  await writeFile(join(dataDir, 'carrel.pid'), `${process.ppid} carrel serve\n`);
  const lock = await acquireDirLock(dataDir, { purpose: 'next' });
  await lock.release();
});

test('of concurrent starters exactly one succeeds', async (t) => {
  for (let round = 0; round < 2; round += 1) {
    const dataDir = await temporaryFolder(t);
    const startAt = Date.now() + 400;
    const outcomes = await Promise.all(Array.from({ length: 5 }, () => outcome(spawnHolder(t, dataDir, startAt))));
    assert.equal(outcomes.filter((line) => line === 'locked').length, 1, outcomes.join('\n'));
  }
});

/** A process that tries to take the lock at a moment, prints how that went, and keeps what it has. */
function spawnHolder(t: TestContext, dataDir: string, startAt = 0): ChildProcess {
  const script = `
    const { acquireDirLock } = await import(${JSON.stringify(new URL('dir-lock.ts', import.meta.url).href)});
    while (Date.now() < ${startAt});
    await acquireDirLock(${JSON.stringify(dataDir)}, { purpose: 'carrel serve' }).then(
      () => { console.log('locked'); setInterval(() => {}, 60_000); },
      (error) => console.log(error.message),
    );`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  t.after(() => child.kill('SIGKILL'));
  return child;
}

async function outcome(child: ChildProcess): Promise<string> {
  const [line] = (await once(child.stdout!, 'data')) as [Buffer];
  return line.toString().trim();
}

async function temporaryFolder(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'carrel-lock-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  return folder;
}
