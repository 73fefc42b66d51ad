import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { startApp } from '../../../test/harness.ts';
import { storedFiles } from '../../content/blobs/stored-files.fixture.ts';

const app = await startApp({}, { own: 'counts the stored files' });

const sha256 = (content: string | Buffer) => createHash('sha256').update(content).digest('hex');

async function worldWithFolder() {
  const w = await app.world();
  return { w, ann: w.ann, folderId: await w.ann.folder(w.ann.libraryId, 'Plans') };
}

test('an upload creates a document: 201, Location, every field, dated by the clock', async () => {
  const { ann, folderId } = await worldWithFolder();
  app.clock.advance(1234);
  const { status, headers, body } = await ann.upload(folderId, 'Plan.pdf', 'content', {
    DocumentName: 'Site plan.pdf',
  });
  assert.equal(status, 201);
  const self = `http://carrel.test/api/documents/${body.DocumentId}`;
  assert.deepEqual(body, {
    DocumentId: body.DocumentId,
    DocumentName: 'Site plan.pdf',
    DateModified: app.clock.now.toISOString(),
    Links: { Self: self, Content: `${self}/content`, Revisions: `${self}/revisions` },
    DocumentSize: 7,
    FolderId: folderId,
    Hash: sha256('content'),
  });
  assert.equal(headers.get('location'), self);
  assert.deepEqual((await ann.api('GET', `/api/documents/${body.DocumentId}`)).body, body);
});

test('a name without an extension gets that of the file, a name with one keeps it', async () => {
  const { ann, folderId } = await worldWithFolder();
  const names: [string, string, string][] = [
    ['Plan', 'scan.PDF', 'Plan.PDF'],
    ['Plan.txt', 'scan.pdf', 'Plan.txt'],
    ['Plan', 'scan', 'Plan'],
    ['.profile', 'scan.sh', '.profile.sh'],
    ['Plan', 'archive.tar.gz', 'Plan.gz'],
  ];
  for (const [wanted, fileName, stored] of names) {
    const { status, body } = await ann.upload(folderId, fileName, `${wanted} of ${fileName}`, { DocumentName: wanted });
    assert.equal(status, 201);
    assert.equal(body.DocumentName, stored);
  }
});

test("without a name, or with a null or empty one, the document has the file's name", async () => {
  const { ann, folderId } = await worldWithFolder();
  for (const [i, metadata] of [undefined, {}, { DocumentName: null }, { DocumentName: '' }].entries()) {
    const { status, body } = await ann.upload(folderId, 'Übersicht.docx', `content ${i}`, metadata);
    assert.equal(status, 201);
    assert.equal(body.DocumentName, 'Übersicht.docx');
  }
});

test('names are stored in Unicode normal form C', async () => {
  const { ann, folderId } = await worldWithFolder();
  const { body } = await ann.upload(folderId, 'Cafe\u0301.txt', 'x');
  assert.equal(body.DocumentName, 'Café.txt');
});

test('an empty file becomes an empty document', async () => {
  const { ann, folderId } = await worldWithFolder();
  const { status, body } = await ann.upload(folderId, 'empty.txt', '');
  assert.deepEqual([status, body.DocumentSize, body.Hash], [201, 0, sha256('')]);
  assert.equal((await ann.api('GET', `/api/documents/${body.DocumentId}/content`)).bytes.length, 0);
});

test('the hash is the SHA-256 of the content, large or small', async () => {
  const { ann, folderId } = await worldWithFolder();
  for (const size of [1, 65_536, 65_537, 3_000_000]) {
    const content = Buffer.alloc(size, 'carrel');
    const { body } = await ann.upload(folderId, `${size}.bin`, content);
    assert.deepEqual([body.DocumentSize, body.Hash], [size, sha256(content)]);
  }
});

test('a document with the same name and content in the folder returns 409, ignoring case', async () => {
  const { ann, folderId } = await worldWithFolder();
  await ann.document(folderId, 'Straße.txt', 'same');
  for (const name of ['Straße.txt', 'STRASSE.TXT']) {
    const { status, body } = await ann.upload(folderId, name, 'same');
    assert.deepEqual([status, body.type], [409, '/conflict']);
    assert.equal(body.title, 'A document with the same name and content exists in the folder.');
  }
  assert.equal((await ann.api('GET', `/api/folders/${folderId}/documents`)).body.length, 1);
});

test('the same name with another content, and the same pair in another folder or after deletion, are allowed', async () => {
  const { ann, folderId } = await worldWithFolder();
  const first = await ann.document(folderId, 'a.txt', 'one');
  await ann.document(folderId, 'a.txt', 'two');
  await ann.document(await ann.folder(ann.libraryId, 'Elsewhere'), 'a.txt', 'one');
  await ann.api('DELETE', `/api/documents/${first}`);
  await ann.document(folderId, 'a.txt', 'one');
});

test('the same content under another name is stored once, and never shared with another deployment', async () => {
  const { w, ann, folderId } = await worldWithFolder();
  const before = await storedFiles(app);
  const content = `shared ${folderId}`;
  await ann.document(folderId, 'a.txt', content);
  await ann.document(folderId, 'b.txt', content);
  await w.bob.document(await w.bob.folder(w.bob.libraryId, 'Bob'), 'c.txt', content);
  const rows = () => app.sql`
    select deployment_id from blobs where sha256 = decode(${sha256(content)}, 'hex') order by deployment_id`;
  assert.equal((await rows()).length, 1);
  const files = (await storedFiles(app)).filter((path) => !before.includes(path));
  assert.equal(files.length, 1);
  assert.equal(await readFile(files[0] ?? '', 'utf8'), content);

  await w.other.document(await w.other.folder(w.other.libraryId, 'Other'), 'a.txt', content);
  assert.equal((await rows()).length, 2);
  assert.equal((await storedFiles(app)).length, before.length + 2);
});

test('uploading requires Write on the folder; 403, 404 and 401 otherwise, and nothing is stored', async () => {
  const { w, folderId } = await worldWithFolder();
  const before = await storedFiles(app);
  assert.equal((await w.stranger.upload(folderId, 'a.txt', 'x')).status, 403);
  assert.equal((await w.admin.upload(folderId, 'a.txt', 'x')).status, 403);
  assert.equal((await w.other.upload(folderId, 'a.txt', 'x')).status, 404);
  assert.equal((await w.anonymous.upload(folderId, 'a.txt', 'x')).status, 401);
  assert.equal((await w.ann.upload(0, 'a.txt', 'x')).status, 404);
  assert.deepEqual(await storedFiles(app), before);
  assert.equal((await app.sql`select from documents where folder_id = ${folderId}`).length, 0);
});

test('an invalid name is reported before a missing folder or right', async () => {
  const { w, folderId } = await worldWithFolder();
  assert.equal((await w.stranger.upload(folderId, 'a:b.txt', 'x')).status, 400);
  assert.equal((await w.ann.upload(2 ** 40, 'a:b.txt', 'x')).status, 400);
});

test('a folder in the trash, or below one, accepts no documents: 404', async () => {
  const { ann, folderId } = await worldWithFolder();
  const { body: child } = await ann.api('POST', `/api/folders/${folderId}/folders`, { FolderName: 'Child' });
  await ann.api('DELETE', `/api/folders/${folderId}`);
  assert.equal((await ann.upload(folderId, 'a.txt', 'x')).status, 404);
  assert.equal((await ann.upload(child.FolderId, 'a.txt', 'x')).status, 404);
});
