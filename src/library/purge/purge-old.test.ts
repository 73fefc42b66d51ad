import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addManyDocuments } from '../../../test/factories/bulk.ts';
import { makeLibrary } from '../../../test/factories/libraries.ts';
import { startApp } from '../../../test/harness.ts';
import { untilWaiting } from '../../../test/waiting.ts';
import type { Person } from '../../../test/world.ts';
import { storedFiles } from '../../content/blobs/stored-files.fixture.ts';

const DAY_MS = 24 * 3_600_000;
const PURGE = '/api/async/documents/purge-old-documents';
const app = await startApp({}, { own: 'counts the stored files' });

async function start(admin: Person, more: object = {}): Promise<{ status: string; result: string }> {
  const answer = await admin.api('POST', PURGE, { PurgeType: 'DateStored', Days: 60, ...more });
  assert.equal(answer.status, 202, answer.text);
  const status = (answer.headers.get('location') ?? '').replace('http://carrel.test', '');
  return { status, result: `/api/async/results/documents/purge-old-documents/${status.split('/').at(-1)}` };
}

async function purgeOld(admin: Person, more: object = {}): Promise<[deleted: number, failed: number]> {
  const { result } = await start(admin, more);
  await app.runJobs();
  const { status, body, text } = await admin.api('GET', result);
  assert.equal(status, 200, text);
  return [body.DocumentsDeleted, body.DocumentsThatFailedToDelete];
}

async function isThere(person: Person, documentId: number): Promise<boolean> {
  return (await person.api('GET', `/api/documents/${documentId}`)).status === 200;
}

test('documents of the given age of all people are purged from personal and corporate libraries', async () => {
  const { admin, ann, bob } = await app.world();
  const corporate = await admin.folder(await makeLibrary(admin), 'F');
  const old = [
    await ann.document(await ann.folder(ann.libraryId, 'F'), 'a.txt'),
    await bob.document(await bob.folder(bob.libraryId, 'F'), 'b.txt'),
    await admin.document(corporate, 'c.txt'),
  ];
  app.clock.advance(1);
  const young = await admin.document(corporate, 'young.txt');
  app.clock.advance(60 * DAY_MS - 1);
  assert.deepEqual(await purgeOld(admin), [3, 0]);
  for (const [i, person] of [ann, bob, admin].entries()) assert.equal(await isThere(person, old[i] ?? 0), false);
  assert.equal(await isThere(admin, young), true);
  assert.equal((await app.sql`select from documents where document_id = any (${old}::bigint[])`).length, 0);
  assert.deepEqual(await purgeOld(admin), [0, 0]);
});

test('age counts from the first upload: neither a revision nor a move resets it', async () => {
  const { admin, ann } = await app.world();
  const [from, to] = [await ann.folder(ann.libraryId, 'From'), await ann.folder(ann.libraryId, 'To')];
  const documentId = await ann.document(from, 'a.txt', 'first');
  app.clock.advance(60 * DAY_MS);
  await ann.revise(documentId, 'a.txt', 'second');
  await ann.api('PATCH', `/api/documents/${documentId}`, { FolderId: to });
  assert.deepEqual(await purgeOld(admin), [1, 0]);
});

