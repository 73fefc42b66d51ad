/** Staged uploads: begin, portions, finalize (docs/api/uploads.md#staged-uploads). */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { crc32 } from 'node:zlib';
import { startApp } from '../../../test/harness.ts';
import {
  documentsIn,
  finalize,
  finalizeRevision,
  offsetOf,
  pathOf,
  portion,
  sha256,
  stage,
  stageRevision,
} from './staged.fixture.ts';
import { storedFiles } from '../../content/blobs/stored-files.fixture.ts';

const app = await startApp({}, { own: 'counts the stored files' });
const UUID_4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

async function folderOf(person: Awaited<ReturnType<typeof app.world>>['ann']): Promise<number> {
  return person.folder(person.libraryId, crypto.randomUUID());
}

test('an upload starts with a reference, grows by portions and becomes a document', async () => {
  const { ann } = await app.world();
  const folderId = await folderOf(ann);
  const reference = await stage(ann, folderId, 'Büro.bin');
  const { Identifier } = reference;
  assert.match(Identifier, UUID_4);
  assert.deepEqual(reference, {
    Identifier,
    FileName: 'Büro.bin',
    CurrentSize: 0,
    VolumeId: 1,
    Links: { Location: `http://carrel.test/api/temp/${Identifier}` },
  });
  const content = randomBytes(3_000_000);
  const first = await portion(app, ann, reference, content.subarray(0, 2_097_152));
  assert.equal(first.status, 200);
  assert.deepEqual(first.body, { ...reference, CurrentSize: 2_097_152 });
  assert.equal(first.headers.get('upload-offset'), '2097152');
  const second = await portion(app, ann, reference, content.subarray(2_097_152));
  assert.deepEqual(second.body, { ...reference, CurrentSize: 3_000_000 });
  assert.equal(await documentsIn(app, folderId), 0);

  const made = await finalize(ann, folderId, reference);
  assert.equal(made.status, 201, made.text);
  const { DocumentId } = made.body;
  const self = `http://carrel.test/api/documents/${DocumentId}`;
  assert.equal(made.headers.get('location'), self);
  assert.deepEqual(made.body, {
    DocumentId,
    DocumentName: 'Büro.bin',
    DateModified: app.clock.now.toISOString(),
    Links: { Self: self, Content: `${self}/content`, Revisions: `${self}/revisions` },
    DocumentSize: 3_000_000,
    FolderId: folderId,
    Hash: sha256(content),
  });
  const stored = await ann.api('GET', `/api/documents/${DocumentId}/content`);
  assert.ok(stored.bytes.equals(content));
  const [blob] = await app.sql<{ crc32: number }[]>`
    select b.crc32 from blobs b join documents d using (deployment_id, blob_id) where document_id = ${DocumentId}`;
  assert.equal(blob?.crc32, crc32(content));
  const [entry] = await app.sql<{ type: string; name: string }[]>`
    select activity_type as type, content_name as name from activity where document_id = ${DocumentId}`;
  assert.deepEqual({ ...entry }, { type: 'DocumentCreated', name: 'Büro.bin' });
});

test('a staged revision gets the name of its file, the document keeps its own', async () => {
  const { ann } = await app.world();
  const documentId = await ann.document(await folderOf(ann), 'Plan.txt', 'first');
  const reference = await stageRevision(ann, documentId, 'Plan of May.TXT');
  await portion(app, ann, reference, 'second');
  const made = await finalizeRevision(ann, documentId, reference);
  assert.equal(made.status, 201, made.text);
  const { RevisionNumber, RevisionName, DocumentSize, Hash, IsCurrent } = made.body;
  assert.deepEqual(
    { RevisionNumber, RevisionName, DocumentSize, Hash, IsCurrent },
    { RevisionNumber: 2, RevisionName: 'Plan of May.TXT', DocumentSize: 6, Hash: sha256('second'), IsCurrent: true },
  );
  assert.equal(made.headers.get('location'), made.body.Links.Self);
  const { body } = await ann.api('GET', `/api/documents/${documentId}`);
  assert.deepEqual([body.DocumentName, body.Hash], ['Plan.txt', sha256('second')]);
  const again = await finalizeRevision(ann, documentId, reference);
  assert.deepEqual([again.status, again.body], [201, made.body]);
});

test('an upload without portions becomes an empty document', async () => {
  const { ann } = await app.world();
  const folderId = await folderOf(ann);
  const made = await finalize(ann, folderId, await stage(ann, folderId));
  assert.deepEqual([made.status, made.body.DocumentSize, made.body.Hash], [201, 0, sha256('')]);
  assert.equal((await ann.api('GET', `/api/documents/${made.body.DocumentId}/content`)).text, '');
});

test('portions come with any media type or none, with a length or in chunks', async () => {
  const { ann } = await app.world();
  const folderId = await folderOf(ann);
  const reference = await stage(ann, folderId);
  const types = [
    '',
    'application/octet-stream',
    'application/json',
    'text/plain',
    'multipart/form-data; boundary=x',
    'x',
  ];
  let expected = '';
  for (const type of types) {
    for (const chunked of [false, true]) {
      const headers: Record<string, string> = type === '' ? {} : { 'content-type': type };
      const text = `{not json ${type} ${chunked}`;
      expected += text;
      const { status, body } = await portion(app, ann, reference, text, { headers, chunked });
      assert.deepEqual([status, body.CurrentSize], [200, expected.length], type);
    }
  }
  const made = await finalize(ann, folderId, reference);
  assert.equal(made.body.Hash, sha256(expected));
});

