/** Uploads by the tus protocol, and by both protocols in turn. */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { startApp } from '../../../test/harness.ts';
import { finalize, finalizeRevision, offsetOf, portion, sha256, stage } from './staged.fixture.ts';
import { storedFiles } from '../../content/blobs/stored-files.fixture.ts';
import { TUS, begin, create, metadata, piece } from './tus.fixture.ts';

const app = await startApp({ corsOrigins: ['https://web.test'], maxDocumentBytes: 50_000_000 });
const EXPIRES = new Date(app.clock.now.getTime() + 7 * 24 * 3_600_000).toUTCString();

async function annWithFolder() {
  const { ann } = await app.world();
  return { ann, folderId: await ann.folder(ann.libraryId, 'Tus') };
}

test('supported features are public, for clients and browsers', async () => {
  const { anonymous } = await app.world();
  for (const path of ['/api/uploads', `/api/uploads/${crypto.randomUUID()}`]) {
    for (const headers of [{}, { origin: 'https://web.test', 'access-control-request-method': 'PATCH' }]) {
      const { status, headers: answered } = await anonymous.api('OPTIONS', path, undefined, headers);
      assert.equal(status, 204);
      assert.equal(answered.get('tus-resumable'), '1.0.0');
      assert.equal(answered.get('tus-version'), '1.0.0');
      assert.equal(answered.get('tus-extension'), 'creation,creation-with-upload,termination,expiration');
      assert.equal(answered.get('tus-max-size'), '50000000');
    }
  }
  const preflight = await anonymous.api('OPTIONS', '/api/uploads', undefined, {
    origin: 'https://web.test',
    'access-control-request-method': 'POST',
    'access-control-request-headers': 'tus-resumable,upload-length',
  });
  assert.equal(preflight.headers.get('access-control-allow-origin'), 'https://web.test');
  assert.match(preflight.headers.get('access-control-allow-methods') ?? '', /PATCH/);
  assert.equal(preflight.headers.get('access-control-allow-headers'), 'tus-resumable,upload-length');
});

test("pages of other origins can read the protocol's headers", async () => {
  const { ann, folderId } = await annWithFolder();
  const headers = {
    ...TUS,
    origin: 'https://web.test',
    'upload-length': '1',
    'upload-metadata': metadata({ filename: 'a', folderId }),
  };
  const answer = await ann.api('POST', '/api/uploads', undefined, headers);
  const exposed = (answer.headers.get('access-control-expose-headers') ?? '').split(', ');
  for (const name of [
    'Location',
    'Upload-Offset',
    'Upload-Length',
    'Upload-Expires',
    'Upload-Metadata',
    'Tus-Resumable',
  ]) {
    assert.ok(exposed.includes(name), name);
  }
});

test('an upload is created, grows by pieces of any size, reports its offset, and is finalized like any other', async () => {
  const { ann, folderId } = await annWithFolder();
  const content = randomBytes(20_000_000);
  const values = { filename: 'Größe.bin', folderId };
  const created = await create(ann, content.length, values);
  assert.deepEqual(
    [created.status, created.text, created.headers.get('upload-offset'), created.headers.get('upload-expires')],
    [201, '', '0', EXPIRES],
  );
  const location = created.headers.get('location') ?? '';
  const identifier = /^http:\/\/carrel\.test\/api\/uploads\/([0-9a-f-]{36})$/.exec(location)?.[1];
  const path = new URL(location).pathname;
  let at = 0;
  for (const size of [1, 17_000_000, 2_999_999]) {
    const { status, headers } = await piece(app, ann, path, { at, bytes: content.subarray(at, at + size) });
    at += size;
    assert.deepEqual(
      [status, headers.get('upload-offset'), headers.get('upload-expires'), headers.get('tus-resumable')],
      [204, String(at), EXPIRES, '1.0.0'],
    );
    const head = await ann.api('HEAD', path, undefined, TUS);
    assert.equal(head.status, 200);
    assert.equal(head.headers.get('upload-offset'), String(at));
    assert.equal(head.headers.get('upload-length'), String(content.length));
    assert.equal(head.headers.get('upload-metadata'), metadata(values));
    assert.equal(head.headers.get('cache-control'), 'no-store');
  }
  const made = await finalize(ann, folderId, { Identifier: identifier });
  assert.deepEqual([made.status, made.body.DocumentName, made.body.Hash], [201, 'Größe.bin', sha256(content)]);
});

