/** Starting the service: the first time, again, twice at once, as different users. */
import assert from 'node:assert/strict';
import { chown, mkdir, readFile, stat } from 'node:fs/promises';
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { test } from 'node:test';
import { client } from '../client.ts';
import { without } from '../parts.ts';
import { MAIN } from '../program.ts';
import { carrel, externalDatabase, partsOf, startService, temporaryFolder, until } from './service.ts';

const needsRoot = process.getuid?.() === 0 ? false : 'needs root';

type FirstRun = { BaseUrl: string; Email: string; Password: string; Token: string };

async function readFirstRun(dataDir: string): Promise<FirstRun> {
  return JSON.parse(await readFile(join(dataDir, 'first-run.json'), 'utf8')) as FirstRun;
}

test('the first start creates an admin with a working token and password, and a restart keeps everything', async (t) => {
  const first = await startService(t, { DATA_DIR: join(await temporaryFolder(t), 'data') });
  const firstRun = await readFirstRun(first.dataDir);
  assert.deepEqual(Object.keys(firstRun), ['BaseUrl', 'Email', 'Password', 'Token']);
  assert.equal(firstRun.BaseUrl, first.url);
  assert.equal((await stat(join(first.dataDir, 'first-run.json'))).mode & 0o777, 0o600);
  // The last line of a first start, after the one that `startService` waits for.
  await until(() => /this is the first start.*\n/.test(first.printed.stdout), 'the whole output is there');
  // Standard output is not a terminal here: JSON lines without secrets.
  for (const secret of [firstRun.Password, firstRun.Token]) assert.ok(!first.printed.stdout.includes(secret));
  const lines = first.printed.stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { msg: string });
  const hint = lines.find(({ msg }) => msg.startsWith('this is the first start'))?.msg;
  assert.ok(hint?.endsWith(` in ${join(first.dataDir, 'first-run.json')}`), hint);

  const me = await first.admin.api('GET', '/api/users/me');
  assert.deepEqual([me.status, me.body.Email, me.body.IsSiteAdmin], [200, firstRun.Email, true]);
  const session = { Email: firstRun.Email, Password: firstRun.Password };
  assert.equal((await client(first.url, null).api('POST', '/api/sessions', session)).status, 201);
  const folderId = await first.admin.folder(me.body.PersonalLibraryId, 'Kept');
  const documentId = await first.admin.document(folderId, 'kept.txt', 'kept');
  assert.equal(await first.stop(), 0);

  const second = await startService(t, { DATA_DIR: first.dataDir });
  assert.doesNotMatch(second.printed.stdout, /first start|database/);
  assert.deepEqual(await readFirstRun(first.dataDir), firstRun);
  const content = await second.admin.api('GET', `/api/documents/${documentId}/content`);
  assert.deepEqual([content.status, content.text], [200, 'kept']);
  assert.equal((await second.admin.api('GET', '/api/users')).body.length, 1);

  const third = await carrel(['serve'], { DATA_DIR: first.dataDir });
  assert.equal(third.code, 1);
  assert.equal(third.stdout, '');
  const holder = `process ${second.pid} (carrel serve)`;
  assert.equal(third.stderr, `carrel: ${first.dataDir} is in use by ${holder}\n`);
  assert.equal((await second.admin.api('GET', '/readyz')).status, 200);
  assert.equal(second.printed.stderr, '');
});

test(
  'on a terminal the first start prints the password and the token, and readable lines',
  { skip: without('script') },
  async (t) => {
    const dataDir = join(await temporaryFolder(t), 'data');
    const { PATH = '' } = process.env;
    const command = `${process.execPath} --disable-warning=ExperimentalWarning ${MAIN} serve`;
    const child = spawn('script', ['-qfec', command, '/dev/null'], {
      env: { PATH, PORT: '0', WORKERS: '1', DATA_DIR: dataDir, ...(await externalDatabase(t)) },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let printed = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => (printed += text));
    await until(() => printed.includes('first-run.json'), 'the service has printed how to sign in');
    const firstRun = await readFirstRun(dataDir);
    for (const value of Object.values(firstRun)) assert.ok(printed.includes(value), value);
    await client(firstRun.BaseUrl, firstRun.Token).api('GET', '/api/users/me');
    await until(() => / api GET \/api\/users\/me 200 [\d.]+ ms/.test(printed), 'the request is logged');
    assert.doesNotMatch(printed, /^\{/m);
    // Closing the terminal stops the service.
    child.kill('SIGTERM');
    await until(() => /stopping/.test(printed) || child.exitCode !== null || child.signalCode !== null, 'it stops');
  },
);

test('of two concurrent first starts in one folder one serves and the other exits with one line', async (t) => {
  const dataDir = join(await temporaryFolder(t), 'data');
  const results = await Promise.allSettled([
    startService(t, { DATA_DIR: dataDir }),
    startService(t, { DATA_DIR: dataDir }),
  ]);
  const won = results.find((result) => result.status === 'fulfilled');
  const lost = results.find((result) => result.status === 'rejected');
  assert.match(String(lost?.reason), /carrel: \S+ is in use by [^\n]+\n$/);
  assert.equal((await won?.value.admin.api('GET', '/api/users/me'))?.status, 200);
});

test('an ordinary user can run everything', { skip: needsRoot }, async (t) => {
  const nobody = { uid: 65_534, gid: 65_534 };
  const dataDir = join(await temporaryFolder(t), 'data');
  await mkdir(dataDir, { mode: 0o700 });
  await chown(dataDir, nobody.uid, nobody.gid);
  const service = await startService(t, { DATA_DIR: dataDir }, nobody);
  assert.equal((await service.admin.api('GET', '/api/users/me')).status, 200);
  assert.equal(await service.stop(), 0);
});

test('a service without work returns the memory that its start has left behind', async (t) => {
  const service = await startService(t, await externalDatabase(t));
  const pids = [service.pid, ...(await partsOf(service))];
  assert.equal(pids.length, 3);
  // Without a collection, each process stays within 1 MB of its peak.
  await until(
    async () => (await Promise.all(pids.map(returnedBy))).every((bytes) => bytes > 3_000_000),
    'each process has returned memory',
  );
  assert.equal((await service.admin.api('GET', '/api/users/me')).status, 200);
});

/** The bytes by which a process is below the most memory that it has had. */
async function returnedBy(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  const [most = 0, now = 0] = ['VmHWM', 'VmRSS'].map((name) =>
    Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1]),
  );
  return 1024 * (most - now);
}