test('an empty portion returns 400, one of more than 2 MiB 413, and neither is stored', async () => {
  const { ann } = await app.world();
  const reference = await stage(ann, await folderOf(ann));
  for (const chunked of [false, true]) {
    assert.equal((await portion(app, ann, reference, '', { chunked })).status, 400);
    const much = await portion(app, ann, reference, Buffer.alloc(2_097_153), { chunked });
    assert.deepEqual([much.status, much.body.type], [413, '/payload_too_large']);
    assert.equal(await offsetOf(ann, reference), 0);
  }
  assert.equal((await portion(app, ann, reference, Buffer.alloc(2_097_152))).status, 200);
});

test('a portion with an offset must continue at the end; otherwise 409 with that offset', async () => {
  const { ann } = await app.world();
  const folderId = await folderOf(ann);
  const reference = await stage(ann, folderId);
  const at = (offset: string) => ({ headers: { 'upload-offset': offset } });
  assert.equal((await portion(app, ann, reference, 'abc', at('0'))).status, 200);
  // Its answer was lost, so it is sent again.
  const again = await portion(app, ann, reference, 'abc', at('0'));
  assert.deepEqual([again.status, again.body.type, again.headers.get('upload-offset')], [409, '/conflict', '3']);
  assert.equal((await portion(app, ann, reference, 'xyz', at('4'))).status, 409);
  assert.equal((await portion(app, ann, reference, 'def', at('3'))).status, 200);
  for (const malformed of ['-1', '1.5', 'x', '0x3', '1e0', '99999999999999999999']) {
    assert.equal((await portion(app, ann, reference, 'ghi', at(malformed))).status, 400, malformed);
  }
  const head = await ann.api('HEAD', pathOf(reference));
  assert.deepEqual(
    [head.status, head.headers.get('upload-offset'), head.headers.get('cache-control')],
    [200, '6', 'no-store'],
  );
  assert.equal((await finalize(ann, folderId, reference)).body.Hash, sha256('abcdef'));
});

test('names are validated when the upload starts', async () => {
  const { ann, admin } = await app.world();
  const folderId = await folderOf(ann);
  const documentId = await ann.document(folderId, 'a.txt');
  const paths = [`/api/folders/${folderId}/temp`, `/api/documents/${documentId}/revisions/temp`];
  for (const path of paths) {
    for (const query of [
      '',
      '?filename=',
      `?filename=${'x'.repeat(197)}.txt`,
      '?filename=a%2Fb.txt',
      '?filename=a*.txt',
    ]) {
      const refused = await ann.api('POST', path + query);
      assert.deepEqual([refused.status, refused.body.errors[0].instance], [400, 'filename'], path + query);
    }
    assert.equal((await ann.api('POST', `${path}?filename=${'x'.repeat(195)}.txt`)).status, 200);
  }
  const other = await ann.api('POST', `/api/documents/${documentId}/revisions/temp?filename=a.pdf`);
  assert.equal(other.status, 409);
  await admin.api('PATCH', '/api/settings', { FileTypeWhitelist: ['txt'] });
  for (const path of paths) {
    assert.equal((await ann.api('POST', `${path}?filename=a.pdf`)).status, 400);
    assert.equal((await ann.api('POST', `${path}?filename=a.TXT`)).status, 200);
  }
});

test('extra headers and bodies of existing clients do no harm', async () => {
  const { ann } = await app.world();
  const folderId = await folderOf(ann);
  for (const type of ['application/json', 'application/octet-stream', 'multipart/form-data']) {
    const headers = { 'content-type': type };
    const begun = await ann.api(
      'POST',
      `/api/folders/${folderId}/temp?filename=${type.replace('/', '-')}`,
      undefined,
      headers,
    );
    assert.equal(begun.status, 200, begun.text);
    assert.equal((await finalize(ann, folderId, begun.body, headers)).status, 201, type);
    const dropped = await stage(ann, folderId);
    assert.equal((await ann.api('DELETE', pathOf(dropped), undefined, headers)).status, 204);
  }
});

test('a deleted upload is removed with its bytes', async () => {
  const { ann } = await app.world();
  await app.runJobs();
  const before = await storedFiles(app);
  const reference = await stage(ann, await folderOf(ann));
  await portion(app, ann, reference, 'abc');
  assert.equal((await storedFiles(app)).length, before.length + 1);
  const dropped = await ann.api('DELETE', pathOf(reference));
  assert.deepEqual([dropped.status, dropped.text], [204, '']);
  await app.runJobs();
  assert.deepEqual(await storedFiles(app), before);
  for (const method of ['HEAD', 'PATCH', 'DELETE']) {
    assert.equal((await ann.api(method, pathOf(reference), method === 'PATCH' ? 'x' : undefined)).status, 404, method);
  }
});

test('an unknown identifier, or that of another user, returns 404', async () => {
  const { ann, admin, other, anonymous } = await app.world();
  const folderId = await folderOf(ann);
  const reference = await stage(ann, folderId);
  for (const identifier of ['abc', '1', crypto.randomUUID(), `${reference.Identifier}0`]) {
    assert.equal((await ann.api('HEAD', `/api/temp/${identifier}`)).status, 404);
    assert.equal((await finalize(ann, folderId, { Identifier: identifier })).status, 404);
  }
  for (const person of [admin, other]) {
    assert.equal((await portion(app, person, reference, 'x')).status, 404);
    assert.equal((await person.api('HEAD', pathOf(reference))).status, 404);
    assert.equal((await person.api('DELETE', pathOf(reference))).status, 404);
    const own = await person.folder(person.libraryId, 'Own');
    assert.equal((await finalize(person, own, reference)).status, 404);
  }
  assert.equal((await anonymous.api('HEAD', pathOf(reference))).status, 401);
  assert.equal(await offsetOf(ann, reference), 0);
});
