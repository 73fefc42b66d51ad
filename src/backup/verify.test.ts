import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { access, appendFile, open, readFile, rm, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, test } from 'node:test';
import { addStoredContents, storageKeyOf } from './deployment.fixture.ts';
import { createHashPool } from '../platform/blobs/sums/hash.ts';
import { newBlobKey } from '../platform/blobs/keys.ts';
import { withBackupLock } from '../platform/db/locks.ts';
import type { World } from '../../test/world.ts';
import { startApp } from '../../test/harness.ts';
import { verifyBlobs } from '../content/blobs/verify.ts';

const HOUR_MS = 3_600_000;
const app = await startApp({}, { own: 'looks into the data folder' });
const hashes = createHashPool(1);
const progressFile = join(app.dataDir, 'verify-blobs.json');

let w: World;
let folderId: number;
beforeEach(async () => {
  await app.sql`truncate blobs, staged_uploads cascade`;
  for await (const { key } of app.deps.blobs.list('')) await app.deps.blobs.remove(key);
  w = await app.world();
  folderId = await w.ann.folder(w.ann.libraryId, 'Verified');
  // Stores keep the time of storing by the real clock.
  app.clock.now = new Date();
});

const verify = (options: { resume?: boolean; removeOrphans?: boolean; signal?: AbortSignal } = {}) =>
  verifyBlobs(app.deps, {
    hashes,
    resume: false,
    removeOrphans: false,
    signal: new AbortController().signal,
    ...options,
  });

/** A document, and the file with its bytes. */
async function makeDocument(name: string, content: string | Buffer = `content of ${name}`) {
  const DocumentId = await w.ann.document(folderId, name, content);
  const Key = await storageKeyOf(app, DocumentId);
  const path = join(app.dataDir, 'blobs', Key);
  const Size = (await readFile(path)).length;
  return { DocumentId, Key, path, Size, named: [{ DeploymentId: w.deploymentId, DocumentId, DocumentName: name }] };
}

async function flipByte(path: string, at: number): Promise<void> {
  const file = await open(path, 'r+');
  const { buffer } = await file.read(Buffer.alloc(1), 0, 1, at);
  await file.write(Buffer.from([(buffer[0] ?? 0) ^ 1]), 0, 1, at);
  await file.close();
}

test('unchanged contents are sound: small, empty and large', async () => {
  const contents = [
    '',
    'small',
    Buffer.alloc(64 * 1024, 'a'),
    Buffer.alloc(64 * 1024 + 1, 'b'),
    Buffer.alloc(3_000_000, 'c'),
  ];
  for (const [index, content] of contents.entries()) await makeDocument(`${index}.bin`, content);
  const found = await verify();
  const Bytes = contents.reduce((sum, content) => sum + content.length, 0);
  const clean = { Missing: 0, Damaged: 0, Findings: [], Orphaned: 0, OrphanedBytes: 0, Removed: 0, Orphans: [] };
  assert.deepEqual(found, { Contents: 5, Bytes, ...clean });
});

test('a changed, truncated, extended or missing content is reported with its documents', async () => {
  const flipped = await makeDocument('flipped.bin', Buffer.alloc(2_000_000, 'x'));
  const cut = await makeDocument('cut.txt');
  const grown = await makeDocument('grown.txt');
  const gone = await makeDocument('verloren – 遺失.txt');
  const sound = await makeDocument('sound.txt');
  await flipByte(flipped.path, 1_999_999);
  await truncate(cut.path, 5);
  await appendFile(grown.path, '!');
  await rm(gone.path);
  const found = await verify();
  const expected = [
    ...[flipped, cut, grown].map(({ Key, Size, named }) => ({ Key, State: 'damaged', Size, Documents: named })),
    { Key: gone.Key, State: 'missing', Size: gone.Size, Documents: gone.named },
  ];
  const byKey = (a: { Key: string }, b: { Key: string }) => (a.Key < b.Key ? -1 : 1);
  assert.deepEqual(found.Findings.sort(byKey), expected.sort(byKey));
  assert.deepEqual([found.Contents, found.Missing, found.Damaged], [5, 1, 3]);
  assert.equal((await w.ann.api('GET', `/api/documents/${sound.DocumentId}/content`)).status, 200);
});

test('a content is reported with every document that has it in any revision', async () => {
  const first = await makeDocument('first.txt', 'the same');
  const second = await w.ann.document(folderId, 'second.txt', 'the same');
  await w.ann.revise(second, 'second.txt', 'another');
  await rm(first.path);
  const [finding] = (await verify()).Findings;
  assert.deepEqual(
    finding?.Documents.map(({ DocumentName }) => DocumentName),
    ['first.txt', 'second.txt'],
  );
});

