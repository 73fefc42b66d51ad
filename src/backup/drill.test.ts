/** The drill: what was backed up comes back, every row and every byte of it. */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { client } from '../../test/client.ts';
import { assertTreesAreWhole } from '../../test/factories/trees.ts';
import { dumpSchema } from '../platform/db/dump-schema.ts';
import { createHashPool } from '../platform/blobs/sums/hash.ts';
import { withBackupLock } from '../platform/db/locks.ts';
import { ensureActivityPartitions } from '../core/activity/activity.queries.ts';
import { verifyBlobs } from '../content/blobs/verify.ts';
import { backUpApp, backupFolder, freshInstance, restoreApp } from './backups.fixture.ts';
import { fingerprint, furnish, portrait, storageKeyOf } from './deployment.fixture.ts';

const app = await freshInstance();
const signal = new AbortController().signal;

async function assertVerified(of: typeof app): Promise<number> {
  const found = await verifyBlobs(of.deps, { hashes: createHashPool(1), resume: false, removeOrphans: false, signal });
  assert.deepEqual([found.Missing, found.Damaged, found.Findings, found.Orphans], [0, 0, [], []]);
  return found.Contents;
}

test('a restored instance has every row and byte, and everybody has their previous access', async (t) => {
  const { w, browser, top, documentId } = await furnish(app);
  const folder = await backupFolder(t);
  const before = await fingerprint(app);
  const made = await backUpApp(app, folder);
  assert.ok((before['jobs'] ?? '').includes('password-reset'));

  const fresh = await freshInstance();
  const restored = await restoreApp(fresh, folder);
  assert.deepEqual(await fingerprint(fresh), before);
  assert.equal(await dumpSchema(fresh.sql), await dumpSchema(app.sql));
  assert.deepEqual([restored.Contents, restored.CopiedContents, restored.Damaged], [made.Contents, made.Contents, 0]);
  assert.equal(restored.Bytes, made.Bytes);
  assert.equal(await assertVerified(fresh), made.Contents);
  const [activity] = await fresh.sql<{ months: number }[]>`
    select count(distinct tableoid) filter (where tableoid <> 'activity_default'::regclass) as months from activity`;
  assert.ok((activity?.months ?? 0) >= 2, 'activity lies in the partitions of its months');

  assert.deepEqual(await portrait(fresh.url, w), await portrait(app.url, w));
  const page = await client(fresh.url, null).api('GET', '/api/users/me', undefined, { cookie: browser.cookie });
  assert.deepEqual([page.status, page.body.Email], [200, w.ann.email]);

  // New objects get new ids: earlier ids are never reused, not even those of purged objects.
  const [documents] = await app.sql<{ last: number }[]>`select max(document_id) as last from documents`;
  const again = client(fresh.url, w.admin.token);
  assert.ok((await again.document(top, 'new.txt')) > (documents?.last ?? 0));
  assert.equal((await again.revise(documentId, 'naïve résumé.txt', 'more')).status, 201);
  await fresh.runJobs();
  const left =
    await fresh.sql`select from graphile_worker.jobs where task_identifier not in ('extract-text', 'rendition', 'thumbnail')`;
  assert.equal(left.length, 0);
  assert.equal((await fresh.sql`select from documents where purged_at is not null`).length, 0);
});

test('a backup during writes and purges is consistent and contains every content that it names', async (t) => {
  const { ann, bob } = await app.world();
  const folder = await backupFolder(t);
  const folderId = await ann.folder(ann.libraryId, 'Busy');
  const ending = new AbortController();
  const acknowledged: number[] = [];
  const writers = [ann, bob].map(async (person, lane) => {
    const place = await person.folder(person.libraryId, 'Mine');
    for (let turn = 0; !ending.signal.aborted; turn += 1) {
      const id = await person.document(place, `${turn}.bin`, randomBytes(1000 + lane * 70_000));
      acknowledged.push(id);
      if (turn % 3 === 0) await person.api('DELETE', `/api/documents/${id}?purge=true`);
      if (turn % 5 === 0) await person.folder(person.libraryId, `folder ${turn}`);
    }
  });
  const worker = (async () => {
    // The clock is that of the queue, so that what is put off is put off.
    while (!ending.signal.aborted) await app.runJobs();
  })();
  while (acknowledged.length < 30) await ann.document(folderId, `${crypto.randomUUID()}.txt`);
  const sureOf = await app.sql<{ id: number }[]>`select document_id as id from documents where purged_at is null`;
  const made = await backUpApp(app, folder);
  ending.abort();
  await Promise.all([...writers, worker]);
  assert.equal(made.Damaged, 0);

  const fresh = await freshInstance();
  await restoreApp(fresh, folder);
  assert.equal(await assertVerified(fresh), made.Contents);
  await assertTreesAreWhole(fresh);
  const there = await fresh.sql<{ id: number }[]>`select document_id as id from documents`;
  const ids = new Set(there.map(({ id }) => id));
  const lost = sureOf.filter(({ id }) => !ids.has(id));
  // A document that was there when the backup began can only be gone because it was purged before its moment.
  const gone = await app.sql<{ id: number }[]>`
    select document_id as id from documents where document_id = any (${lost.map(({ id }) => id)}) and purged_at is null`;
  assert.deepEqual([...gone], []);
});

test('bytes purged during a backup are removed afterwards, and the sweep waits too', async (t) => {
  const { ann } = await app.world();
  const folder = await backupFolder(t);
  const documentId = await ann.document(await ann.folder(ann.libraryId, 'A'), 'a.bin', 'to be purged');
  const key = await storageKeyOf(app, documentId);
  const isStored = async () =>
    (await readdir(join(app.dataDir, 'blobs', key, '..'))).some((name) => key.endsWith(name));
  app.clock.now = new Date();
  const lock = Promise.withResolvers<void>();
  const held = Promise.withResolvers<void>();
  const running = withBackupLock(app.sql, () => {
    held.resolve();
    return lock.promise;
  });
  await held.promise;
  await ann.api('DELETE', `/api/documents/${documentId}?purge=true`);
  await app.runJobs();
  await assert.rejects(backUpApp(app, folder), /^Error: Another backup of this instance is running\.$/);
  app.clock.advance(3 * 3_600_000);
  await app.sql`select graphile_worker.add_job('sweep-orphans')`;
  await app.runJobs();
  assert.equal(await isStored(), true);
  assert.equal(await ensureActivityPartitions(app.sql, new Date('2031-01-01')), 0);
  lock.resolve();
  await running;

  await app.sql`select graphile_worker.reschedule_jobs(array(select id from graphile_worker.jobs), now())`;
  await app.runJobs();
  assert.equal(await isStored(), false);
  assert.equal(await ensureActivityPartitions(app.sql, new Date('2031-01-01')), 3);
});