test('documents in the trash are included; purged ones are not', async () => {
  const { admin, ann } = await app.world();
  const ids = [];
  for (const name of ['itself', 'folder', 'purged folder', 'purged']) {
    const folderId = await ann.folder(ann.libraryId, name);
    const documentId = await ann.document(folderId, 'a.txt', name);
    ids.push(documentId);
    const path = name.includes('folder') ? `/api/folders/${folderId}` : `/api/documents/${documentId}`;
    await ann.api('DELETE', path);
  }
  const trashedLibrary = await makeLibrary(admin);
  ids.push(await admin.document(await admin.folder(trashedLibrary, 'F'), 'a.txt', 'of the library'));
  await admin.api('DELETE', `/api/libraries/${trashedLibrary}`);
  app.clock.advance(60 * DAY_MS);
  const { body: trash } = await ann.api('GET', '/api/trash');
  const uris: Record<string, string> = Object.fromEntries(
    trash.map((item: { ItemName: string; Links: { RestoreUri: string } }) => [item.ItemName, item.Links.RestoreUri]),
  );
  assert.equal(Object.keys(uris).length, 3);
  // Marked, but not removed: no worker has run.
  await ann.api('DELETE', `/api/documents/${ids[3]}?purge=true`);
  const purgedFolder = (uris['purged folder'] ?? '').replace(/.*(\/api\/folders\/\d+).*/, '$1');
  assert.equal((await ann.api('DELETE', `${purgedFolder}?purge=true`)).status, 204);
  assert.deepEqual(await purgeOld(admin), [3, 0]);
  assert.equal((await app.sql`select from documents where document_id = any (${ids}::bigint[])`).length, 0);
});

test('other deployments are not affected', async () => {
  const { admin, other } = await app.world();
  const documentId = await other.document(await other.folder(other.libraryId, 'F'), 'a.txt');
  app.clock.advance(100 * DAY_MS);
  assert.deepEqual(await purgeOld(admin), [0, 0]);
  assert.equal(await isThere(other, documentId), true);
});

test('a dry run only counts', async () => {
  const { admin, ann } = await app.world();
  const documentId = await ann.document(await ann.folder(ann.libraryId, 'F'), 'a.txt');
  app.clock.advance(60 * DAY_MS);
  const activities = async () => (await app.sql`select from activity where deployment_id = ${ann.deploymentId}`).length;
  const before = await activities();
  assert.deepEqual(await purgeOld(admin, { DryRun: true }), [1, 0]);
  assert.equal(await isThere(ann, documentId), true);
  assert.equal(await activities(), before);
  assert.deepEqual(await purgeOld(admin, { DryRun: false }), [1, 0]);
});

test('a preview lists and measures the documents in pages, for site admins', async () => {
  const { admin, ann, bob } = await app.world();
  const folderId = await ann.folder(ann.libraryId, 'F');
  const first = await ann.document(folderId, 'a.txt', 'four');
  const DateStored = app.clock.now.toISOString();
  const second = await ann.document(folderId, 'b.txt', 'seventeen');
  await ann.api('DELETE', `/api/documents/${second}`);
  app.clock.advance(60 * DAY_MS);
  await ann.document(folderId, 'young.txt');
  const common = { Location: ['My Library', 'F'], DateStored };
  const rows = [
    { ...common, DocumentId: first, DocumentName: 'a.txt', Size: 4, IsInTrash: false },
    { ...common, DocumentId: second, DocumentName: 'b.txt', Size: 9, IsInTrash: true },
  ];
  const list = '/api/admin/old-documents';
  assert.deepEqual((await admin.api('GET', `${list}?days=60`)).body, rows);
  const page = await admin.api('GET', `${list}?days=60&top=1`);
  const next = /<http:\/\/carrel.test([^>]+)>; rel="next"/.exec(page.headers.get('link') ?? '')?.[1] ?? '';
  assert.deepEqual([...page.body, ...(await admin.api('GET', next)).body], rows);
  assert.deepEqual((await admin.api('GET', `${list}?days=61`)).body, []);
  for (const query of ['', '?days=59', '?days=x', '?days=60&after=x']) {
    assert.equal((await admin.api('GET', `${list}${query}`)).status, 400, query);
  }
  assert.equal((await bob.api('GET', `${list}?days=60`)).status, 403);
  const { result } = await start(admin, { DryRun: true });
  const { body } = await admin.api('GET', '/api/jobs');
  assert.equal(body[0].Progress, 0);
  await app.runJobs();
  assert.equal((await admin.api('GET', '/api/jobs')).body[0].Progress, undefined);
  const counted = { DocumentsDeleted: 2, DocumentsThatFailedToDelete: 0 };
  assert.deepEqual((await admin.api('GET', result)).body, { ...counted, Size: 13 });
  const again = await start(admin);
  await app.runJobs();
  assert.deepEqual((await admin.api('GET', again.result)).body, counted);
});

