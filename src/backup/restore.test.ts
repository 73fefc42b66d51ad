import assert from 'node:assert/strict';
import { readFile, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { emptyDatabase } from '../../test/e2e/service.ts';
import { connect } from '../platform/db/connection.ts';
import { migrate } from '../platform/db/migrate.ts';
import { migrationNames } from '../platform/db/migrations/files.ts';
import { backUpApp, backupFolder, freshInstance, restoreApp } from './backups.fixture.ts';
import { fingerprint, storageKeyOf } from './deployment.fixture.ts';

const app = await freshInstance();
const { ann } = await app.world();
const home = await ann.folder(ann.libraryId, 'A');
const documentId = await ann.document(home, 'a.txt', 'one content');
const otherId = await ann.document(home, 'b.txt', 'another content');

async function backedUp(t: TestContext) {
  const folder = await backupFolder(t);
  const { Snapshot } = await backUpApp(app, folder);
  return { folder, snapshot: join(folder, 'snapshots', Snapshot), Snapshot };
}

async function changeManifest(snapshot: string, change: (manifest: Record<string, unknown>) => void): Promise<void> {
  const path = join(snapshot, 'backup.json');
  const manifest = JSON.parse(await readFile(path, 'utf8')) as Record<string, unknown>;
  change(manifest);
  await writeFile(path, JSON.stringify(manifest));
}

async function assertUntouched(fresh: typeof app): Promise<void> {
  const [row] = await fresh.sql<{ count: number }[]>`select count(*) as count from deployments`;
  assert.equal(row?.count, 0);
  assert.equal((await fresh.sql`select from users`).length, 0);
}

test('a folder without a backup, or without the named one, is refused', async (t) => {
  const fresh = await freshInstance();
  await assert.rejects(restoreApp(fresh, await backupFolder(t)), /There is no backup in/);
  const { folder, Snapshot } = await backedUp(t);
  await assert.rejects(
    restoreApp(fresh, folder, { snapshot: '2020' }),
    new RegExp(`no snapshot 2020 in .*; there are ${Snapshot}`),
  );
});

test('a restore into an instance in use is refused and changes nothing', async (t) => {
  const { folder, snapshot } = await backedUp(t);
  await writeFile(join(snapshot, 'secret.key'), 'of the backup');
  const used = await freshInstance();
  await used.world();
  const before = await fingerprint(used);
  await assert.rejects(restoreApp(used, folder), /This instance is in use/);
  assert.deepEqual(await fingerprint(used), before);
  assert.deepEqual(await Array.fromAsync(used.deps.blobs.list('')), []);
  // With the key of the backup it could never be started again.
  assert.equal((await readdir(used.dataDir)).includes('secret.key'), false);
});

test('a manifest that is malformed, newer or missing is refused', async (t) => {
  const fresh = await freshInstance();
  const { folder, snapshot } = await backedUp(t);
  await changeManifest(snapshot, (manifest) => (manifest['Migrations'] as string[]).push('9999_future'));
  await assert.rejects(restoreApp(fresh, folder), /made by a newer version of Carrel \(9999_future\)/);
  await changeManifest(snapshot, (manifest) => (manifest['Format'] = 2));
  await assert.rejects(restoreApp(fresh, folder), /does not describe a backup that this version/);
  await rm(join(snapshot, 'backup.json'));
  await assert.rejects(restoreApp(fresh, folder), /backup\.json cannot be read/);
  await assertUntouched(fresh);
});

test('a damaged dump is detected before anything is changed', async (t) => {
  const fresh = await freshInstance();
  const { folder, snapshot } = await backedUp(t);
  for (const name of await readdir(join(snapshot, 'database'))) {
    const path = join(snapshot, 'database', name);
    const whole = await readFile(path);
    const changed = Buffer.from(whole);
    changed[12] = (changed[12] ?? 0) ^ 1;
    await writeFile(path, changed);
    await assert.rejects(restoreApp(fresh, folder), new RegExp(`${name} is damaged`));
    await writeFile(path, whole);
  }
  await assertUntouched(fresh);
  await restoreApp(fresh, folder);
});

test('a rejected row rolls back the whole restore, wherever it is in a table', async (t) => {
  const { folder } = await backedUp(t);
  const fresh = await freshInstance();
  await fresh.sql`alter table users add constraint none check (deployment_id < 0)`;
  await assert.rejects(restoreApp(fresh, folder), /^Error: The rows of users could not be loaded/);
  await assertUntouched(fresh);
  await fresh.sql`alter table users drop constraint none`;
  await fresh.sql`alter table blobs add constraint self foreign key (deployment_id, size) references documents`;
  await assert.rejects(restoreApp(fresh, folder), /violates foreign key constraint "self"/);
  await assertUntouched(fresh);
  await fresh.sql`alter table blobs drop constraint self`;
  await restoreApp(fresh, folder);
});

test('a damaged content stops the restore unless told to skip damaged ones', async (t) => {
  const { folder } = await backedUp(t);
  const key = await storageKeyOf(app, documentId);
  await writeFile(join(folder, 'blobs', key), 'one cOntent');
  const fresh = await freshInstance();
  await assert.rejects(restoreApp(fresh, folder), /^Error: 1 contents are missing or damaged in the backup/);
  await assertUntouched(fresh);
  await rm(join(folder, 'blobs', key));
  await assert.rejects(restoreApp(fresh, folder), /^Error: 1 contents are missing or damaged/);
  const restored = await restoreApp(fresh, folder, { skipDamaged: true });
  assert.deepEqual([restored.Contents, restored.CopiedContents, restored.Damaged], [2, 0, 1]);
  const stored = await Array.fromAsync(fresh.deps.blobs.list(''));
  assert.deepEqual(
    stored.map((entry) => entry.key),
    [await storageKeyOf(app, otherId)],
  );
});

test('a store with contents, or of another instance, is used only with a flag', async (t) => {
  const { folder } = await backedUp(t);
  const lost = await freshInstance();
  // The database is lost, the store is not.
  await rm(join(lost.dataDir, 'blobs'), { recursive: true });
  await rename(join(folder, 'blobs'), join(lost.dataDir, 'blobs'));
  await assert.rejects(restoreApp(lost, folder), /The content store is not empty.*--keep-store/);
  await assertUntouched(lost);
  const restored = await restoreApp(lost, folder, { keepStore: true });
  assert.deepEqual([restored.CopiedContents, restored.Damaged], [0, 0]);

  const { folder: again } = await backedUp(t);
  const foreign = await freshInstance();
  await foreign.deps.blobs.claim(crypto.randomUUID());
  await assert.rejects(restoreApp(foreign, again), /belongs to another instance/);
  await assertUntouched(foreign);
});

test('a restored instance keeps its identity and continues backups in the same folder', async (t) => {
  const { folder } = await backedUp(t);
  const fresh = await freshInstance();
  await restoreApp(fresh, folder);
  fresh.clock.now = new Date(app.clock.now.getTime() + 5000);
  const made = await backUpApp(fresh, folder);
  assert.deepEqual([made.Contents, made.CopiedContents], [2, 0]);
});

test('unfinished uploads are not restored', async (t) => {
  const key = `2026-01-01/00/${crypto.randomUUID()}`;
  await app.sql`
    insert into staged_uploads (deployment_id, identifier, user_id, folder_id, file_name, storage_key, created_at, expires_at)
    values (${ann.deploymentId}, ${crypto.randomUUID()}, ${ann.userId}, ${home}, 'half.bin', ${key}, now(), now())`;
  t.after(() => app.sql`delete from staged_uploads`);
  await app.deps.blobs.append(key, 0, null, Buffer.from('half'));
  const { folder } = await backedUp(t);
  const fresh = await freshInstance();
  assert.equal((await restoreApp(fresh, folder)).Contents, 2);
  assert.equal((await fresh.sql`select from staged_uploads`).length, 0);
});

test('a backup of an older version is restored into its schema and migrated', async (t) => {
  const folder = await backupFolder(t);
  const [oldUrl, newUrl] = [await emptyDatabase(t), await emptyDatabase(t)];
  const names = await migrationNames();
  await migrate(oldUrl, names[0]);
  const old = { ...app, databaseUrl: oldUrl, sql: connect(oldUrl, 4) };
  t.after(() => old.sql.end());
  // The format of that version, whose code no longer exists.
  const now = new Date();
  const [made] = await old.sql<{ id: number }[]>`
    insert into deployments (name, created_at) values ('Old', ${now}) returning deployment_id as id`;
  await old.sql`
    insert into users (deployment_id, email, email_key, name, name_key, created_at)
    values (${made?.id ?? 0}, 'old@example.test', 'old@example.test', 'Old', 'old', ${now})`;
  const { blobs } = (await freshInstance()).deps;
  await backUpApp({ ...old, deps: { ...app.deps, sql: old.sql, blobs } }, folder);

  const fresh = await freshInstance();
  await assert.rejects(
    restoreApp(fresh, folder),
    new RegExp(`older schema ${names[0]}: restore it into a database without`),
  );
  const sql = connect(newUrl, 4);
  t.after(() => sql.end());
  await restoreApp({ ...fresh, databaseUrl: newUrl, sql, deps: { ...fresh.deps, sql } }, folder);
  const rows = await sql<{ name: string }[]>`select name from migrations order by name`;
  assert.deepEqual(
    rows.map((row) => row.name),
    names,
  );
  const users = await sql<{ email: string }[]>`select email from users`;
  assert.deepEqual([...users], [{ email: 'old@example.test' }]);
});
