import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startApp } from '../../../test/harness.ts';
import { type FormPart, fileForm, postForm } from './form.fixture.ts';
import { stagedFiles, storedFiles } from '../blobs/stored-files.fixture.ts';

const app = await startApp({}, { own: 'counts the stored files' });
const LIMIT = 5 * 1024 * 1024;

async function worldWithFolder() {
  const w = await app.world();
  const folderId = await w.ann.folder(w.ann.libraryId, 'Forms');
  const post = (parts: FormPart[]) => postForm(app, w.ann, `/api/folders/${folderId}/documents`, parts);
  return { w, ann: w.ann, folderId, post };
}

const metadata = (content: string, more: Partial<FormPart> = {}) => ({ name: 'metadata', content, ...more });
const file = (content: string | Uint8Array, more: Partial<FormPart> = {}) => ({
  name: 'file',
  fileName: 'file.txt',
  type: 'text/plain',
  content,
  ...more,
});

test('metadata may come before the file, after it, or not at all', async () => {
  const { post } = await worldWithFolder();
  const named = metadata('{"DocumentName": "Named"}');
  const first = await post([named, file('one')]);
  assert.deepEqual([first.status, first.body.DocumentName], [201, 'Named.txt']);
  const last = await post([file('two'), named]);
  assert.deepEqual([last.status, last.body.DocumentName], [201, 'Named.txt']);
  const none = await post([file('three')]);
  assert.deepEqual([none.status, none.body.DocumentName], [201, 'file.txt']);
});

test('metadata may be typed as JSON, and unknown parts are ignored', async () => {
  const { post } = await worldWithFolder();
  const typed = metadata('{"DocumentName": "Typed", "Unknown": [1]}', { type: 'application/json; charset=utf-8' });
  const { status, body } = await post([{ name: 'comment', content: 'hello' }, typed, file('x')]);
  assert.deepEqual([status, body.DocumentName], [201, 'Typed.txt']);
});

test("metadata may be a browser's typed part, which has a file name", async () => {
  const { post } = await worldWithFolder();
  const blob = file('{"DocumentName": "Blob"}', { name: 'metadata', fileName: 'blob', type: 'application/json' });
  const { status, body } = await post([blob, file('x')]);
  assert.deepEqual([status, body.DocumentName], [201, 'Blob.txt']);
  const large = file(`{"DocumentName": "${'a'.repeat(70_000)}"}`, { name: 'metadata', fileName: 'blob' });
  const refused = await post([large, file('x')]);
  assert.deepEqual([refused.status, refused.body.errors[0]?.instance], [400, 'metadata']);
});

test('null and empty metadata values mean absent', async () => {
  const { post } = await worldWithFolder();
  for (const [i, content] of [
    '',
    '{}',
    '{"DocumentName": null}',
    '{"DocumentName": ""}',
    '{"DocumentName": []}',
  ].entries()) {
    const { status, body } = await post([metadata(content), file(`content ${i}`)]);
    assert.deepEqual([status, body.DocumentName], [201, 'file.txt'], content);
  }
});

test('UTF-8 metadata is decoded correctly', async () => {
  const { post } = await worldWithFolder();
  const { body } = await post([metadata('{"DocumentName": "Отчёт 😀"}'), file('x')]);
  assert.equal(body.DocumentName, 'Отчёт 😀.txt');
});

test('metadata that is not a JSON object returns 400 and leaves nothing', async () => {
  const { post } = await worldWithFolder();
  const before = await storedFiles(app);
  for (const type of [undefined, 'application/json', 'text/plain; charset=utf-8']) {
    for (const content of ['{', 'DocumentName=a', 'null', '"a"', '1', '[]', '[{"DocumentName":"a"}]']) {
      const part = metadata(content, type === undefined ? {} : { type });
      for (const parts of [
        [part, file('x')],
        [file('x'), part],
      ]) {
        const { status, body } = await post(parts);
        assert.deepEqual([status, body.type], [400, '/validation_error'], `${type} ${content}`);
      }
    }
  }
  assert.deepEqual(await storedFiles(app), before);
});

test('a form without a file part, with two, or with a misnamed one returns 400', async () => {
  const { post } = await worldWithFolder();
  const before = await storedFiles(app);
  const named = metadata('{"DocumentName": "a"}');
  const forms: [FormPart[], string, string][] = [
    [[], 'file', 'The form has no part named file.'],
    [[named], 'file', 'The form has no part named file.'],
    [[file('x', { name: 'upload' })], 'file', 'The content must be in a part named file.'],
    [[file('x', { name: 'File' })], 'file', 'The content must be in a part named file.'],
    [[file('x'), file('y')], 'file', 'Only one file part may be sent.'],
    [[file('x'), named, file('y')], 'file', 'Only one file part may be sent.'],
  ];
  for (const [parts, instance, detail] of forms) {
    const { status, body } = await post(parts);
    assert.deepEqual([status, body.title, body.errors[0]?.instance], [400, detail, instance]);
  }
  assert.deepEqual(await storedFiles(app), before);
  assert.deepEqual(await stagedFiles(app), []);
});

