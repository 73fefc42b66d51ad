import assert from 'node:assert/strict';
import { test } from 'node:test';
import { tokenHeaders } from '../../../test/factories/tokens.ts';
import { startApp } from '../../../test/harness.ts';
import type { Person } from '../../../test/world.ts';
import { grant } from '../../../test/factories/permissions.ts';

const app = await startApp({}, { own: 'reads whole tables' });

async function worldWithDocument() {
  const w = await app.world();
  const folderId = await w.ann.folder(w.ann.libraryId, 'Watched');
  const documentId = await w.ann.document(folderId, 'watched.txt', Buffer.alloc(100_000, 'watched'));
  const place = { libraryId: w.ann.libraryId, folderId, documentId };
  return { w, ann: w.ann, folderId, documentId, place, path: `/api/documents/${documentId}` };
}

// The rows that something writes in the person's deployment, oldest first.
async function recorded({ deploymentId }: Person, work: () => Promise<unknown>) {
  const [last] = await app.sql<{ id: number }[]>`select coalesce(max(activity_id), 0) as id from activity`;
  await work();
  const rows = await app.sql<Record<string, unknown>[]>`
    select activity_type as type, user_id as "userId", content_name as name, library_id as "libraryId",
      folder_id as "folderId", document_id as "documentId", occurred_at as at, details
    from activity where deployment_id = ${deploymentId} and activity_id > ${last?.id ?? 0} order by activity_id`;
  return rows.map((row) => Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null)));
}

test('an upload is recorded with actor, time, type and place', async () => {
  const { ann, folderId, place } = await worldWithDocument();
  let documentId = 0;
  app.clock.advance(5000);
  const rows = await recorded(ann, async () => {
    documentId = await ann.document(folderId, 'new.txt', 'new');
  });
  const at = app.clock.now.toISOString();
  assert.deepEqual(rows, [{ type: 'DocumentCreated', userId: ann.userId, name: 'new.txt', ...place, documentId, at }]);
});

test('each change of a document writes exactly its own row with the current name and place', async () => {
  const { ann, documentId, folderId, place, path } = await worldWithDocument();
  const target = await ann.folder(ann.libraryId, 'Target');
  let copyId = 0;
  let revisionId = 0;
  const rows = await recorded(ann, async () => {
    await ann.api('PATCH', path, { DocumentName: 'renamed.txt' });
    await ann.api('PATCH', path, { FolderId: target });
    await ann.api('PATCH', path, { DocumentName: 'both.txt', FolderId: folderId });
    copyId = (await ann.api('POST', `${path}/copy`, { FolderId: target, DocumentName: 'copy' })).body.DocumentId;
    revisionId = (await ann.revise(documentId, 'other.txt', 'second')).body.RevisionId;
    await ann.api('DELETE', path);
    await ann.api('PATCH', `${path}/restore?into=${target}`);
    await ann.api('DELETE', `${path}?purge=true`);
  });
  const at = app.clock.now.toISOString();
  const { libraryId } = place;
  const here = { userId: ann.userId, ...place, at };
  const there = { ...here, folderId: target };
  const moved = { fromLibraryId: libraryId, fromFolderId: folderId };
  assert.deepEqual(rows, [
    { type: 'DocumentRenamed', name: 'renamed.txt', ...here, details: { from: 'watched.txt' } },
    { type: 'DocumentMoved', name: 'renamed.txt', ...there, details: moved },
    {
      type: 'DocumentMoved',
      name: 'renamed.txt',
      ...here,
      details: { fromLibraryId: libraryId, fromFolderId: target },
    },
    { type: 'DocumentRenamed', name: 'both.txt', ...here, details: { from: 'renamed.txt' } },
    { type: 'DocumentCopied', name: 'copy.txt', ...there, documentId: copyId, details: { fromDocumentId: documentId } },
    { type: 'DocumentRevised', name: 'both.txt', ...here, details: { revisionId } },
    { type: 'DocumentDeleted', name: 'both.txt', ...here },
    { type: 'DocumentRestored', name: 'both.txt', ...there },
    { type: 'DocumentPurged', name: 'both.txt', ...there },
  ]);
});

test('restoring a revision is recorded as a revision with the number of the original', async () => {
  const { ann, documentId, path } = await worldWithDocument();
  await ann.revise(documentId, 'other.txt', 'second');
  const { body } = await ann.api('GET', `${path}/revisions`);
  const rows = await recorded(ann, () => ann.api('POST', `${path}/revisions/${body[1].RevisionId}/restore`));
  const [row, ...more] = rows.map(({ type, details }) => ({ type, ...(details as { restoredNumber: number }) }));
  assert.deepEqual([row?.type, row?.restoredNumber, more], ['DocumentRevised', 1, []]);
});

