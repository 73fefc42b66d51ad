import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startApp } from '../../../test/harness.ts';

const app = await startApp();

// A fresh person with a folder, and what the API says to each name, by each way that a document gets one.
async function waysToName() {
  const w = await app.world();
  const { ann } = w;
  const folderId = await ann.folder(ann.libraryId, 'Names');
  const copies = await ann.folder(ann.libraryId, 'Copies');
  const documentId = await ann.document(folderId, 'original.txt', 'original');
  return {
    w,
    ann,
    folderId,
    documentId,
    ways: {
      upload: (name: string) => ann.upload(folderId, 'file.txt', crypto.randomUUID(), { DocumentName: name }),
      rename: (name: string) => ann.api('PATCH', `/api/documents/${documentId}`, { DocumentName: name }),
      copy: (name: string) =>
        ann.api('POST', `/api/documents/${documentId}/copy`, { FolderId: copies, DocumentName: name }),
    },
  };
}

const REFUSED = [
  ...[...'/\\:*?"<>|'].map((character) => `a${character}b.txt`),
  ...['\u0000', '\u0001', '\t', '\n', '\r\n', '\u001F', '\u007F', '\u0085', '\u009F'].map((c) => `a${c}b.txt`),
  ...['\u200E', '\u200F', '\u061C', '\u202A', '\u202E', '\u2066', '\u2069', '\u2028', '\u2029', '\uFEFF'].map(
    (mark) => `a${mark}b.txt`,
  ),
  ...['\uD800', '\uDFFF', '\uDC00\uD800', '\uFFFD', '\uFFFE', '\uFDD0', '\u{1FFFF}'].map((c) => `a${c}b.txt`),
  '.',
  '..',
  ' ',
  '\u00A0',
  '\u200B',
  ' \u2060\u00AD',
  '\u3164',
  ' a.txt',
  'a.txt ',
  'a.txt.',
  '\u3000a.txt',
  ...'CON,nul,Prn.txt,aux.tar.gz,COM1.txt,lpt9.txt,com¹.txt,con .txt,CONIN$,conout$.txt'.split(','),
  '../../etc/passwd',
  `${'n'.repeat(196)}.txt`,
];

test('names that file systems or readers cannot handle return 400 for the parameter', async () => {
  const { ways } = await waysToName();
  for (const name of REFUSED) {
    for (const [way, give] of Object.entries(ways)) {
      const { status, body } = await give(name);
      assert.equal(status, 400, `${way} ${JSON.stringify(name)}`);
      assert.deepEqual([body.type, body.errors[0].instance], ['/validation_error', 'DocumentName']);
    }
  }
});

test('a malformed name is refused before existence, rights and preconditions are checked', async () => {
  const { w, ann, documentId, folderId } = await waysToName();
  const missing = 2 ** 52;
  for (const [who, id, headers] of [
    [ann, missing, {}],
    [w.bob, documentId, {}],
    [ann, documentId, { 'if-match': '"other"' }],
  ] as const) {
    const rename = await who.api('PATCH', `/api/documents/${id}`, { DocumentName: 'a/b' }, headers);
    const copy = await who.api(
      'POST',
      `/api/documents/${id}/copy`,
      { FolderId: folderId, DocumentName: 'a/b' },
      headers,
    );
    assert.deepEqual([rename.status, copy.status], [400, 400]);
  }
});

test('names of up to 199 characters are allowed, counted in code points, the extension included', async () => {
  const { ways } = await waysToName();
  for (const [way, give] of Object.entries(ways)) {
    for (const name of ['a', `${'n'.repeat(195)}.txt`, `${'😀'.repeat(195)}.txt`]) {
      const { status, body } = await give(name);
      assert.ok(status < 300, `${way} ${name}`);
      assert.equal(body.DocumentName, name === 'a' ? 'a.txt' : name);
    }
    // The extension that is added counts too.
    assert.equal((await give('n'.repeat(196))).status, 400, way);
  }
});

test('unusual but harmless names are stored as they are', async () => {
  const { ways } = await waysToName();
  const names = [
    "Bob's 100% (final) #1 & co; v=2,5.txt",
    'Отчёт.txt',
    '報告書.txt',
    '👩‍👩‍👧.txt',
    'console.txt',
    'com10.txt',
  ];
  for (const [way, give] of Object.entries(ways)) {
    for (const name of names) assert.equal((await give(name)).body.DocumentName, name, way);
  }
});

test('an invalid file name returns 400 unless the metadata has a valid one', async () => {
  const { ann, folderId } = await waysToName();
  for (const fileName of ['a:b.txt', '..', 'C:\\scans\\a:b.txt', 'scans/', `${'n'.repeat(196)}.txt`]) {
    const { status, body } = await ann.upload(folderId, fileName, 'x');
    assert.deepEqual([status, body.errors[0]?.instance], [400, 'file']);
  }
  const { status, body } = await ann.upload(folderId, 'C:\\scans\\a.txt', 'x', { DocumentName: 'a' });
  assert.deepEqual([status, body.DocumentName], [201, 'a.txt']);
});