test('a revision is uploaded with documentId', async () => {
  const { ann, folderId } = await annWithFolder();
  const documentId = await ann.document(folderId, 'a.txt');
  const path = await begin(ann, 3, { filename: 'b.txt', documentId });
  assert.equal((await piece(app, ann, path, { at: 0, bytes: 'new' })).status, 204);
  const made = await finalizeRevision(ann, documentId, { Identifier: path.split('/').at(-1) });
  assert.deepEqual([made.status, made.body.RevisionName, made.body.Hash], [201, 'b.txt', sha256('new')]);
});

test('a partial upload never becomes a document', async () => {
  const { ann, folderId } = await annWithFolder();
  const path = await begin(ann, 10, { filename: 'a.bin', folderId });
  await piece(app, ann, path, { at: 0, bytes: '12345' });
  const Identifier = path.split('/').at(-1);
  const refused = await finalize(ann, folderId, { Identifier });
  assert.deepEqual([refused.status, refused.headers.get('upload-offset')], [409, '5']);
  assert.equal((await piece(app, ann, path, { at: 5, bytes: '67890' })).status, 204);
  assert.equal((await finalize(ann, folderId, { Identifier })).status, 201);
});

test('an upload started by one protocol can be continued by the other', async () => {
  const { ann, folderId } = await annWithFolder();
  const path = await begin(ann, 9, { filename: 'a.txt', folderId });
  const Identifier = path.split('/').at(-1);
  const reference = { Identifier, Links: { Location: `http://carrel.test/api/temp/${Identifier}` } };
  await piece(app, ann, path, { at: 0, bytes: 'tus' });
  const second = await portion(app, ann, reference, 'own', { headers: { 'upload-offset': '3' } });
  assert.deepEqual(second.body, { ...reference, FileName: 'a.txt', CurrentSize: 6, VolumeId: 1 });
  assert.equal((await portion(app, ann, reference, 'much')).status, 413);
  await piece(app, ann, path, { at: 6, bytes: 'tus' });
  assert.equal((await portion(app, ann, reference, 'x')).status, 409);
  assert.equal((await finalize(ann, folderId, reference)).body.Hash, sha256('tusowntus'));

  const other = await stage(ann, folderId, 'b.txt');
  await portion(app, ann, other, 'own');
  const otherPath = `/api/uploads/${other.Identifier}`;
  const head = await ann.api('HEAD', otherPath, undefined, TUS);
  assert.deepEqual(
    [head.headers.get('upload-offset'), head.headers.get('upload-length'), head.headers.get('upload-defer-length')],
    ['3', null, '1'],
  );
  assert.equal((await piece(app, ann, otherPath, { at: 3, bytes: 'tus' })).status, 204);
  assert.equal(await offsetOf(ann, other), 6);
  assert.equal((await finalize(ann, folderId, other)).body.Hash, sha256('owntus'));
});

test('another version of the protocol, or none, returns 412', async () => {
  const { ann, folderId } = await annWithFolder();
  const path = await begin(ann, 1, { filename: 'a.txt', folderId });
  for (const headers of [{}, { 'tus-resumable': '0.2.2' }] as Record<string, string>[]) {
    for (const [method, at] of [
      ['POST', '/api/uploads'],
      ['HEAD', path],
      ['PATCH', path],
      ['DELETE', path],
    ] as const) {
      const refused = await ann.api(method, at, undefined, headers);
      assert.deepEqual([refused.status, refused.headers.get('tus-version')], [412, '1.0.0'], method);
      if (method !== 'HEAD') assert.equal(refused.body.type, '/precondition_failed');
    }
  }
});