test('each purged document is in the activity log, and its bytes are removed unless another document has them', async () => {
  const { admin, ann } = await app.world();
  await app.runJobs();
  const before = (await storedFiles(app)).length;
  const folderId = await ann.folder(ann.libraryId, 'F');
  const documentId = await ann.document(folderId, 'a.txt', `alone ${ann.userId}`);
  await ann.document(folderId, 'b.txt', `shared ${ann.userId}`);
  app.clock.advance(60 * DAY_MS);
  const kept = await ann.document(folderId, 'c.txt', `shared ${ann.userId}`);
  assert.deepEqual(await purgeOld(admin), [2, 0]);
  assert.equal((await storedFiles(app)).length, before + 1);
  assert.equal((await ann.api('GET', `/api/documents/${kept}/content`)).text, `shared ${ann.userId}`);
  const rows = await app.sql`
    select user_id as "userId", library_id as "libraryId", folder_id as "folderId", document_id as "documentId",
      content_name as name from activity
    where activity_type = 'DocumentPurged' and deployment_id = ${ann.deploymentId} order by document_id`;
  assert.equal(rows.length, 2);
  const { userId } = admin;
  assert.deepEqual(rows[0], { userId, libraryId: ann.libraryId, folderId, documentId, name: 'a.txt' });
});

test('a purge requires PurgeType DateStored and at least 60 Days: 400 names every violation', async () => {
  const { admin } = await app.world();
  for (const [body, wrong] of [
    [undefined, ['PurgeType', 'Days']],
    [{}, ['PurgeType', 'Days']],
    [{ PurgeType: 'DateModified', Days: 60 }, ['PurgeType']],
    [{ PurgeType: 'datestored', Days: 59 }, ['Days']],
    [{ PurgeType: 'DateStored', Days: '60' }, ['Days']],
    [{ PurgeType: 'DateStored', Days: 59.9 }, ['Days']],
    [{ PurgeType: 'DateStored', Days: -60 }, ['Days']],
    [{ PurgeType: 'DateStored', Days: 1e300 }, ['Days']],
    [{ PurgeType: 'DateStored', Days: 60, DryRun: 'yes' }, ['DryRun']],
    [{ PurgeType: '', Days: null }, ['PurgeType', 'Days']],
  ] as const) {
    const answer = await admin.api('POST', PURGE, body);
    assert.equal(answer.status, 400, JSON.stringify(body));
    assert.deepEqual(
      answer.body.errors.map(({ instance }: { instance: string }) => instance).sort(),
      [...wrong].sort(),
    );
  }
  assert.equal((await admin.api('POST', PURGE, { PurgeType: 'DateStored', Days: 60.5, DryRun: null })).status, 202);
  assert.equal((await admin.api('POST', PURGE, { PurgeType: 'DateStored', Days: 36_500 })).status, 202);
});

test('purging is for site admins while it is enabled: 403, the role before the body', async () => {
  const { admin, ann } = await app.world();
  assert.equal((await ann.api('POST', PURGE, {})).status, 403);
  await admin.api('PATCH', '/api/settings', { EnablePurging: false });
  assert.equal((await admin.api('POST', PURGE, {})).status, 400);
  for (const DryRun of [true, false]) {
    assert.equal((await admin.api('POST', PURGE, { PurgeType: 'DateStored', Days: 60, DryRun })).status, 403);
  }
});

test('disabling purging meanwhile fails the job with the reason', async () => {
  const { admin, ann } = await app.world();
  const documentId = await ann.document(await ann.folder(ann.libraryId, 'F'), 'a.txt');
  app.clock.advance(60 * DAY_MS);
  const { status, result } = await start(admin);
  await admin.api('PATCH', '/api/settings', { EnablePurging: false });
  await app.runJobs();
  const { body } = await admin.api('GET', status);
  assert.equal(body.Error, 'Purging is disabled in the settings of this deployment.');
  assert.equal((await admin.api('GET', result)).status, 500);
  assert.equal(await isThere(ann, documentId), true);
});

