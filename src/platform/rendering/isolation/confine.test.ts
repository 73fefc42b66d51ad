// runs alone: the environment of the process changes
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { copyFile, mkdtemp, readFile, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
import { type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Bounds, type Confinement, runConfined } from './confine.ts';
import { findIsolation } from './isolation.ts';
import { LEVELS, type Level } from './levels.ts';

const MIB = 1024 * 1024;
const BOUNDS: Bounds = {
  timeMs: 20_000,
  memoryBytes: 512 * MIB,
  dataBytes: 2048 * MIB,
  fileBytes: MIB,
  processes: 128,
};

const programFolders = (process.env['PATH'] ?? '').split(delimiter);
const isolationAt = (atMost: Level, hidden: string[] = []) =>
  findIsolation({ hidden, programFolders, programs: {}, atMost });
const NONE = await isolationAt('none');
const LEVELS_HERE = await Promise.all(LEVELS.map((level) => isolationAt(level)));
const skipped = (level: Level) =>
  LEVELS_HERE.some((isolation) => isolation.level === level) ? false : `this system does not allow ${level}`;

const hasAutogroup = existsSync('/proc/self/autogroup');

async function folderFor(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'carrel-confine-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

function shell(script: string, confinement: Partial<Confinement> & { folder: string }) {
  const signal = new AbortController().signal;
  return runConfined(['/bin/sh', '-c', script], { bounds: BOUNDS, isolation: NONE, signal, ...confinement });
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

test('a program that exits gives its code and output', async (t) => {
  const ended = await shell('echo why >&2; exit 7', { folder: await folderFor(t) });
  assert.deepEqual(ended, { code: 7, stopped: null, output: 'why\n' });
});

test("the service's environment is not passed on", async (t) => {
  const folder = await folderFor(t);
  process.env['DATABASE_URL'] = 'postgres://secret';
  await shell('env > env.txt', { folder });
  const lines = (await readFile(join(folder, 'env.txt'), 'utf8')).split('\n');
  const names = lines.map((line) => line.split('=', 1)[0]).filter((name) => !name?.endsWith('_proxy'));
  const own = ['GLIBC_TUNABLES', 'HOME', 'LANG', 'OMP_THREAD_LIMIT', 'PATH', 'TMPDIR'];
  const allowed = new Set(['', '_', 'OLDPWD', 'PWD', 'SHLVL', ...own]);
  assert.deepEqual(
    names.filter((name) => !allowed.has(name ?? '')),
    [],
  );
});

for (const [index, level] of LEVELS.entries()) {
  const options = { skip: skipped(level) };
  const isolation = LEVELS_HERE[index] ?? NONE;

  test(`after its time a program is killed with its children, at level ${level}`, options, async (t) => {
    const folder = await folderFor(t);
    const script = `sh -c 'while :; do :; done' ${folder} & sleep 1000 & echo started > started; wait`;
    const ended = await shell(script, { folder, isolation, bounds: { ...BOUNDS, timeMs: 700 } });
    assert.deepEqual([ended.code, ended.stopped], [null, 'time']);
    await until(async () => (await processesOf(folder)).length === 0);
  });

  test(
    `a program is killed by CPU time, also of its children, and waiting costs none, at level ${level}`,
    options,
    async (t) => {
      const bounds = { ...BOUNDS, timeMs: 120_000, cpuMs: 500 };
      const busy = await shell('sh -c "while :; do :; done"; :', { folder: await folderFor(t), isolation, bounds });
      assert.deepEqual([busy.code, busy.stopped], [null, 'time']);
      const idle = await shell('sleep 1.5; :', { folder: await folderFor(t), isolation, bounds });
      assert.deepEqual([idle.code, idle.stopped], [0, null]);
    },
  );

  test(`processes that a program leaves running are killed, at level ${level}`, options, async (t) => {
    const folder = await folderFor(t);
    await shell(`sh -c 'sleep 1000; :' ${folder} & exit 0`, { folder, isolation });
    await until(async () => (await processesOf(folder)).length === 0);
  });

  test(`a program that exceeds its memory is killed, at level ${level}`, options, async (t) => {
    const folder = await folderFor(t);
    const hog = 'const all = []; setInterval(() => all.push(Buffer.alloc(2 ** 24, 1)), 5)';
    const ended = await runConfined([process.execPath, '-e', hog], {
      folder,
      isolation,
      bounds: { ...BOUNDS, memoryBytes: 200 * MIB },
      signal: new AbortController().signal,
    });
    assert.equal(ended.stopped, 'memory');
  });

  test(`when the service is killed, the program and its folder go too, at level ${level}`, options, async (t) => {
    const folder = await folderFor(t);
    const service = spawn(process.execPath, ['-e', SERVICE, folder, level], { stdio: 'ignore' });
    await until(async () => existsSync(join(folder, 'started')));
    service.kill('SIGKILL');
    await once(service, 'exit');
    await until(async () => (await processesOf(folder)).length === 0);
    await until(async () => !existsSync(folder));
  });

  test(`a program that starts too many processes is killed with all of them, at level ${level}`, options, async (t) => {
    const folder = await folderFor(t);
    const script = `for i in $(seq 40); do sh -c 'sleep 1000; :' ${folder} & done; wait`;
    const ended = await shell(script, { folder, isolation, bounds: { ...BOUNDS, processes: 20 } });
    assert.equal(ended.stopped, 'processes');
    await until(async () => (await processesOf(folder)).length === 0);
  });
}

/** Linux may refuse a change at first. */
const untilNice = (niceness: number) =>
  `for try in $(seq 100); do grep -q "nice ${niceness}" /proc/self/autogroup && break; sleep 0.1; done`;
const PRIORITIES = 'nice; cat /proc/self/autogroup';

for (const level of LEVELS) {
  test(`at level ${level} a program has a lower priority than the service`, { skip: skipped(level) }, async (t) => {
    const folder = await folderFor(t);
    const isolation = await isolationAt(level);
    await shell(`(${untilNice(10)}; ${PRIORITIES}) > seen`, { folder, isolation });
    assert.match(await readFile(join(folder, 'seen'), 'utf8'), hasAutogroup ? /^10\n\S+ nice 10\n$/ : /^10\n$/);
  });

  test(
    `at level ${level} a program gives way to others, and never gets a higher priority`,
    { skip: skipped(level) },
    async (t) => {
      const folder = await folderFor(t);
      await copyFile(join(import.meta.dirname, '../priority.ts'), join(folder, 'priority.ts'));
      const isolation = await isolationAt(level);
      const program = `import('./priority.ts').then((module) => module.giveWay(15)).then(() => {
      console.log(require('node:os').getPriority());
      if (${hasAutogroup}) console.log(require('node:fs').readFileSync('/proc/self/autogroup', 'utf8').trim());
    })`;
      // Also where the service was started with a higher niceness, which only root could lower.
      const node = `${process.execPath} -e "${program}"`;
      await shell(`(${node}; nice -n 7 ${node}) > seen`, { folder, isolation });
      const seen = await readFile(join(folder, 'seen'), 'utf8');
      assert.match(seen, hasAutogroup ? /^15\n\S+ nice 15\n17\n\S+ nice 17\n$/ : /^15\n17\n$/);
    },
  );
}

for (const level of ['namespaces', 'bubblewrap'] as const) {
  test(`at level ${level} the kernel refuses further processes`, { skip: skipped(level) }, async (t) => {
    const folder = await folderFor(t);
    const isolation = await isolationAt(level);
    await shell('prlimit --nproc --output=SOFT,HARD --noheadings > limit', { folder, isolation });
    assert.match(await readFile(join(folder, 'limit'), 'utf8'), /^ *512 +512\n$/);
  });

  test(`at level ${level} glibc sees whether the kernel allows huge pages`, { skip: skipped(level) }, async (t) => {
    const folder = await folderFor(t);
    const isolation = await isolationAt(level);
    const mode = '/sys/kernel/mm/transparent_hugepage/enabled';
    const read = `for name in ${mode} ${mode.replace('enabled', 'hpage_pmd_size')}; do cat "$name"; done`;
    await shell(`(${read}) > seen 2>&1; echo "$GLIBC_TUNABLES" >> seen; ls /sys >> seen`, { folder, isolation });
    const expected = existsSync(mode) ? /^\S+ \S+ \S+\n\d+\nglibc.malloc.hugetlb=1\nkernel\n$/ : /hugetlb=1\n/;
    assert.match(await readFile(join(folder, 'seen'), 'utf8'), expected);
  });

  test(`at level ${level} data below a visible folder is hidden`, { skip: skipped(level) }, async (t) => {
    const folder = await folderFor(t);
    // A folder of Debian's that is below one that is seen.
    const isolation = await isolationAt(level, ['/usr/share/doc']);
    await shell('ls /usr/share/doc > seen; ls /usr/share > around', { folder, isolation });
    assert.equal(await readFile(join(folder, 'seen'), 'utf8'), '');
    assert.match(await readFile(join(folder, 'around'), 'utf8'), /^doc$/m);
  });
}

const SERVICE = `
const [folder, atMost] = process.argv.slice(1);
const { runConfined } = await import(${JSON.stringify(resolve(import.meta.dirname, 'confine.ts'))});
const { findIsolation } = await import(${JSON.stringify(resolve(import.meta.dirname, 'isolation.ts'))});
const isolation = await findIsolation({ hidden: [], programFolders: ['/usr/bin'], programs: {}, atMost });
const bounds = ${JSON.stringify(BOUNDS)};
const command = ['/bin/sh', '-c', 'echo > started; while :; do sleep 0.1; done', folder];
await runConfined(command, { folder, isolation, bounds, signal: new AbortController().signal });`;

test('memory beyond a process limit is refused', async (t) => {
  const bounds = { ...BOUNDS, dataBytes: 1024 * MIB };
  const hog = `${process.execPath} -e 'Buffer.alloc(2 ** 30, 1)'`;
  const { code, stopped } = await shell(hog, { folder: await folderFor(t), bounds });
  assert.equal(stopped, null);
  assert.notEqual(code, 0);
});

test('a file beyond the size limit ends the program', async (t) => {
  const folder = await folderFor(t);
  const ended = await shell('exec dd if=/dev/zero of=large bs=65536 count=1000', { folder });
  assert.notEqual(ended.code, 0);
  assert.equal((await stat(join(folder, 'large'))).size, BOUNDS.fileBytes);
});

test('a stopped program is killed', async (t) => {
  const closing = new AbortController();
  const running = shell('sleep 1000', { folder: await folderFor(t), signal: closing.signal });
  closing.abort();
  assert.equal((await running).stopped, 'aborted');
});
