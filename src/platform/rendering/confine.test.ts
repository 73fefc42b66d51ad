import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Bounds, type Confinement, runConfined } from './confine.ts';
import { findIsolation } from './isolation.ts';

const MIB = 1024 * 1024;
const BOUNDS: Bounds = { timeMs: 20_000, memoryBytes: 512 * MIB, dataBytes: 2048 * MIB, fileBytes: MIB };

const isolation = await findIsolation([]);
const skip = isolation === null ? 'this system allows no isolation' : false;

async function folderFor(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'carrel-confine-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

function shell(script: string, confinement: Partial<Confinement> & { folder: string }) {
  const signal = new AbortController().signal;
  return runConfined(['/bin/sh', '-c', script], { bounds: BOUNDS, isolate: null, signal, ...confinement });
}

/** Processes whose command line names the folder. */
async function processesOf(folder: string): Promise<string[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid);
  const commands = await Promise.all(pids.map((pid) => readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')));
  return commands.filter((command) => command.includes(folder));
}

async function until(is: () => Promise<boolean>): Promise<void> {
  for (const end = Date.now() + 30_000; !(await is()); await sleep(20))
    assert.ok(Date.now() < end, 'it does not come about');
}

test('a program that ends by itself tells its code and what it said', async (t) => {
  const ended = await shell('echo why >&2; exit 7', { folder: await folderFor(t) });
  assert.deepEqual(ended, { code: 7, stopped: null, said: 'why\n' });
});

test('nothing of the environment of the service is passed on', async (t) => {
  const folder = await folderFor(t);
  process.env['DATABASE_URL'] = 'postgres://secret';
  await shell('env > env.txt', { folder });
  const lines = (await readFile(join(folder, 'env.txt'), 'utf8')).split('\n');
  const names = lines.map((line) => line.split('=', 1)[0]).filter((name) => !name?.endsWith('_proxy'));
  const allowed = new Set(['', 'HOME', 'LANG', 'OLDPWD', 'PATH', 'PWD', 'SHLVL', 'TMPDIR', '_']);
  assert.deepEqual(
    names.filter((name) => !allowed.has(name ?? '')),
    [],
  );
});

for (const [name, isolate] of [
  ['without isolation', null],
  ['with isolation', isolation],
] as const) {
  const options = { skip: name === 'with isolation' ? skip : false };

  test(`after its time a program is killed with all that it has started, ${name}`, options, async (t) => {
    const folder = await folderFor(t);
    const script = `sh -c 'while :; do :; done' ${folder} & sleep 1000 & echo started > started; wait`;
    const ended = await shell(script, { folder, isolate, bounds: { ...BOUNDS, timeMs: 700 } });
    assert.deepEqual([ended.code, ended.stopped], [null, 'time']);
    await until(async () => (await processesOf(folder)).length === 0);
  });

  test(`what a program leaves running ends with it, ${name}`, options, async (t) => {
    const folder = await folderFor(t);
    await shell(`sh -c 'sleep 1000; :' ${folder} & exit 0`, { folder, isolate });
    await until(async () => (await processesOf(folder)).length === 0);
  });

  test(`a program that takes too much memory is killed, ${name}`, options, async (t) => {
    const folder = await folderFor(t);
    const hog = 'const all = []; setInterval(() => all.push(Buffer.alloc(2 ** 24, 1)), 5)';
    const ended = await runConfined([process.execPath, '-e', hog], {
      folder,
      isolate,
      bounds: { ...BOUNDS, memoryBytes: 200 * MIB },
      signal: new AbortController().signal,
    });
    assert.equal(ended.stopped, 'memory');
  });

  test(`when the service is killed, the program and its folder go too, ${name}`, options, async (t) => {
    const folder = await folderFor(t);
    const service = spawn(process.execPath, ['-e', SERVICE, folder, String(isolate !== null)], { stdio: 'ignore' });
    await until(async () => existsSync(join(folder, 'started')));
    service.kill('SIGKILL');
    await once(service, 'exit');
    await until(async () => (await processesOf(folder)).length === 0);
    await until(async () => !existsSync(folder));
  });
}

const SERVICE = `
const [folder, isolated] = process.argv.slice(1);
const { runConfined } = await import(${JSON.stringify(resolve(import.meta.dirname, 'confine.ts'))});
const { findIsolation } = await import(${JSON.stringify(resolve(import.meta.dirname, 'isolation.ts'))});
const isolate = isolated === 'true' ? await findIsolation([]) : null;
const bounds = ${JSON.stringify(BOUNDS)};
const command = ['/bin/sh', '-c', 'echo > started; while :; do sleep 0.1; done', folder];
await runConfined(command, { folder, isolate, bounds, signal: new AbortController().signal });`;

test('memory beyond the bound of a process is refused to it', async (t) => {
  const bounds = { ...BOUNDS, dataBytes: 1024 * MIB };
  const hog = `${process.execPath} -e 'Buffer.alloc(2 ** 30, 1)'`;
  const { code, stopped } = await shell(hog, { folder: await folderFor(t), bounds });
  assert.equal(stopped, null);
  assert.notEqual(code, 0);
});

test('a file that grows too large ends the program', async (t) => {
  const folder = await folderFor(t);
  const ended = await shell('exec dd if=/dev/zero of=large bs=65536 count=1000', { folder });
  assert.notEqual(ended.code, 0);
  assert.equal((await stat(join(folder, 'large'))).size, BOUNDS.fileBytes);
});

test('a program that is told to end is killed', async (t) => {
  const closing = new AbortController();
  const running = shell('sleep 1000', { folder: await folderFor(t), signal: closing.signal });
  closing.abort();
  assert.equal((await running).stopped, 'told');
});

test('an isolated program reaches no address, not even of this machine', { skip }, async (t) => {
  const folder = await folderFor(t);
  let connections = 0;
  const server = createServer((socket) => {
    connections += 1;
    socket.destroy();
  }).listen(0, '127.0.0.1');
  t.after(() => void server.close());
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const reach = `${process.execPath} -e 'require("net").connect(${port}, "127.0.0.1").on("error", () => process.exit(9))'`;
  assert.equal((await shell(reach, { folder })).code, 0);
  assert.equal((await shell(reach, { folder, isolate: isolation })).code, 9);
  assert.equal(connections, 1);
});

test(
  'an isolated program sees neither what is hidden nor other processes, and cannot uncover it',
  { skip },
  async (t) => {
    const folder = await folderFor(t);
    const hidden = join(await folderFor(t), 'data');
    await mkdir(hidden);
    await writeFile(join(hidden, 'secret'), 'secret');
    const isolate = await findIsolation([hidden, join(hidden, 'not there')]);
    const { code } = await shell(
      `umount ${hidden}; ls ${hidden}; cat ${hidden}/secret; touch ${hidden}/new; ls /proc > proc; id -u > id`,
      {
        folder,
        isolate,
      },
    );
    assert.equal(code, 0);
    assert.deepEqual(await readdir(hidden), ['secret']);
    const said = await shell(`cat ${hidden}/secret && exit 0; exit 9`, { folder, isolate });
    assert.equal(said.code, 9);
    const seen = (await readFile(join(folder, 'proc'), 'utf8')).split('\n').filter((name) => /^\d+$/.test(name));
    assert.ok(seen.length < 10, seen.join(' '));
  },
);

test('an isolated program sees nothing of the temporary folder but its own', { skip }, async (t) => {
  const temporary = await folderFor(t);
  const own = join(temporary, 'deep', 'own');
  await mkdir(own, { recursive: true });
  await mkdir(join(temporary, 'other'));
  await writeFile(join(temporary, 'other', 'document'), 'secret');
  const script = `cat ../../other/document ${temporary}/other/document /run/*; touch ../more ${temporary}/more; ls -R ${temporary} > seen; echo "$PWD" > ${own}/where`;
  for (const hidden of [[temporary], [temporary, join(temporary, 'deep')], [join(temporary, 'deep'), temporary]]) {
    const isolate = await findIsolation(hidden);
    const { code, said } = await shell(script, { folder: own, isolate });
    assert.equal(code, 0, said);
    assert.equal(await readFile(join(own, 'where'), 'utf8'), `${own}\n`);
    const seen = (await readFile(join(own, 'seen'), 'utf8')).split('\n').filter((line) => /^\w+$/.test(line));
    assert.deepEqual([...new Set(seen)].sort(), ['deep', 'more', 'own', 'seen']);
    assert.deepEqual((await readdir(temporary)).sort(), ['deep', 'other']);
    await rm(join(own, 'seen'));
    await rm(join(own, 'where'));
  }
});

test('an isolated program reaches no socket that lies in a hidden folder', { skip }, async (t) => {
  const folder = await folderFor(t);
  const hidden = await folderFor(t);
  const server = createServer((socket) => void socket.destroy()).listen(join(hidden, 'socket'));
  t.after(() => void server.close());
  await once(server, 'listening');
  const reach = `${process.execPath} -e 'require("net").connect("${hidden}/socket").on("error", () => process.exit(9))'`;
  assert.equal((await shell(reach, { folder })).code, 0);
  assert.equal((await shell(reach, { folder, isolate: await findIsolation([hidden]) })).code, 9);
});
