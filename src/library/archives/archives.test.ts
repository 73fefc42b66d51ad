import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addManyDocuments } from '../../../test/factories/bulk.ts';
import { makeChild } from '../../../test/factories/trees.ts';
import { startApp } from '../../../test/harness.ts';
import type { Client } from '../../../test/client.ts';
import { unpack } from './unpack.fixture.ts';

const app = await startApp();
const { ann } = await app.world();

const zip = (client: Client, body: unknown) => client.api('POST', '/api/folders/zipcontent', body);

test('an archive has exactly the documented headers', async () => {
  const folderId = await ann.folder(ann.libraryId, 'Headers');
  const documentId = await ann.document(folderId, 'a.txt', 'content');
  const answer = await zip(ann, { ZipFileName: 'Отчёт.zip', DocumentIds: [documentId] });
  const size = answer.bytes.length;
  const names = [...answer.headers.keys()].filter(
    (name) => !/^(?:x-|access-|vary|cross-|origin-|connection|keep-alive)/.test(name),
  );
  assert.equal(answer.status, 200);
  assert.deepEqual(Object.fromEntries(names.map((name) => [name, answer.headers.get(name)])), {
    'accept-ranges': 'none',
    'cache-control': 'private, no-cache',
    'content-disposition': `attachment; filename="_____.zip"; size=${size}; filename*=UTF-8''%D0%9E%D1%82%D1%87%D1%91%D1%82.zip`,
    'content-length': String(size),
    'content-security-policy': "default-src 'none';frame-ancestors 'none';sandbox",
    'content-type': 'application/zip',
    date: answer.headers.get('date'),
    etag: answer.headers.get('etag'),
    'referrer-policy': 'no-referrer',
  });
  assert.match(answer.headers.get('etag') ?? '', /^"[0-9a-f]{64}"$/);
  assert.deepEqual(await unpack(answer), { 'a.txt': 'content' });
});

test('folders keep their tree, with empty folders and empty documents', async () => {
  const top = await ann.folder(ann.libraryId, 'Top');
  const child = await makeChild(ann, top, 'Child');
  await makeChild(ann, top, 'Empty');
  const deep = await makeChild(ann, child, 'Глубже');
  await ann.document(top, 'b.txt', 'top b');
  await ann.document(top, 'a.txt', 'top a');
  await ann.document(deep, 'résumé.txt', 'deep');
  await ann.document(child, 'none.txt', '');
  const other = await ann.folder(ann.libraryId, 'Other');
  const loose = await ann.document(other, 'loose.txt', 'loose');
  const tree = {
    'Top/': null,
    'Top/Child/': null,
    'Top/Child/Глубже/': null,
    'Top/Empty/': null,
    'Top/a.txt': 'top a',
    'Top/b.txt': 'top b',
    'Top/Child/none.txt': '',
    'Top/Child/Глубже/résumé.txt': 'deep',
  };
  assert.deepEqual(await unpack(await ann.api('GET', `/api/folders/${top}/zip`)), tree);
  assert.deepEqual(await unpack(await zip(ann, { FolderIds: [top] })), tree);
  const both = await unpack(await zip(ann, { FolderIds: [top, other], DocumentIds: [loose] }));
  assert.deepEqual(both, { ...tree, 'Other/': null, 'Other/loose.txt': 'loose' });
  const beside = await unpack(await zip(ann, { FolderIds: [child], DocumentIds: [loose] }));
  assert.deepEqual(Object.keys(beside).sort(), [
    'Child/',
    'Child/none.txt',
    'Child/Глубже/',
    'Child/Глубже/résumé.txt',
    'loose.txt',
  ]);
});

test('an item requested twice, or inside another requested one, is included once', async () => {
  const top = await ann.folder(ann.libraryId, 'Once');
  const child = await makeChild(ann, top, 'Child');
  const documentId = await ann.document(child, 'a.txt', 'a');
  const answer = await zip(ann, { FolderIds: [child, top, top], DocumentIds: [documentId, documentId] });
  assert.deepEqual(await unpack(answer), { 'Once/': null, 'Once/Child/': null, 'Once/Child/a.txt': 'a' });
  assert.deepEqual(await unpack(await zip(ann, { DocumentIds: [documentId, documentId] })), { 'a.txt': 'a' });
});