test('a file part with an empty file name returns 400, whatever the metadata', async () => {
  const { post } = await worldWithFolder();
  const named = metadata('{"DocumentName": "a.txt"}');
  const part = file('', { fileName: '' });
  for (const parts of [[part], [named, part], [part, named]]) {
    const { status, body } = await post(parts);
    assert.deepEqual([status, body.title], [400, 'The part file must carry a file name.']);
  }
});

test('a file part without a file name uses the DocumentName; without either the form returns 400', async () => {
  const { post, ann, folderId } = await worldWithFolder();
  const nameless: FormPart[] = [
    { name: 'file', content: 'x' },
    { name: 'file', type: 'application/octet-stream', content: 'y' },
  ];
  for (const part of nameless) {
    const named = metadata(`{"documentname": "${String(part.content)}.txt"}`);
    for (const [parts, expected] of [
      [[named, part], 201],
      [[part, named], 409],
      [[part], 400],
    ] as const) {
      assert.equal((await post([...parts])).status, expected);
    }
  }
  const { body } = await ann.api('GET', `/api/folders/${folderId}/documents`);
  assert.deepEqual(
    body.map(({ DocumentName }: Record<string, string>) => DocumentName),
    ['x.txt', 'y.txt'],
  );
  const documentId = body[0].DocumentId;
  const revision = await postForm(app, ann, `/api/documents/${documentId}/revisions`, [
    metadata('{"DocumentName": "z.txt"}'),
    { name: 'file', content: 'z' },
  ]);
  assert.deepEqual([revision.status, revision.body.RevisionName], [201, 'z.txt']);
  assert.deepEqual(await stagedFiles(app), []);
});

test('content of 5 242 879 bytes is accepted; one byte more returns 413 and points to staged uploads', async () => {
  const { ann, folderId, post } = await worldWithFolder();
  const whole = await post(fileForm('big.bin', Buffer.alloc(LIMIT - 1, 1)));
  assert.deepEqual([whole.status, whole.body.DocumentSize], [201, LIMIT - 1]);
  const before = await storedFiles(app);
  for (const size of [LIMIT, LIMIT + 1, 3 * LIMIT]) {
    for (const parts of [
      fileForm('big.bin', Buffer.alloc(size, 2)),
      [...fileForm('big.bin', Buffer.alloc(size, 2)), metadata('{}')],
    ]) {
      const { status, body } = await post(parts);
      assert.deepEqual([status, body.type], [413, '/payload_too_large']);
      assert.match(body.title, /POST …\/temp\?filename=/);
    }
  }
  assert.deepEqual(await storedFiles(app), before);
  assert.deepEqual(await stagedFiles(app), []);
  assert.equal((await ann.api('GET', `/api/folders/${folderId}/documents`)).body.length, 1);
});

test('the same limit applies to revisions', async () => {
  const { ann, folderId } = await worldWithFolder();
  const documentId = await ann.document(folderId, 'a.bin', 'first');
  assert.equal((await ann.revise(documentId, 'a.bin', Buffer.alloc(LIMIT, 3))).status, 413);
  assert.equal((await ann.revise(documentId, 'a.bin', Buffer.alloc(LIMIT - 1, 3))).status, 201);
});

test('a body that is not a form returns 415', async () => {
  const { ann, folderId } = await worldWithFolder();
  for (const type of ['application/json', 'application/octet-stream', 'text/plain', 'multipart/mixed; boundary=x']) {
    const headers = { 'content-type': type };
    const { status } = await ann.api('POST', `/api/folders/${folderId}/documents`, { DocumentName: 'a.txt' }, headers);
    assert.equal(status, 415, type);
  }
  assert.equal((await ann.api('POST', `/api/folders/${folderId}/documents`)).status, 415);
});

test('the connection serves the next request after a refused form', async () => {
  const { ann, post } = await worldWithFolder();
  for (let i = 0; i < 20; i++) {
    assert.equal((await post([file('x'), file(Buffer.alloc(300_000))])).status, 400);
    assert.equal((await ann.api('GET', '/api/libraries')).status, 200);
  }
});