test('the result is for site admins: 403; unknown ones, other kinds or deployments return 410', async () => {
  const { admin, ann, other } = await app.world();
  const { status, result } = await start(admin);
  await app.runJobs();
  assert.equal((await ann.api('GET', result)).status, 403);
  assert.equal((await other.api('GET', result)).status, 410);
  assert.equal((await admin.api('GET', result.replace(/\d+$/, '999999'))).status, 410);
  await app.sql`update async_jobs set kind = 'another' where job_id = ${Number(status.split('/').at(-1))}`;
  assert.equal((await admin.api('GET', result)).status, 410);
});

test('deleting the job stops it between two batches; purged documents stay purged', async () => {
  const { admin, ann } = await app.world();
  const folderId = await ann.folder(ann.libraryId, 'F');
  await addManyDocuments(app, ann, folderId, 1200);
  app.clock.advance(60 * DAY_MS);
  const { status } = await start(admin);
  // The first batch is held up by somebody who changes one of its documents.
  const deleted = await app.sql.begin(async (tx) => {
    await tx`select from documents where folder_id = ${folderId} order by document_id limit 1 for update`;
    const working = app.runJobs();
    await untilWaiting(app, 1);
    const deleting = admin.api('DELETE', status);
    await untilWaiting(app, 2);
    return { working, deleting };
  });
  assert.equal((await deleted.deleting).status, 204);
  const purged = await purgedIn(folderId);
  await deleted.working;
  assert.equal(purged, 500);
  assert.equal(await leftIn(folderId), 700);
  assert.equal((await admin.api('GET', status)).status, 410);
});

test('two concurrent purges process each document once, and their counts add up', async () => {
  const { admin, ann } = await app.world();
  const folderId = await ann.folder(ann.libraryId, 'F');
  await addManyDocuments(app, ann, folderId, 1100);
  app.clock.advance(60 * DAY_MS);
  const [one, two] = [await start(admin), await start(admin)];
  await Promise.all([app.runJobs(), app.runJobs()]);
  const counts = [];
  for (const { result } of [one, two]) counts.push((await admin.api('GET', result)).body.DocumentsDeleted);
  assert.equal(counts[0] + counts[1], 1100);
  assert.equal(await leftIn(folderId), 0);
  const [rows] = await app.sql`
    select count(*) as n, count(distinct document_id) as documents from activity
    where activity_type = 'DocumentPurged' and folder_id = ${folderId}`;
  assert.deepEqual(rows, { n: 1100, documents: 1100 });
});

test('a document that the database rejects counts as failed, and all others are purged', async () => {
  const { admin, ann } = await app.world();
  const folderId = await ann.folder(ann.libraryId, 'F');
  await addManyDocuments(app, ann, folderId, 600);
  const [bad] = await app.sql<{ id: number }[]>`
    select document_id as id from documents where folder_id = ${folderId} order by document_id offset 300 limit 1`;
  const badId = bad?.id ?? 0;
  await app.sql.unsafe(`
    create function refuse() returns trigger language plpgsql as $$ begin raise exception 'refused'; end $$;
    create trigger refuse before update on documents for each row when (old.document_id = ${badId})
      execute function refuse()`);
  app.clock.advance(60 * DAY_MS);
  try {
    assert.deepEqual(await purgeOld(admin), [599, 1]);
  } finally {
    await app.sql`drop function refuse cascade`;
  }
  assert.equal(await leftIn(folderId), 1);
  assert.equal(await isThere(ann, badId), true);
  const logged = app.logs.filter((line) => line['msg'] === 'A document could not be purged.');
  assert.deepEqual(
    logged.map((line) => line['documentId']),
    [badId],
  );
});

async function leftIn(folderId: number): Promise<number> {
  return (await app.sql`select from documents where folder_id = ${folderId} and purged_at is null`).length;
}

async function purgedIn(folderId: number): Promise<number> {
  return 1200 - (await leftIn(folderId));
}
