import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import {
  access,
  appendFile,
  cp,
  mkdir,
  readFile,
  readdir,
  rename,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { readLastBackup } from '../core/system/last-backup.ts';
import { recordFiles } from '../platform/record-files.ts';
import { sealActivityJob } from '../insight/audit/audit.jobs.ts';
import { verifyActivity } from '../insight/audit/verify.ts';
import { acquireDirLock } from '../platform/process/dir-lock.ts';
import { backUpApp, backupFolder, freshInstance, restoreApp } from './backups.fixture.ts';
import { addStoredContents, fingerprint, storageKeyOf } from './deployment.fixture.ts';

const app = await freshInstance();

/** A world with a document of this content, its own backup folder, and the store emptied of what other tests made. */
async function begin(t: TestContext) {
  await app.sql`truncate deployments, blobs cascade`;
  const { ann } = await app.world();
  const folderId = await ann.folder(ann.libraryId, 'A');
  return { ann, folderId, documentId: await ann.document(folderId, 'a.txt', 'first'), folder: await backupFolder(t) };
}

async function keysIn(folder: string): Promise<string[]> {
  const entries = await readdir(join(folder, 'blobs'), { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && !entry.name.startsWith('.'));
  return files.map(({ parentPath, name }) => join(parentPath, name).slice(join(folder, 'blobs').length + 1)).sort();
}

test('a second backup copies only new contents, and both can be restored', async (t) => {
  const { ann, folderId, documentId, folder } = await begin(t);
  const first = await backUpApp(app, folder);
  const of = await fingerprint(app);
  await ann.revise(documentId, 'a.txt', 'second');
  await ann.document(folderId, 'b.txt', 'third');
  const second = await backUpApp(app, folder);
  assert.deepEqual([first.Contents, first.CopiedContents, first.CopiedBytes], [1, 1, 5]);
  assert.deepEqual([second.Contents, second.Bytes, second.CopiedContents, second.CopiedBytes], [3, 16, 2, 11]);

  const [old, fresh] = [await freshInstance(), await freshInstance()];
  assert.equal((await restoreApp(old, folder, { snapshot: first.Snapshot })).CopiedContents, 1);
  assert.deepEqual(await fingerprint(old), of);
  assert.equal((await restoreApp(fresh, folder)).CopiedContents, 3);
  assert.deepEqual(await fingerprint(fresh), await fingerprint(app));
});

test('only the newest snapshots and their contents are kept', async (t) => {
  const { ann, documentId, folderId, folder } = await begin(t);
  const purged = await storageKeyOf(app, documentId);
  const snapshots: string[] = [];
  const others: string[] = [];
  for (const name of ['b', 'c']) {
    snapshots.push((await backUpApp(app, folder)).Snapshot);
    others.push(await storageKeyOf(app, await ann.document(folderId, `${name}.txt`)));
  }
  const [first = '', second = ''] = snapshots;
  await ann.api('DELETE', `/api/documents/${documentId}?purge=true`);
  await app.runJobs();

  const third = await backUpApp(app, folder, { keep: 2 });
  assert.deepEqual(third.Removed, [first]);
  assert.deepEqual(await readdir(join(folder, 'snapshots')), [second, third.Snapshot]);
  assert.deepEqual(await keysIn(folder), [purged, ...others].sort());
  const last = await backUpApp(app, folder, { keep: 1 });
  assert.deepEqual(last.Removed, [second, third.Snapshot]);
  assert.deepEqual(await readdir(join(folder, 'snapshots')), [last.Snapshot]);
  assert.deepEqual(await keysIn(folder), [...others].sort());
});

test('a snapshot is never removed by the backup that made it, also if the clock was set back', async (t) => {
  const { folder } = await begin(t);
  const { Snapshot: first } = await backUpApp(app, folder);
  const later = '2099-01-01T00-00-00.000Z';
  await rename(join(folder, 'snapshots', first), join(folder, 'snapshots', later));
  const { Snapshot, Removed, Later } = await backUpApp(app, folder, { keep: 1 });
  assert.deepEqual([Removed, Later], [[], [later]]);
  assert.deepEqual(await readdir(join(folder, 'snapshots')), [Snapshot, later]);
});

test('an interrupted backup does not count, and the next one reuses its copies', async (t) => {
  const { ann, folder } = await begin(t);
  await addStoredContents(app, ann.deploymentId, 100);
  const interrupted = new AbortController();
  const read = app.deps.blobs.read.bind(app.deps.blobs);
  let reads = 0;
  app.deps.blobs.read = (...args) => {
    reads += 1;
    if (reads === 50) interrupted.abort(new Error('interrupted'));
    return read(...args);
  };
  t.after(() => (app.deps.blobs.read = read));
  await assert.rejects(backUpApp(app, folder, { signal: interrupted.signal }), /^Error: interrupted$/);
  const fresh = await freshInstance();
  await assert.rejects(restoreApp(fresh, folder), /There is no backup in/);
  const copied = (await keysIn(folder)).length;
  assert.ok(copied >= 44 && copied < 50, `${copied}`);
  const made = await backUpApp(app, folder);
  assert.deepEqual([made.Contents, made.CopiedContents], [101, 101 - copied]);
  assert.deepEqual(await readdir(join(folder, 'snapshots')), [made.Snapshot]);
});

test('missing or damaged contents are skipped and reported, and do not spoil earlier backups', async (t) => {
  const { ann, folderId, documentId, folder } = await begin(t);
  await backUpApp(app, folder);
  const gone = await ann.document(folderId, 'gone.txt');
  const changed = await ann.document(folderId, 'changed.txt');
  const paths = await Promise.all(
    [documentId, gone, changed].map(async (id) => join(app.dataDir, 'blobs', await storageKeyOf(app, id))),
  );
  await writeFile(paths[0] ?? '', 'f1rst');
  await rm(paths[1] ?? '');
  await appendFile(paths[2] ?? '', '!');
  const made = await backUpApp(app, folder, { keep: 1 });
  assert.deepEqual([made.Contents, made.CopiedContents, made.Damaged], [3, 0, 2]);
  assert.deepEqual(made.Removed, []);
  assert.deepEqual(await keysIn(folder), [await storageKeyOf(app, documentId)]);
});

test('a backup folder is used by one backup at a time and by one instance', async (t) => {
  const { folder } = await begin(t);
  await mkdir(folder, { recursive: true });
  const lock = await acquireDirLock(folder, { purpose: 'a test' });
  await assert.rejects(backUpApp(app, folder), /is in use by process \d+ \(a test\)/);
  await lock.release();
  await backUpApp(app, folder);
  const another = await freshInstance();
  await another.world();
  await assert.rejects(backUpApp(another, folder), /contains the backups of another instance/);
});

test('a backup into the data folder or the folder of the contents is refused, and nothing is written', async (t) => {
  const { folder } = await begin(t);
  const link = `${folder}-link`;
  await symlink(app.dataDir, link);
  t.after(() => rm(link, { force: true }));
  for (const inside of [
    app.dataDir,
    join(app.dataDir, 'backups'),
    `${app.dataDir}/x/../postgres`,
    join(link, 'backups'),
  ])
    await assert.rejects(backUpApp(app, inside), /is inside the data folder .* Name a folder elsewhere\.$/);
  assert.equal(existsSync(join(app.dataDir, 'backups')), false);
  await backUpApp(app, folder);
});

test('a backup is readable by its owner only and contains the secret key', async (t) => {
  const { folder } = await begin(t);
  const secret = join(app.dataDir, 'secret.key');
  await writeFile(secret, 'a secret', { mode: 0o600 });
  t.after(() => rm(secret));
  const { Snapshot } = await backUpApp(app, folder);
  assert.equal((await readLastBackup(app.dataDir))?.Snapshot, Snapshot);
  assert.equal((await stat(folder)).mode & 0o077, 0);
  const kept = join(folder, 'snapshots', Snapshot, 'secret.key');
  assert.equal(await readFile(kept, 'utf8'), 'a secret');
  assert.equal((await stat(kept)).mode & 0o077, 0);

  const fresh = await freshInstance();
  await restoreApp(fresh, folder);
  const restored = join(fresh.dataDir, 'secret.key');
  assert.deepEqual([await readFile(restored, 'utf8'), (await stat(restored)).mode & 0o077], ['a secret', 0]);
  const other = await freshInstance();
  await writeFile(join(other.dataDir, 'secret.key'), 'another secret');
  await assert.rejects(restoreApp(other, folder), /differs from the key in the backup/);
  await access(folder);
});

/** Two seals in the log of a deployment, and an instance with the same secret key to restore into. */
async function beginSealed(t: TestContext) {
  const { ann, folder } = await begin(t);
  await sealActivityJob.run(app.deps, null);
  await ann.folder(ann.libraryId, 'B');
  await sealActivityJob.run(app.deps, null);
  const fresh = await freshInstance();
  const target = { ...fresh, deps: { ...fresh.deps, secretKey: app.deps.secretKey } };
  const verify = () => verifyActivity(target.deps, ann.deploymentId, { signal: new AbortController().signal });
  return { ann, folder, target, verify };
}

test('a restored activity log matches the seals kept at the backup, and the restore is recorded', async (t) => {
  const { ann, folder, target, verify } = await beginSealed(t);
  const { Snapshot } = await backUpApp(app, folder);
  // The machine goes on for a while, and is lost.
  await ann.folder(ann.libraryId, 'Lost');
  await sealActivityJob.run(app.deps, null);
  const restored = await restoreApp(target, folder);
  assert.deepEqual([restored.AcceptedLogs, restored.Problems], [1, []]);
  const { Broken, Heads } = await verify();
  assert.deepEqual([Broken, Heads[0]?.Number, Heads[0]?.Since.IsAccepted], [0, 2, true]);
  const [recorded] = await target.sql`select details from activity where activity_type = 'ActivityAccepted'`;
  assert.deepEqual(recorded?.['details'], { seal: 2, reason: `restored from ${Snapshot}` });
});

test('a log truncated before the backup is restored but not accepted', async (t) => {
  const { ann, folder, target, verify } = await beginSealed(t);
  await app.sql`delete from activity_seals where deployment_id = ${ann.deploymentId} and seal_number = 2`;
  await backUpApp(app, folder);
  const restored = await restoreApp(target, folder);
  assert.equal(restored.AcceptedLogs, 0);
  assert.match(
    restored.Problems[0] ?? '',
    /^deployment \d+: Seal 2 was kept in DATA_DIR at \S+, but the log ends with seal 1/,
  );
  assert.equal((await verify()).Broken, 1);
});

test('a restore over a DATA_DIR with newer seals accepts the older log and keeps the seals', async (t) => {
  const { ann, folder, target, verify } = await beginSealed(t);
  await backUpApp(app, folder);
  await ann.folder(ann.libraryId, 'Lost');
  await sealActivityJob.run(app.deps, null);
  await cp(join(app.dataDir, 'audit-heads'), join(target.dataDir, 'audit-heads'), { recursive: true });
  assert.equal((await restoreApp(target, folder)).AcceptedLogs, 1);
  const { Broken, Heads } = await verify();
  assert.deepEqual([Broken, Heads[0]?.Number], [0, 2]);
  const [file = ''] = await recordFiles(join(target.dataDir, 'audit-heads', String(ann.deploymentId)));
  assert.deepEqual(
    (await readFile(file, 'utf8'))
      .trim()
      .split('\n')
      .map((line) => (JSON.parse(line) as { Number: number }).Number),
    [1, 2, 3, 2],
  );
});
