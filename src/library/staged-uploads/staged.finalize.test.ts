/** Finalizing staged uploads (docs/api/uploads.md#finalizing): refusals, repetitions and concurrent requests. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startApp } from '../../../test/harness.ts';
import { grant } from '../../../test/factories/permissions.ts';
import type { Person } from '../../../test/world.ts';
import {
  documentsIn,
  finalize,
  finalizeRevision,
  portion,
  sendBytes,
  sha256,
  stage,
  stageRevision,
} from './staged.fixture.ts';
import { storedFiles } from '../../content/blobs/stored-files.fixture.ts';

const app = await startApp({}, { own: 'counts the stored files' });

async function folderOf(person: Person): Promise<number> {
  return person.folder(person.libraryId, crypto.randomUUID());
}

async function staged(person: Person, folderId: number, content: string, name = 'a.txt') {
  const reference = await stage(person, folderId, name);
  const { status, body } = await portion(app, person, reference, content);
  assert.equal(status, 200);
  return body;
}

test('the reference may be the first or last answer or the identifier alone, in any matching header', async () => {
  const { ann } = await app.world();
  const folderId = await folderOf(ann);
  const forms = [
    (r: object) => ({ ...r, CurrentSize: 0 }),
    (r: object) => r,
    ({ Identifier }: { Identifier: string }) => ({ Identifier }),
    ({ Identifier }: { Identifier: string }) => ({ Identifier, CurrentSize: null, FileName: 'lies.exe', VolumeId: 9 }),
    ({ Identifier }: { Identifier: string }) => ({ Identifier: Identifier.toUpperCase() }),
    ({ Identifier }: { Identifier: string }) => ({ identifier: Identifier, CURRENTSIZE: 0 }),
  ];
  for (const [index, form] of forms.entries()) {
    const reference = await staged(ann, folderId, `content ${index}`, 'Übung.txt');
    const made = await finalize(ann, folderId, form(reference));
    assert.deepEqual([made.status, made.body.DocumentName], [201, 'Übung.txt'], made.text);
  }
  for (const name of ['X-Service-FileRef', 'x-carrel-fileref', 'X-ABC-FILEREF']) {
    const reference = await staged(ann, folderId, name);
    const made = await ann.api('POST', `/api/folders/${folderId}/documents`, undefined, {
      [name]: JSON.stringify({ Identifier: reference.Identifier }),
    });
    assert.equal(made.status, 201, made.text);
  }
});

test('a malformed reference returns 400', async () => {
  const { ann } = await app.world();
  const folderId = await folderOf(ann);
  for (const reference of ['', '{', 'null', '"x"', '[]', '{}', '{"Identifier": 5}', '{"Identifier": null}']) {
    const refused = await finalize(ann, folderId, reference);
    assert.deepEqual([refused.status, refused.body.type], [400, '/validation_error'], reference);
  }
  assert.equal(await documentsIn(app, folderId), 0);
});

test('a body beside the reference returns 400, whatever its type', async () => {
  const { ann } = await app.world();
  const folderId = await folderOf(ann);
  const { Identifier } = await staged(ann, folderId, 'content');
  const path = `/api/folders/${folderId}/documents`;
  for (const type of ['application/json', 'application/octet-stream', 'multipart/form-data; boundary=b']) {
    for (const chunked of [false, true]) {
      const headers = { 'content-type': type, 'x-service-fileref': JSON.stringify({ Identifier }) };
      const refused = await sendBytes(app, ann, path, Buffer.from('{}'), { method: 'POST', headers, chunked });
      assert.deepEqual([refused.status, refused.body.errors[0]?.instance], [400, 'x-service-fileref'], type);
      const empty = await sendBytes(app, ann, path, Buffer.alloc(0), { method: 'POST', headers, chunked });
      assert.equal(empty.status, 201, type);
    }
  }
  assert.equal(await documentsIn(app, folderId), 1);
});

test('a CurrentSize that is neither 0 nor the stored size returns 409, and the upload stays', async () => {
  const { ann } = await app.world();
  const folderId = await folderOf(ann);
  const reference = await staged(ann, folderId, 'content');
  for (const CurrentSize of [1, 6, 8, -7, 7.5, '7', true]) {
    const refused = await finalize(ann, folderId, { ...reference, CurrentSize });
    assert.deepEqual([refused.status, refused.headers.get('upload-offset')], [409, '7'], String(CurrentSize));
  }
  assert.equal((await portion(app, ann, reference, '!')).status, 200);
  assert.equal((await finalize(ann, folderId, reference)).status, 409);
  const made = await finalize(ann, folderId, { ...reference, CurrentSize: 8 });
  assert.equal(made.body.Hash, sha256('content!'));
});

test('finalizing for another target returns 400', async () => {
  const { ann } = await app.world();
  const folderId = await folderOf(ann);
  const documentId = await ann.document(folderId, 'a.txt');
  const otherDocument = await ann.document(folderId, 'b.txt');
  const forFolder = await staged(ann, folderId, 'content');
  const forDocument = await stageRevision(ann, documentId, 'a.txt');
  assert.equal((await finalize(ann, await folderOf(ann), forFolder)).status, 400);
  assert.equal((await finalizeRevision(ann, documentId, forFolder)).status, 400);
  assert.equal((await finalize(ann, folderId, forDocument)).status, 400);
  assert.equal((await finalizeRevision(ann, otherDocument, forDocument)).status, 400);
  assert.equal((await finalize(ann, folderId, forFolder)).status, 201);
});

test('a document with the same name and content returns 409; the upload stays and cannot grow', async () => {
  const { ann } = await app.world();
  const folderId = await folderOf(ann);
  const documentId = await ann.document(folderId, 'a.txt', 'twin');
  const reference = await staged(ann, folderId, 'twin');
  for (let i = 0; i < 2; i++) assert.equal((await finalize(ann, folderId, reference)).status, 409);
  const more = await portion(app, ann, reference, 'x');
  assert.deepEqual([more.status, more.headers.get('upload-offset')], [409, '4']);
  assert.equal((await ann.api('DELETE', `/api/documents/${documentId}`)).status, 204);
  assert.equal((await finalize(ann, folderId, reference)).status, 201);
});

test("content that the deployment already has is stored once, and the upload's bytes are removed", async () => {
  const { ann } = await app.world();
  const folderId = await folderOf(ann);
  await app.runJobs();
  const documentId = await ann.document(folderId, 'a.txt', 'shared content');
  const before = await storedFiles(app);
  const made = await finalize(ann, folderId, await staged(ann, folderId, 'shared content', 'b.txt'));
  assert.equal(made.status, 201);
  await app.runJobs();
  assert.deepEqual(await storedFiles(app), before);
  assert.equal((await ann.api('DELETE', `/api/documents/${documentId}?purge=true`)).status, 204);
  await app.runJobs();
  assert.equal((await ann.api('GET', `/api/documents/${made.body.DocumentId}/content`)).text, 'shared content');
});

test('finalizing again, or ten times at once, creates one document with equal answers', async () => {
  const { ann } = await app.world();
  const folderId = await folderOf(ann);
  const reference = await staged(ann, folderId, 'once');
  const answers = await Promise.all(Array.from({ length: 10 }, () => finalize(ann, folderId, reference)));
  answers.push(await finalize(ann, folderId, { ...reference, CurrentSize: 0 }));
  for (const { status, body, headers } of answers) {
    assert.deepEqual([status, body, headers.get('location')], [201, answers[0]?.body, body.Links.Self]);
  }
  assert.equal(await documentsIn(app, folderId), 1);
  const entries = await app.sql`
    select from activity where folder_id = ${folderId} and activity_type = 'DocumentCreated'`;
  assert.equal(entries.length, 1);
});

test('ten concurrent revisions from one upload are one revision', async () => {
  const { ann } = await app.world();
  const documentId = await ann.document(await folderOf(ann), 'a.txt');
  const reference = await stageRevision(ann, documentId, 'a.txt');
  await portion(app, ann, reference, 'second');
  const answers = await Promise.all(Array.from({ length: 10 }, () => finalizeRevision(ann, documentId, reference)));
  for (const { status, body } of answers) assert.deepEqual([status, body], [201, answers[0]?.body]);
  assert.equal((await ann.api('GET', `/api/documents/${documentId}/revisions`)).body.length, 2);
});

test('a staged revision identical to the current one returns 200, also when finalized again', async () => {
  const { ann } = await app.world();
  const documentId = await ann.document(await folderOf(ann), 'a.txt', 'first');
  app.clock.advance(1000);
  const reference = await stageRevision(ann, documentId, 'a.txt');
  await portion(app, ann, reference, 'first');
  const { body } = await ann.api('GET', `/api/documents/${documentId}/revisions`);
  for (const time of ['first', 'second']) {
    const answer = await finalizeRevision(ann, documentId, reference);
    assert.deepEqual([answer.status, answer.body], [200, body[0]], time);
  }
  assert.deepEqual((await ann.api('GET', `/api/documents/${documentId}/revisions`)).body, body);
});

test('a finalized upload can be read and finalized again, but neither extended nor deleted', async () => {
  const { ann } = await app.world();
  const folderId = await folderOf(ann);
  const reference = await staged(ann, folderId, 'kept');
  const { body } = await finalize(ann, folderId, reference);
  const path = `/api/temp/${reference.Identifier}`;
  assert.equal((await ann.api('HEAD', path)).headers.get('upload-offset'), '4');
  assert.equal((await portion(app, ann, reference, 'x')).status, 409);
  assert.equal((await ann.api('DELETE', path)).status, 409);
  await app.runJobs();
  assert.equal((await ann.api('GET', `/api/documents/${body.DocumentId}/content`)).text, 'kept');
  await ann.api('PATCH', `/api/documents/${body.DocumentId}`, { DocumentName: 'Renamed.txt' });
  const again = await finalize(ann, folderId, reference);
  assert.deepEqual([again.status, again.body.DocumentName], [201, 'Renamed.txt']);
  await ann.api('DELETE', `/api/documents/${body.DocumentId}`);
  assert.equal((await finalize(ann, folderId, reference)).status, 404);
});

test('rights, file types and the extension are checked again when finalizing', async () => {
  const { ann, bob, admin } = await app.world();
  const folderId = await folderOf(ann);
  await grant(app, bob, { folderId }, { allow: ['Read', 'Write'] });
  const documentId = await ann.document(folderId, 'a.txt');
  const forFolder = await staged(bob, folderId, 'document');
  const forDocument = await stageRevision(bob, documentId, 'a.txt');
  await portion(app, bob, forDocument, 'revision');

  await ann.api('PATCH', `/api/documents/${documentId}`, { DocumentName: 'a.pdf' });
  assert.equal((await finalizeRevision(bob, documentId, forDocument)).status, 409);
  await ann.api('PATCH', `/api/documents/${documentId}`, { DocumentName: 'a.txt' });
  await admin.api('PATCH', '/api/settings', { FileTypeWhitelist: ['pdf'] });
  assert.equal((await finalize(bob, folderId, forFolder)).status, 400);
  assert.equal((await finalizeRevision(bob, documentId, forDocument)).status, 400);
  await admin.api('PATCH', '/api/settings', { FileTypeWhitelist: null });
  await ann.api('PUT', `/api/folders/${folderId}/permissions`, [{ UserId: bob.userId, Allow: ['Read'] }]);
  assert.equal((await finalize(bob, folderId, forFolder)).status, 403);
  assert.equal((await finalizeRevision(bob, documentId, forDocument)).status, 403);
  await ann.api('DELETE', `/api/folders/${folderId}`);
  assert.equal((await finalize(bob, folderId, forFolder)).status, 404);
  assert.equal((await finalizeRevision(bob, documentId, forDocument)).status, 404);
  await ann.api('PATCH', `/api/folders/${folderId}/restore`);
  // The refusals so far changed nothing, so the upload can still grow.
  assert.equal((await portion(app, bob, forFolder, '!')).status, 200);
  await ann.api('PUT', `/api/folders/${folderId}/permissions`, [{ UserId: bob.userId, Allow: ['Write'] }]);
  assert.equal((await finalize(bob, folderId, { ...forFolder, CurrentSize: 9 })).body.Hash, sha256('document!'));
  assert.equal((await finalizeRevision(bob, documentId, forDocument)).status, 201);
});

test('a portion during finalizing is in the document or refused', async () => {
  const { ann } = await app.world();
  const folderId = await folderOf(ann);
  for (let i = 0; i < 20; i++) {
    const reference = await staged(ann, folderId, `begin ${i} `);
    const [made, more] = await Promise.all([
      finalize(ann, folderId, { Identifier: reference.Identifier }),
      portion(app, ann, reference, 'more'),
    ]);
    assert.ok(more.status === 200 || more.status === 409, String(more.status));
    assert.ok(made.status === 201 || made.status === 409, String(made.status));
    const last = await finalize(ann, folderId, { Identifier: reference.Identifier });
    const whole = `begin ${i} ${more.status === 200 ? 'more' : ''}`;
    assert.deepEqual([last.status, last.body.Hash], [201, sha256(whole)]);
    assert.equal((await ann.api('GET', `/api/documents/${last.body.DocumentId}/content`)).text, whole);
  }
});