test('a refused request is not recorded', async () => {
  const { w, ann, folderId, documentId, path } = await worldWithDocument();
  const twin = await ann.document(folderId, 'twin.txt', 'second');
  await ann.document(folderId, 'other.txt', 'second');
  const rows = await recorded(ann, async () => {
    const refusals = [
      await ann.upload(folderId, 'twin.txt', 'second'),
      await ann.upload(folderId, 'a:b.txt', 'x'),
      await w.stranger.upload(folderId, 'a.txt', 'x'),
      await ann.revise(documentId, 'watched.pdf', 'x'),
      await w.stranger.revise(documentId, 'watched.txt', 'x'),
      await ann.api('PATCH', `/api/documents/${twin}`, { DocumentName: 'other.txt' }),
      await w.stranger.api('PATCH', path, { DocumentName: 'a.txt' }),
      await ann.api('POST', `${path}/copy`, { FolderId: folderId }),
      await ann.api('PATCH', `${path}/restore`),
      await w.stranger.api('DELETE', path),
      await w.stranger.api('DELETE', `${path}?purge=true`),
      await w.stranger.api('GET', path),
      await ann.api('GET', `${path}/content`, undefined, { 'if-match': '"other"' }),
      await ann.api('GET', `${path}/content`, undefined, { range: 'bytes=100000-' }),
    ];
    for (const { status } of refusals) assert.ok(status >= 400, String(status));
  });
  assert.deepEqual(rows, []);
});

test('a change without effect is not recorded', async () => {
  const { ann, folderId, path } = await worldWithDocument();
  const rows = await recorded(ann, async () => {
    assert.equal((await ann.api('PATCH', path, { DocumentName: 'watched.txt', FolderId: folderId })).status, 200);
  });
  assert.deepEqual(rows, []);
});

test('every download is recorded as a view; metadata and lists are not', async () => {
  const { w, ann, place, documentId, path } = await worldWithDocument();
  await grant(app, w.bob, { documentId }, { allow: ['Read'] });
  const content = (headers: Record<string, string>) => w.bob.api('GET', `${path}/content`, undefined, headers);
  const rows = await recorded(ann, async () => {
    await w.bob.api('GET', path);
    await w.bob.api('GET', `${path}/revisions`);
    await content({});
    await content({ range: 'bytes=0-9' });
    await content({ range: 'bytes=5-9,20-29' });
  });
  const view = {
    type: 'DocumentViewed',
    userId: w.bob.userId,
    name: 'watched.txt',
    ...place,
    at: app.clock.now.toISOString(),
  };
  assert.deepEqual(rows, [view, view, view]);
});

test("downloading a revision is recorded with the revision's name", async () => {
  const { ann, documentId, place, path } = await worldWithDocument();
  const { body } = await ann.revise(documentId, 'scan.txt', 'second');
  const rows = await recorded(ann, () => ann.api('GET', `${path}/revisions/${body.RevisionId}/content`));
  assert.deepEqual(rows, [
    {
      type: 'DocumentViewed',
      userId: ann.userId,
      name: 'scan.txt',
      ...place,
      at: app.clock.now.toISOString(),
      details: { revisionId: body.RevisionId },
    },
  ]);
});

test('a download with the token of a sync client is recorded as a sync, whatever headers it sends', async () => {
  const { ann, path } = await worldWithDocument();
  const make = (IsSync: boolean) => tokenHeaders(ann, ann.userId, { IsSync });
  const [sync, other] = [await make(true), await make(false)];
  for (const [credential, headers, type] of [
    [sync, {}, 'DocumentSynced'],
    [sync, { 'x-client': 'web', 'user-agent': 'Mozilla/5.0' }, 'DocumentSynced'],
    [other, {}, 'DocumentViewed'],
    [other, { 'x-client': 'sync' }, 'DocumentViewed'],
    [other, { 'user-agent': 'Carrel Desktop/2.1 (Windows)' }, 'DocumentViewed'],
    [other, { 'user-agent': 'carrel-sync/1.0' }, 'DocumentViewed'],
  ] as const) {
    const rows = await recorded(ann, () => ann.api('GET', `${path}/content`, undefined, { ...credential, ...headers }));
    assert.deepEqual(
      rows.map((row) => row['type']),
      [type],
      JSON.stringify(headers),
    );
  }
});

test('of concurrent equal uploads only the successful one is recorded', async () => {
  const { ann, folderId } = await worldWithDocument();
  const rows = await recorded(ann, () =>
    Promise.all(Array.from({ length: 8 }, () => ann.upload(folderId, 'a.txt', 'a'))),
  );
  assert.equal(rows.length, 1);
});
