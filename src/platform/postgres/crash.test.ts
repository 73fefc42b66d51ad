import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { until } from '../../../test/waiting.ts';
import { connectPg } from '../db/connection.ts';
import { initialisedDataDir, killHard, query, spawnSupervisor, start, temporaryFolder } from './embedded.fixture.ts';
import { findRunningEmbeddedPostgres } from './embedded.ts';
import { findServers } from './leftovers.ts';

test('after a kill of the postmaster alone, with a busy backend left, the next start has every committed row', async (t) => {
  const dataDir = await initialisedDataDir(t);
  const killed = await start(t, dataDir, { durable: true });
  await query(killed.url, 'create table kept as select 7 as value');
  const pool = connectPg(killed.url, 1);
  const busy = pool.query('select count(*) from generate_series(1, 1000000000000)').catch(() => 'broken');
  await untilBusy(killed.url);
  process.kill(killed.pid, 'SIGKILL');
  await killed.exited;

  const next = await start(t, dataDir);
  assert.deepEqual(await query(next.url, 'select value from kept'), [{ value: 7 }]);
  assert.equal(await busy, 'broken');
  await pool.end();
});

test('a server left running by a killed supervisor is stopped, and its rows are kept', async (t) => {
  const dataDir = await initialisedDataDir(t);
  const supervisor = spawnSupervisor(dataDir);
  await once(supervisor.stdout!, 'data');
  await killHard(supervisor);
  const orphanUrl = await findRunningEmbeddedPostgres(dataDir);
  assert.ok(orphanUrl);
  await query(orphanUrl, 'create table kept as select 7 as value');
  const orphan = await postmasterPid(dataDir);

  const lines: string[] = [];
  const next = await start(t, dataDir, { lines });
  assert.deepEqual(lines, [`stopping PostgreSQL left over from an earlier run (SIGINT to ${orphan})`]);
  assert.notEqual(next.pid, orphan);
  assert.deepEqual(await query(next.url, 'select value from kept'), [{ value: 7 }]);
});

test('a pid file with a reused pid prevents neither the start nor harms that program', async (t) => {
  const dataDir = await initialisedDataDir(t);
  const killed = await start(t, dataDir);
  process.kill(killed.pid, 'SIGKILL');
  await killed.exited;
  // Its children end a moment later, unless they are ended as leftovers.
  await until(async () => (await findServers(join(dataDir, 'postgres'))).length === 0);
  const pidFile = join(dataDir, 'postgres', 'postmaster.pid');
  const content = await readFile(pidFile, 'utf8');
  await writeFile(pidFile, content.replace(/^\d+/, String(process.pid)));
  const lockFile = join(dataDir, 'postgres.run', '.s.PGSQL.5432.lock');
  await writeFile(lockFile, `${process.pid}\n`);
  assert.equal(await findRunningEmbeddedPostgres(dataDir), null);

  const lines: string[] = [];
  const next = await start(t, dataDir, { lines });
  assert.deepEqual(lines, []);
  assert.deepEqual(await query(next.url, 'select 1 as one'), [{ one: 1 }]);
});

test('a supervisor killed while creating the database leaves no partial cluster', async (t) => {
  const dataDir = await temporaryFolder(t);
  const supervisor = spawnSupervisor(dataDir);
  while (!(await readdir(dataDir)).some((name) => name.startsWith('postgres.init-'))) await sleep(5);
  await sleep(100);
  await killHard(supervisor);
  await mkdir(join(dataDir, 'postgres.init-1'));

  const server = await start(t, dataDir);
  assert.deepEqual(await query(server.url, 'select 1 as one'), [{ one: 1 }]);
  assert.deepEqual((await readdir(dataDir)).sort(), ['logs', 'postgres', 'postgres.run']);
});

async function postmasterPid(dataDir: string): Promise<number> {
  return Number.parseInt(await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8'), 10);
}

async function untilBusy(url: string): Promise<void> {
  const running = `select from pg_stat_activity where state = 'active' and query like '%generate_series%' and pid <> pg_backend_pid()`;
  while ((await query(url, running)).length === 0) await sleep(10);
}