test('equal names are numbered, ignoring case, among folders and documents alike', async () => {
  const top = await ann.folder(ann.libraryId, 'Equal');
  await makeChild(ann, top, 'Notes.txt');
  await ann.document(top, 'a.txt', 'first');
  await ann.document(top, 'A.TXT', 'second');
  await ann.document(top, 'a (2).txt', 'of that name');
  await ann.document(top, 'notes.txt', 'notes');
  assert.deepEqual(await unpack(await ann.api('GET', `/api/folders/${top}/zip`)), {
    'Equal/': null,
    'Equal/Notes.txt/': null,
    'Equal/a (2).txt': 'of that name',
    'Equal/a.txt': 'first',
    'Equal/A (3).TXT': 'second',
    'Equal/notes (2).txt': 'notes',
  });
  const other = await ann.folder(ann.libraryId, 'Equal too');
  const ids = [await ann.document(top, 'b.txt', 'b'), await ann.document(other, 'b.txt', 'b')];
  const folders = [await makeChild(ann, top, 'b.txt'), await makeChild(ann, other, 'B.txt')];
  assert.deepEqual(await unpack(await zip(ann, { DocumentIds: ids, FolderIds: folders })), {
    'b.txt/': null,
    'B.txt (2)/': null,
    'b (2).txt': 'b',
    'b (3).txt': 'b',
  });
});

test('folder names that other systems cannot store are replaced', async () => {
  const top = await ann.folder(ann.libraryId, 'A: "B"?');
  const first = await makeChild(ann, top, 'Con');
  await makeChild(ann, top, 'Q1|Q2.');
  await makeChild(ann, top, 'Q1_Q2_');
  await ann.document(first, 'a.txt', 'a');
  const answer = await ann.api('GET', `/api/folders/${top}/zip`);
  assert.deepEqual(await unpack(answer), {
    'A_ _B__/': null,
    'A_ _B__/Con_/': null,
    'A_ _B__/Q1_Q2_/': null,
    'A_ _B__/Q1_Q2_ (2)/': null,
    'A_ _B__/Con_/a.txt': 'a',
  });
  assert.match(answer.headers.get('content-disposition') ?? '', /filename="A_ _B__\.zip"/);
});

test('the file has the requested name, archive.zip by default, and always ends in .zip', async () => {
  const folderId = await ann.folder(ann.libraryId, 'v1.2');
  const nameOf = async (ZipFileName: unknown) => {
    const { headers } = await zip(ann, { ZipFileName, FolderIds: [folderId] });
    return /filename="([^"]*)"/.exec(headers.get('content-disposition') ?? '')?.[1];
  };
  for (const [asked, name] of [
    [undefined, 'archive.zip'],
    [null, 'archive.zip'],
    ['', 'archive.zip'],
    ['Plans', 'Plans.zip'],
    ['Plans.ZIP', 'Plans.ZIP'],
    ['Plans.tar', 'Plans.tar.zip'],
    ['.zip', '.zip'],
  ] as const) {
    assert.equal(await nameOf(asked), name);
  }
  const { headers } = await ann.api('GET', `/api/folders/${folderId}/zip`);
  assert.match(headers.get('content-disposition') ?? '', /filename="v1\.2\.zip"/);
});