test('an incomplete or malformed creation is refused', async () => {
  const { ann, folderId } = await annWithFolder();
  const documentId = await ann.document(folderId, 'a.txt');
  const refusal = async (headers: Record<string, string>) => {
    const { status } = await ann.api('POST', '/api/uploads', undefined, { ...TUS, ...headers });
    return status;
  };
  const good = metadata({ filename: 'a.txt', folderId });
  assert.equal(await refusal({ 'upload-metadata': good }), 411);
  assert.equal(await refusal({ 'upload-metadata': good, 'upload-defer-length': '1' }), 411);
  for (const length of ['-1', '1.5', 'x', '1e3'])
    assert.equal(await refusal({ 'upload-metadata': good, 'upload-length': length }), 400);
  assert.equal(await refusal({ 'upload-metadata': good, 'upload-length': '50000001' }), 413);
  const bad = [
    '',
    metadata({ folderId }),
    metadata({ filename: 'a.txt' }),
    metadata({ filename: 'a/b.txt', folderId }),
    metadata({ filename: 'a.txt', folderId: 'x' }),
    metadata({ filename: 'a.txt', folderId, documentId }),
    `filename a.txt,folderId ${btoa('1')}`,
  ];
  for (const text of bad) assert.equal(await refusal({ 'upload-metadata': text, 'upload-length': '1' }), 400, text);
  const missing = metadata({ filename: 'a.txt', folderId: 999_999_999 });
  assert.equal(await refusal({ 'upload-metadata': missing, 'upload-length': '1' }), 404);
  const otherKind = metadata({ filename: 'a.pdf', documentId });
  assert.equal(await refusal({ 'upload-metadata': otherKind, 'upload-length': '1' }), 409);
});

test("a piece must continue at the end, within the length, with the protocol's media type", async () => {
  const { ann, folderId } = await annWithFolder();
  const path = await begin(ann, 6, { filename: 'a.txt', folderId });
  assert.equal((await piece(app, ann, path, { at: 0, bytes: 'abc' })).status, 204);
  for (const at of [0, 2, 4]) {
    const refused = await piece(app, ann, path, { at, bytes: 'x' });
    assert.deepEqual([refused.status, refused.headers.get('upload-offset')], [409, '3'], String(at));
  }
  assert.equal((await piece(app, ann, path, { at: 3, bytes: 'much' })).status, 413);
  assert.equal((await piece(app, ann, path, { at: 3, bytes: 'much', chunked: true })).status, 413);
  assert.equal(
    (await piece(app, ann, path, { at: 3, bytes: 'def', headers: { 'content-type': 'text/plain' } })).status,
    415,
  );
  for (const at of ['x', '-1']) {
    assert.equal((await piece(app, ann, path, { at: 3, bytes: 'def', headers: { 'upload-offset': at } })).status, 400);
  }
  const none = await ann.api('PATCH', path, undefined, { ...TUS, 'upload-offset': '3' });
  assert.equal(none.status, 415);
  assert.equal((await piece(app, ann, path, { at: 3, bytes: '' })).status, 204);
  assert.equal((await piece(app, ann, path, { at: 3, bytes: 'def', chunked: true })).headers.get('upload-offset'), '6');
  assert.equal((await piece(app, ann, path, { at: 6, bytes: '' })).status, 204);
});

test('an upload that is deleted, of another user or expired returns 404', async () => {
  const { ann, admin, bob } = await app.world();
  const folderId = await ann.folder(ann.libraryId, 'Tus');
  await app.runJobs();
  const before = await storedFiles(app);
  const path = await begin(ann, 6, { filename: 'a.txt', folderId });
  await piece(app, ann, path, { at: 0, bytes: 'abc' });
  for (const person of [admin, bob]) {
    assert.equal((await person.api('HEAD', path, undefined, TUS)).status, 404);
    assert.equal((await piece(app, person, path, { at: 3, bytes: 'def' })).status, 404);
    assert.equal((await person.api('DELETE', path, undefined, TUS)).status, 404);
  }
  const ended = await ann.api('DELETE', path, undefined, TUS);
  assert.deepEqual([ended.status, ended.headers.get('tus-resumable')], [204, '1.0.0']);
  assert.equal((await ann.api('HEAD', path, undefined, TUS)).status, 404);
  assert.equal((await piece(app, ann, path, { at: 3, bytes: 'def' })).status, 404);
  await app.runJobs();
  assert.deepEqual(await storedFiles(app), before);
});