test('unreferenced bytes are orphans after an hour and are removed only on request', async () => {
  const kept = await makeDocument('kept.txt');
  const orphan = await storeBytes(newBlobKey(new Date('2020-05-05T05:00:00Z')), 'orphan');
  assert.equal((await verify()).Orphaned, 0);
  app.clock.advance(2 * HOUR_MS);
  const young = { Orphaned: 1, OrphanedBytes: 6, Orphans: [orphan.key] };
  const { Contents: _c, Bytes: _b, Missing: _m, Damaged: _d, Findings: _f, ...orphans } = await verify();
  assert.deepEqual(orphans, { ...young, Removed: 0 });
  await access(orphan.path);
  assert.equal((await verify({ removeOrphans: true })).Removed, 1);
  await assert.rejects(access(orphan.path));
  await access(kept.path);
});

test('no orphan is removed while a backup runs', async () => {
  const orphan = await storeBytes(newBlobKey(new Date()), 'orphan');
  app.clock.advance(2 * HOUR_MS);
  await withBackupLock(app.sql, async () => {
    await assert.rejects(verify({ removeOrphans: true }), /^Error: A backup is running/);
  });
  await access(orphan.path);
});

test('an active upload is neither missing, damaged nor orphaned', async () => {
  const growing = await storeBytes(newBlobKey(new Date()), 'half of i');
  const notBegun = newBlobKey(new Date());
  for (const key of [growing.key, notBegun]) {
    await app.sql`
      insert into staged_uploads (deployment_id, identifier, user_id, folder_id, file_name, size, storage_key, created_at, expires_at)
      values (${w.deploymentId}, ${randomUUID()}, ${w.ann.userId}, ${folderId}, 'half.bin', 9, ${key}, now(), now())`;
  }
  app.clock.advance(2 * HOUR_MS);
  const found = await verify({ removeOrphans: true });
  assert.deepEqual([found.Contents, found.Missing, found.Damaged, found.Orphaned], [0, 0, 0, 0]);
  await access(growing.path);
});

test('an interrupted verification resumes and keeps its findings', async () => {
  await addStoredContents(app, w.deploymentId, 500);
  const [first] = await app.sql<{ key: string }[]>`select min(storage_key) as key from blobs`;
  await rm(join(app.dataDir, 'blobs', first?.key ?? ''));
  const interrupted = new AbortController();
  let reads = 0;
  const read = app.deps.blobs.read.bind(app.deps.blobs);
  const blobs = {
    ...app.deps.blobs,
    read: (...args: Parameters<typeof read>) => {
      reads += 1;
      if (reads === 450) interrupted.abort(new Error('interrupted'));
      return read(...args);
    },
  };
  const options = { hashes, removeOrphans: false, resume: false, signal: interrupted.signal };
  await assert.rejects(verifyBlobs({ ...app.deps, blobs }, options), /interrupted/);
  assert.equal(JSON.parse(await readFile(progressFile, 'utf8')).Contents, 400);

  reads = 0;
  const found = await verifyBlobs(
    { ...app.deps, blobs },
    { ...options, resume: true, signal: new AbortController().signal },
  );
  assert.deepEqual([reads, found.Contents, found.Missing, found.Findings.length], [100, 500, 1, 1]);
  await assert.rejects(access(progressFile));
  assert.equal((await verify({ resume: true })).Contents, 500);
});

test('a content purged during the verification does not count as missing', async () => {
  const { Key, DocumentId, path } = await makeDocument('purged.txt');
  const read = app.deps.blobs.read.bind(app.deps.blobs);
  const blobs = {
    ...app.deps.blobs,
    read: async (...args: Parameters<typeof read>) => {
      assert.equal(args[0], Key);
      await w.ann.api('DELETE', `/api/documents/${DocumentId}?purge=true`);
      await app.runJobs();
      return read(...args);
    },
  };
  const options = { hashes, removeOrphans: false, resume: false, signal: new AbortController().signal };
  assert.equal((await verifyBlobs({ ...app.deps, blobs }, options)).Missing, 0);
  await assert.rejects(access(path));
});

test('a failing store ends the verification and says nothing about contents', async () => {
  await makeDocument('a.txt');
  const away = new Error('the store is away');
  const blobs = { ...app.deps.blobs, read: () => Promise.reject(away) };
  const options = { hashes, removeOrphans: false, resume: false, signal: new AbortController().signal };
  await assert.rejects(verifyBlobs({ ...app.deps, blobs }, options), away);
  const unreadable = {
    ...app.deps.blobs,
    read: () => Promise.reject(Object.assign(new Error('i/o'), { code: 'EIO' })),
  };
  assert.equal((await verifyBlobs({ ...app.deps, blobs: unreadable }, options)).Damaged, 1);
});

async function storeBytes(key: string, content: string): Promise<{ key: string; path: string }> {
  const path = join(app.dataDir, 'blobs', key);
  await app.deps.blobs.append(key, 0, null, Buffer.from(content));
  assert.equal(await readFile(path, 'utf8'), content);
  return { key, path };
}