test('an empty or malformed request is refused with the reason', async () => {
  const folderId = await ann.folder(ann.libraryId, 'Refused');
  for (const [body, instance] of [
    [undefined, 'DocumentIds'],
    [{}, 'DocumentIds'],
    [{ ZipFileName: 'a.zip', DocumentIds: [], FolderIds: null }, 'DocumentIds'],
    [{ FolderIds: ['1'] }, 'FolderIds.0'],
    [{ FolderIds: [folderId, 1.5] }, 'FolderIds.1'],
    [{ FolderIds: [0] }, 'FolderIds.0'],
    [{ DocumentIds: [-1] }, 'DocumentIds.0'],
    [{ DocumentIds: [2 ** 63] }, 'DocumentIds.0'],
    [{ DocumentIds: [null] }, 'DocumentIds.0'],
    [{ DocumentIds: folderId }, 'DocumentIds'],
    [{ FolderIds: [folderId], ZipFileName: 'a/b' }, 'ZipFileName'],
    [{ FolderIds: [folderId], ZipFileName: 'a\r\nb' }, 'ZipFileName'],
    [{ FolderIds: [folderId], ZipFileName: 'what?' }, 'ZipFileName'],
    [{ FolderIds: [folderId], ZipFileName: ' ' }, 'ZipFileName'],
    [{ FolderIds: [folderId], ZipFileName: 'x'.repeat(200) }, 'ZipFileName'],
    [{ FolderIds: [folderId], ZipFileName: 7 }, 'ZipFileName'],
    // The form is looked at before the things.
    [{ FolderIds: [999_999_999], ZipFileName: 'a/b' }, 'ZipFileName'],
  ] as const) {
    const answer = await zip(ann, body);
    assert.equal(answer.status, 400, JSON.stringify(body));
    assert.equal(answer.body.type, '/validation_error');
    assert.equal(answer.body.errors[0].instance, instance, JSON.stringify(body));
  }
});

test('every document is logged as downloaded, once per archive sent from its beginning', async () => {
  const folderId = await ann.folder(ann.libraryId, 'Logged');
  const child = await makeChild(ann, folderId, 'Child');
  const ids = [await ann.document(folderId, 'a.txt', 'a'), await ann.document(child, 'b.txt', 'b')];
  const logged = () => app.sql`
    select document_id as "documentId", folder_id as "folderId", library_id as "libraryId", content_name as name,
      user_id as "userId", occurred_at as at
    from activity where document_id = any (${ids}::bigint[]) and activity_type = 'DocumentDownloaded'
    order by activity_id`;
  await zip(ann, { FolderIds: [folderId] });
  const row = { libraryId: ann.libraryId, userId: ann.userId, at: app.clock.now.toISOString() };
  assert.deepEqual(
    [...(await logged())].toSorted((a, b) => a['documentId'] - b['documentId']),
    [
      { documentId: ids[0], folderId, name: 'a.txt', ...row },
      { documentId: ids[1], folderId: child, name: 'b.txt', ...row },
    ],
  );
  const path = `/api/folders/${folderId}/zip`;
  const { headers } = await ann.api('GET', path);
  assert.equal((await logged()).length, 4);
  await ann.api('HEAD', path);
  await ann.api('GET', path, undefined, { range: 'bytes=10-' });
  await ann.api('GET', path, undefined, { 'if-none-match': headers.get('etag') ?? '' });
  assert.equal((await logged()).length, 4);
  await ann.api('GET', path, undefined, { range: 'bytes=0-5' });
  assert.equal((await logged()).length, 6);
});

test('100 000 folders and documents are the maximum; one more returns 413', async () => {
  const folderId = await ann.folder(ann.libraryId, 'Many');
  await addManyDocuments(app, ann, folderId, 99_999);
  const path = `/api/folders/${folderId}/zip`;
  const most = await ann.api('HEAD', path);
  assert.equal(most.status, 200);
  const document = 40 + 'Many/bulk 00000'.length;
  assert.ok(Number(most.headers.get('content-length')) > 99_999 * document);
  const documentId = await ann.document(folderId, 'one more.txt');
  const refused = await ann.api('GET', path);
  assert.deepEqual([refused.status, refused.body.type], [413, '/payload_too_large']);
  assert.match(refused.body.title, /100000/);
  assert.equal((await zip(ann, { FolderIds: [folderId] })).status, 413);
  assert.deepEqual(Object.keys(await unpack(await zip(ann, { DocumentIds: [documentId] }))), ['one more.txt']);
});
