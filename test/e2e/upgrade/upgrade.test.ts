/** Upgrades as an operator runs them: checked first, killed in the middle, and back to the previous release (docs/upgrades.md). */
import assert from 'node:assert/strict';
import { mkdir, readFile, readdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { fingerprint } from '../../../src/backup/deployment.fixture.ts';
import { connect } from '../../../src/platform/db/connection.ts';
import { findRunningEmbeddedPostgres } from '../../../src/platform/postgres/embedded.ts';
import type { Plan } from '../../../src/upgrade/plan.ts';
import { version } from '../../../src/platform/version.ts';
import { type Service, alive, carrel, ended, kill, startCarrel, startService, until } from '../service.ts';
import { makeRelease, postgresPackage } from './release-folders.ts';

const EXPAND = '-- Runs with: 0035\n-- Removable later: nothing.\nalter table documents add column extra text;\n';
const CONTRACT = `-- Runs with: 9980
-- Removable later: nothing.
create index documents_extra on documents (extra);
update instance set oldest_release = '9980_expand';
`;
const NEWER = { version: '9.0.0', migrations: { '9980_expand': EXPAND, '9990_contract': CONTRACT } };

async function filledService(t: TestContext): Promise<{ service: Service; documents: Map<number, string> }> {
  const service = await startService(t);
  const me = await service.admin.api('GET', '/api/users/me');
  const folder = await service.admin.folder(me.body.PersonalLibraryId, 'Kept');
  const documents = new Map<number, string>();
  for (const text of ['first', 'second']) {
    documents.set(await service.admin.document(folder, `${text}.txt`, Buffer.from(text)), text);
  }
  return { service, documents };
}

async function assertServes({ admin }: Service, documents: Map<number, string>): Promise<void> {
  for (const [id, text] of documents) {
    assert.equal((await admin.api('GET', `/api/documents/${id}/content`)).bytes.toString(), text);
  }
}

/** Starts the service and kills it with -9 when it has printed the words. */
async function killAt(t: TestContext, words: string, env: Record<string, string>, launch?: string[]): Promise<void> {
  const { child, printed } = startCarrel(t, ['serve'], env, launch);
  await until(() => child.exitCode !== null || printed.stdout.includes(words), words);
  kill([child.pid ?? 0]);
  await ended(child);
  assert.match(printed.stdout, new RegExp(words));
}

async function check(
  env: Record<string, string>,
  launch?: string[],
): Promise<{ plan: Plan; code: number | null; stderr: string }> {
  const { code, stdout, stderr } = await carrel(['upgrade', '--check', '--json'], env, {}, launch);
  return { plan: JSON.parse(stdout) as Plan, code, stderr };
}

test('a migration that ends the previous release is announced, follows a snapshot, and that release goes back to it', async (t) => {
  const { service, documents } = await filledService(t);
  const env = { DATA_DIR: service.dataDir };
  const launch = await makeRelease(t, NEWER);

  const { plan, code } = await check(env, launch);
  assert.deepEqual([plan.Data.Version, plan.Program.Version, plan.Refused, code], [version, '9.0.0', null, 0]);
  assert.deepEqual(
    plan.Migrations.map(({ Name, Kind, TableBytes }) => [Name, Kind, TableBytes > 0]),
    [
      ['9980_expand', 'expand', false],
      ['9990_contract', 'contract', true],
    ],
  );
  assert.deepEqual([plan.OlderNodes.length, plan.HasRecentBackup, plan.NeededBytes > 0], [1, false, true]);
  assert.equal((await carrel(['backup', join(service.dataDir, '../backups')], env)).code, 0);
  assert.equal((await check(env, launch)).plan.HasRecentBackup, true);
  await service.stop();

  await killAt(t, 'backing the database up first', env, launch);
  const newer = await startService(t, env, {}, launch);
  await assertServes(newer, documents);
  await newer.stop();
  const folder = join(service.dataDir, 'before-upgrade/snapshots');
  const snapshots = (await readdir(folder)).filter((name) => !name.startsWith('.'));
  assert.ok(snapshots.length >= 1);

  const refused = await carrel(['serve'], env);
  assert.match(
    refused.stderr,
    /^carrel: The data was upgraded by Carrel 9\.0\.0 \(9980_expand\), [^\n]*restore a backup[^\n]*\n$/,
  );
  const after = await check(env);
  assert.deepEqual([after.code, after.plan.Refused], [1, refused.stderr.slice('carrel: '.length, -1)]);

  await rename(join(service.dataDir, 'postgres'), join(service.dataDir, 'postgres-of-9'));
  const restored = await carrel(['restore', join(service.dataDir, 'before-upgrade'), '--keep-store'], env);
  assert.deepEqual([restored.code, restored.stderr], [0, '']);
  const back = await startService(t, env);
  await assertServes(back, documents);
  assert.equal((await carrel(['audit', 'verify'], env)).code, 0);
  await back.stop();

  const without = await startService(t, { ...env, UPGRADE_BACKUP: 'false' }, {}, launch);
  await assertServes(without, documents);
  assert.equal((await readdir(folder)).filter((name) => !name.startsWith('.')).length, snapshots.length);
});

test('data of another PostgreSQL is exported, loaded, kept and gone back to, whatever is killed', async (t) => {
  const { service, documents } = await filledService(t);
  const env = { DATA_DIR: service.dataDir };
  const inUse = await carrel(['upgrade', '--export'], env);
  assert.match(inUse.stderr, /^carrel: [^\n]* is in use by process \d+ \(carrel serve\)\n$/);
  const before = await sumsOf(service);
  await service.stop();

  const cluster = join(service.dataDir, 'postgres');
  await setMajor(cluster, 17);
  const early = await check(env);
  assert.deepEqual([early.code, early.plan.Data.PostgreSql], [1, 17]);
  assert.match(early.stderr, /^carrel: The data is in PostgreSQL 17, [^\n]*carrel upgrade --export[^\n]*\n$/);
  assert.equal((await carrel(['serve'], env)).stderr, early.stderr);

  await setMajor(cluster, 18);
  assert.equal((await carrel(['upgrade', '--export'], env)).code, 0);
  await setExportOf17(service.dataDir);
  assert.equal((await check(env)).plan.Refused, null);
  await killAt(t, 'loading the data of PostgreSQL 17', env);
  const newer = await startService(t, env);
  assert.deepEqual(await sumsOf(newer), before);
  await assertServes(newer, documents);
  assert.equal((await carrel(['audit', 'verify'], env)).code, 0);
  await newer.stop();

  const kept = join(service.dataDir, 'postgres.pg-17');
  assert.equal(await readFile(join(kept, 'PG_VERSION'), 'utf8'), '17\n');
  const older = await makeRelease(t, {
    version: '0.1.9',
    postgres: await postgresPackage(join(service.dataDir, '../postgres-17'), 17),
  });
  assert.equal((await carrel(['upgrade', '--rollback'], env, {}, older)).code, 0);
  // As if it had been killed between its two renames.
  await rename(cluster, kept);
  const again = await startService(t, env);
  await assertServes(again, documents);
  await again.stop();
  const gone = await carrel(['upgrade', '--rollback', '--json'], env, {}, older);
  assert.deepEqual(JSON.parse(gone.stdout), { From: 18, To: 17 });
  // As if the load had been killed before its very last step, and then gone back from.
  await mkdir(`${cluster}.import`);
  await writeFile(join(`${cluster}.import`, 'complete'), await exportedSum(service.dataDir));
  const reloaded = await startService(t, env);
  await assertServes(reloaded, documents);
  const servers = (await reloaded.processes()).filter(({ command }) => command.includes(cluster));
  assert.ok(servers.length > 0);
  // Its PostgreSQL outlives it.
  kill([reloaded.pid]);
  await ended(reloaded.supervisor);
  assert.equal((await carrel(['upgrade', '--rollback'], env, {}, older)).code, 0);
  assert.deepEqual(await alive(servers), []);
  await setMajor(cluster, 18);
  const back = await startService(t, env);
  await assertServes(back, documents);
  assert.equal((await carrel(['upgrade', '--confirm'], env)).stdout, `removed ${cluster}.pg-18\n`);
  await back.stop();
});

/** Tables that no start and no background job changes; the drill compares all. */
const STEADY = new Set(['activity', 'blobs', 'documents', 'folders', 'revisions', 'users']);

/** A sum over the rows of each table. */
async function sumsOf({ dataDir }: Service): Promise<Record<string, string>> {
  const sql = connect((await findRunningEmbeddedPostgres(dataDir)) ?? '', 1);
  const sums = Object.entries(await fingerprint({ sql }));
  await sql.end();
  return Object.fromEntries(sums.filter(([table]) => STEADY.has(table)));
}

/** Only this file and the name of the package say which PostgreSQL a cluster is of; `script/drill upgrade` has a real older one. */
async function setMajor(cluster: string, major: number): Promise<void> {
  await writeFile(join(cluster, 'PG_VERSION'), `${major}\n`);
}

async function exportedSum(dataDir: string): Promise<string> {
  const text = await readFile(join(dataDir, 'upgrade/export.json'), 'utf8');
  return (JSON.parse(text) as { ControlSha256: string }).ControlSha256;
}

async function setExportOf17(dataDir: string): Promise<void> {
  const file = join(dataDir, 'upgrade/export.json');
  await writeFile(file, (await readFile(file, 'utf8')).replace('"Major": 18', '"Major": 17'));
  await setMajor(join(dataDir, 'postgres'), 17);
}