test('a path as file name counts by its last segment, for documents and revisions; as DocumentName it returns 400', async () => {
  const { ann, folderId, documentId } = await waysToName();
  for (const [index, path] of ['C:\\scans\\b.txt', '/scans/2026/b.txt', '../../etc/b.txt'].entries()) {
    const { status, body } = await ann.upload(folderId, path, `content ${index}`);
    assert.deepEqual([status, body.DocumentName], [201, 'b.txt'], path);
    const revision = await ann.revise(documentId, path, `revision ${index}`);
    assert.deepEqual([revision.status, revision.body.RevisionName], [201, 'b.txt'], path);
    assert.equal((await ann.upload(folderId, 'b.txt', 'x', { DocumentName: path })).status, 400, path);
  }
});

test('text after a dot is an extension only if it looks like one', async () => {
  const { ann, folderId } = await waysToName();
  for (const [DocumentName, expected] of [
    ['Minutes 2026.11', 'Minutes 2026.11.pdf'],
    ['v1.2 report', 'v1.2 report.pdf'],
    ['Plan.PDF', 'Plan.PDF'],
  ] as const) {
    const { body } = await ann.upload(folderId, 'scan.pdf', DocumentName, { DocumentName });
    assert.equal(body.DocumentName, expected);
    const copied = await ann.api('POST', `/api/documents/${body.DocumentId}/copy`, {
      FolderId: await ann.folder(ann.libraryId, DocumentName),
      DocumentName: 'Copy 1.5',
    });
    assert.equal(copied.body.DocumentName, `Copy 1.5${expected.slice(-4)}`);
    const renamed = await ann.api('PATCH', `/api/documents/${body.DocumentId}`, { DocumentName: `${expected}.2026` });
    assert.equal(renamed.body.DocumentName, `${expected}.2026${expected.slice(-4)}`);
  }
});

test("a revision has the file's name, with the same rules", async () => {
  const { ann, documentId } = await waysToName();
  for (const fileName of ['a:b.txt', 'nul.txt', ' a.txt', `${'n'.repeat(196)}.txt`]) {
    assert.equal((await ann.revise(documentId, fileName, 'x')).status, 400, fileName);
  }
  assert.equal((await ann.revise(documentId, `${'n'.repeat(195)}.txt`, 'x')).status, 201);
});

test('a DocumentName that is not a text returns 400', async () => {
  const { ann, folderId, documentId } = await waysToName();
  for (const DocumentName of [1, true, {}, ['a.txt']]) {
    assert.equal((await ann.upload(folderId, 'a.txt', 'x', { DocumentName })).status, 400);
    assert.equal((await ann.api('PATCH', `/api/documents/${documentId}`, { DocumentName })).status, 400);
  }
});

test('the file type whitelist applies to upload, revision, rename and copy, ignoring case and the dot', async () => {
  const { w, ann, folderId, documentId, ways } = await waysToName();
  const other = await w.other.folder(w.other.libraryId, 'Other');
  await app.sql`
    update deployments set settings = ${app.sql.json({ FileTypeWhitelist: ['pdf', '.TXT'] })}
    where deployment_id = ${w.deploymentId}`;
  const targets = await ann.folder(ann.libraryId, 'Targets');
  for (const [way, give] of Object.entries(ways)) {
    for (const name of ['a.exe', 'a.pdf.exe']) {
      const { status, body } = await give(name);
      assert.equal(status, 400, `${way} ${name}`);
      assert.deepEqual(body.errors, [
        {
          type: '/invalid_parameter',
          title: 'Invalid parameter',
          instance: 'DocumentName',
          detail: `Documents of this type are not allowed here: ${name}`,
        },
      ]);
    }
    // Without an extension of its own, a name gets that of the file.
    for (const name of ['a.PDF', 'b.txt', 'c', 'd.txt_', 'e 2026.11'])
      assert.ok((await give(name)).status < 300, `${way} ${name}`);
  }
  for (const name of ['none', 'a.txt_', 'Minutes 2026.11']) {
    assert.equal((await ann.upload(folderId, name, 'x')).status, 400, name);
  }
  assert.equal((await ann.revise(documentId, 'new.exe', 'x')).status, 400);
  assert.equal((await ann.revise(documentId, 'new.TXT', 'x')).status, 201);
  assert.equal((await w.other.upload(other, 'a.exe', 'x')).status, 201);
  // Documents from before the list can stay and move, but not be copied.
  await app.sql`
    update deployments set settings = ${app.sql.json({ FileTypeWhitelist: ['pdf'] })}
    where deployment_id = ${w.deploymentId}`;
  const before = await ann.document(folderId, 'fine.pdf', 'pdf');
  await app.sql`update documents set name = 'old.exe', name_key = 'old.exe' where document_id = ${before}`;
  assert.equal((await ann.api('PATCH', `/api/documents/${before}`, { FolderId: targets })).status, 200);
  assert.equal((await ann.revise(before, 'old.exe', 'y')).status, 400);
  assert.equal((await ann.api('POST', `/api/documents/${before}/copy`, { FolderId: folderId })).status, 400);
});
