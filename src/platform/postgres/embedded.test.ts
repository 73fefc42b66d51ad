import assert from 'node:assert/strict';
import { appendFile, chown, mkdir, readdir, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { connectPg } from '../db/connection.ts';
import { findRunningEmbeddedPostgres } from './embedded.ts';
import { defer, initialisedDataDir, needsRoot, query, start, temporaryFolder } from './embedded.fixture.ts';

test('the first start creates the database, queries and the job queue connect, and a restart keeps its rows and URL', async (t) => {
  const dataDir = join(await temporaryFolder(t), 'new', 'data');
  const lines: string[] = [];
  const first = await start(t, dataDir, { lines, durable: true });
  assert.deepEqual(lines, [`created a new PostgreSQL 18 database in ${dataDir}/postgres`]);
  await query(first.url, 'create table kept as select 7 as value');
  const pool = connectPg(first.url, 1);
  assert.deepEqual((await pool.query('select value, current_user from kept')).rows, [
    { value: 7, current_user: 'carrel' },
  ]);
  await pool.end();

  await first.stop();
  await first.exited;
  const second = await start(t, dataDir, { lines, durable: true });
  assert.equal(second.url, first.url);
  assert.deepEqual(await query(second.url, 'select value from kept'), [{ value: 7 }]);
  assert.equal(lines.length, 1);
});

test('a server is durable by default, uses UTC, and is not on the network', async (t) => {
  const dataDir = await initialisedDataDir(t);
  const settings = `select current_setting('fsync') as fsync, current_setting('synchronous_commit') as commit,
    current_setting('full_page_writes') as pages, current_setting('TimeZone') as zone, current_setting('listen_addresses') as addresses,
    current_setting('server_encoding') as encoding`;
  const durable = await start(t, dataDir, { durable: true });
  const common = { zone: 'UTC', addresses: '', encoding: 'UTF8' };
  assert.deepEqual(await query(durable.url, settings), [{ fsync: 'on', commit: 'on', pages: 'on', ...common }]);
  await durable.stop();
  const fast = await start(t, dataDir);
  assert.deepEqual(await query(fast.url, settings), [{ fsync: 'off', commit: 'off', pages: 'off', ...common }]);
});

test('another process of the same user finds the server while it runs, and only then', async (t) => {
  const dataDir = await initialisedDataDir(t);
  assert.equal(await findRunningEmbeddedPostgres(dataDir), null);
  const server = await start(t, dataDir);
  assert.equal(await findRunningEmbeddedPostgres(dataDir), server.url);
  assert.equal((await stat(join(dataDir, 'postgres.run'))).mode & 0o777, 0o700);
  await server.stop();
  assert.equal(await findRunningEmbeddedPostgres(dataDir), null);
});

test('stopping closes open connections and is idempotent', async (t) => {
  const server = await start(t, await initialisedDataDir(t));
  const pool = connectPg(server.url, 1);
  await pool.query('select 1');
  await Promise.all([server.stop(), server.stop()]);
  await server.exited;
  await pool.end();
});

test('a data folder with a long path has its socket in the temporary folder', async (t) => {
  const dataDir = await initialisedDataDir(t, 'ä long '.repeat(20));
  const server = await start(t, dataDir);
  assert.ok(server.url.includes(encodeURIComponent(join(tmpdir(), 'carrel-'))));
  assert.deepEqual(await query(server.url, 'select 1 as one'), [{ one: 1 }]);
  assert.equal(await findRunningEmbeddedPostgres(dataDir), server.url);
  await server.stop();
  const socketFolder = decodeURIComponent(new URL(server.url).hostname);
  await assert.rejects(stat(socketFolder), { code: 'ENOENT' });
});

test('a temporary socket folder of another user is refused', { skip: needsRoot }, async (t) => {
  const dataDir = await initialisedDataDir(t, 'long-'.repeat(20));
  const server = await start(t, dataDir);
  await server.stop();
  const socketFolder = decodeURIComponent(new URL(server.url).hostname);
  await mkdir(socketFolder);
  defer(t, () => rm(socketFolder, { recursive: true, force: true }));
  await chown(socketFolder, 1, 1);
  await assert.rejects(start(t, dataDir), /belongs to another user \(uid 1\)/);
});

test('a cluster of another major version is refused', async (t) => {
  const dataDir = await temporaryFolder(t);
  await mkdir(join(dataDir, 'postgres'));
  await writeFile(join(dataDir, 'postgres', 'PG_VERSION'), '16\n');
  await assert.rejects(start(t, dataDir), /^Error: .* is of PostgreSQL 16, this Carrel has 18: [^\n]*$/);
});

test('no new database is created while a cluster is kept beside', async (t) => {
  const dataDir = await temporaryFolder(t);
  await mkdir(join(dataDir, 'postgres.pg-17'));
  await assert.rejects(
    start(t, dataDir),
    /^Error: There is no .*\/postgres, but .*\/postgres\.pg-17: run carrel upgrade$/,
  );
});

test('a folder of other files is neither used as a cluster nor overwritten', async (t) => {
  const dataDir = await temporaryFolder(t);
  await mkdir(join(dataDir, 'postgres'));
  await writeFile(join(dataDir, 'postgres', 'thesis.txt'), 'mine');
  await assert.rejects(start(t, dataDir), /is not empty and not a PostgreSQL cluster$/);
  assert.deepEqual(await readdir(join(dataDir, 'postgres')), ['thesis.txt']);
});

test('an unwritable data folder gives a one-line error', async (t) => {
  const file = join(await temporaryFolder(t), 'file');
  await writeFile(file, '');
  await assert.rejects(
    start(t, join(file, 'data')),
    /^Error: DATA_DIR [^\n]* cannot be written by uid \d+ \(ENOTDIR: not a directory\)$/,
  );
});

test('a server that fails to start gives its own reason', async (t) => {
  const dataDir = await initialisedDataDir(t);
  await appendFile(join(dataDir, 'postgres', 'postgresql.conf'), 'no_such_setting = on\n');
  await assert.rejects(
    start(t, dataDir),
    /^Error: PostgreSQL did not start: configuration file [^\n]* contains errors \(see [^\n]*logs\/postgres.log\)$/,
  );
});

test('the server log is rotated above 10 MB', async (t) => {
  const dataDir = await initialisedDataDir(t);
  const logFile = join(dataDir, 'logs', 'postgres.log');
  await truncate(logFile, 10_000_001);
  await start(t, dataDir);
  assert.equal((await stat(`${logFile}.1`)).size, 10_000_001);
  assert.ok((await stat(logFile)).size < 10_000);
});
