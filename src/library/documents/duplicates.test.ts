/** Duplicates of a document that the caller cannot read. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { grant } from '../../../test/factories/permissions.ts';
import { startApp } from '../../../test/harness.ts';
import { finalize, portion, stage } from '../staged-uploads/staged.fixture.ts';
import { begin, piece } from '../staged-uploads/tus.fixture.ts';
import { bring, visitor } from '../../visiting/visits/visitor.fixture.ts';

const app = await startApp();

/** A folder of Ann's in which Bob may write, with `secret.txt`, which is denied to him, and `seen.txt`. */
async function folderWithSecret() {
  const { ann, bob } = await app.world();
  const folderId = await ann.folder(ann.libraryId, 'Shared');
  const secretId = await ann.document(folderId, 'secret.txt', 'guessed');
  await ann.document(folderId, 'seen.txt', 'guessed');
  await grant(app, bob, { folderId }, { allow: ['Write', 'Delete', 'Grant'] });
  await grant(app, bob, { documentId: secretId }, { deny: ['Read'] });
  const ownId = await bob.folder(bob.libraryId, 'Own');
  return { ann, bob, folderId, ownId };
}

type Person = Awaited<ReturnType<typeof folderWithSecret>>['ann'];

async function namesIn(person: Person, folderId: number): Promise<string[]> {
  const { body } = await person.api('GET', `/api/folders/${folderId}/documents`);
  return body.map(({ DocumentName }: { DocumentName: string }) => DocumentName);
}

test('an upload with the name and content of a denied document gets the next free name, by every upload method', async () => {
  const { ann, bob, folderId } = await folderWithSecret();
  const form = await bob.upload(folderId, 'Secret.TXT', 'guessed');
  assert.deepEqual([form.status, form.body.DocumentName], [201, 'Secret (2).TXT']);
  const staged = await stage(bob, folderId, 'secret.txt');
  await portion(app, bob, staged, 'guessed');
  const made = await finalize(bob, folderId, staged);
  assert.deepEqual([made.status, made.body.DocumentName], [201, 'secret (3).txt']);
  assert.equal((await finalize(bob, folderId, staged)).body.DocumentId, made.body.DocumentId);
  const path = await begin(bob, 7, { filename: 'secret.txt', folderId });
  await piece(app, bob, path, { at: 0, bytes: 'guessed' });
  const byTus = await finalize(bob, folderId, { Identifier: path.split('/').at(-1) });
  assert.deepEqual([byTus.status, byTus.body.DocumentName], [201, 'secret (4).txt']);
  assert.equal((await bob.upload(folderId, 'secret.txt', 'other')).body.DocumentName, 'secret.txt');
  assert.equal((await bob.upload(folderId, 'seen.txt', 'guessed')).status, 409);
  assert.equal((await ann.upload(folderId, 'secret.txt', 'guessed')).status, 409);
});

test('copies, moves, renames and revisions that would reveal a denied document get the next free name', async () => {
  const { bob, folderId, ownId } = await folderWithSecret();
  const copied = await bob.document(ownId, 'secret.txt', 'guessed');
  const copy = await bob.api('POST', `/api/documents/${copied}/copy`, { FolderId: folderId });
  assert.deepEqual([copy.status, copy.body.DocumentName], [201, 'secret (2).txt']);
  const moved = await bob.api('PATCH', `/api/documents/${copied}`, { FolderId: folderId });
  assert.deepEqual([moved.status, moved.body.DocumentName], [200, 'secret (3).txt']);
  const renamed = await bob.document(folderId, 'mine.txt', 'guessed');
  const rename = await bob.api('PATCH', `/api/documents/${renamed}`, { DocumentName: 'secret.txt' });
  assert.deepEqual([rename.status, rename.body.DocumentName], [200, 'secret (4).txt']);
  const revised = await bob.document(folderId, 'secret.txt', 'another');
  assert.equal((await bob.revise(revised, 'secret.txt', 'guessed')).status, 201);
  const { DocumentName, Hash } = (await bob.api('GET', `/api/documents/${revised}`)).body;
  assert.equal(DocumentName, 'secret (5).txt');
  const back = await bob.api('GET', `/api/documents/${revised}/revisions`);
  const first = back.body.at(-1).RevisionId;
  assert.notEqual(back.body.at(-1).Hash, Hash);
  assert.equal((await bob.api('POST', `/api/documents/${revised}/revisions/${first}/restore`)).status, 201);
  const rows = await app.sql`
    select content_name as name, details from activity
    where document_id = ${revised} and activity_type = 'DocumentRenamed'`;
  assert.deepEqual([...rows], [{ name: 'secret (5).txt', details: { from: 'secret.txt' } }]);
});

test('concurrent equal uploads get different names', async () => {
  const { ann, bob, folderId } = await folderWithSecret();
  const upload = () => bob.upload(folderId, 'secret.txt', 'guessed');
  const answers = await Promise.all(Array.from({ length: 12 }, upload));
  assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([201]));
  const numbers = Array.from({ length: 12 }, (_, i) => `secret (${i + 2}).txt`);
  assert.deepEqual(new Set(await namesIn(ann, folderId)), new Set(['secret.txt', 'seen.txt', ...numbers]));
});

test('a visitor who may only upload cannot learn from status, text or name whether a document exists', async () => {
  const { ann, folderId } = await folderWithSecret();
  const { body: share } = await ann.api('POST', `/api/folders/${folderId}/share`, { AllowUpload: true });
  const somebody = visitor(app, share.ReferenceString);
  const store = async (name: string) => {
    const UploadId = await bring(app, somebody, name, 'guessed');
    const first = await somebody.ask('POST', `/folders/${folderId}/documents`, { UploadId });
    const again = await somebody.ask('POST', `/folders/${folderId}/documents`, { UploadId });
    assert.deepEqual([again.status, again.body], [first.status, first.body]);
    const { DocumentId, Links, ...shown } = first.body;
    assert.ok(DocumentId && Links);
    return { status: first.status, shown, documentId: Number(DocumentId) };
  };
  const fresh = await store('unique.txt');
  const existing = await store('secret.txt');
  assert.equal(existing.status, 201);
  assert.deepEqual(existing.shown, { ...fresh.shown, DocumentName: 'secret.txt' });
  const all = ['secret (2).txt', 'secret.txt', 'seen.txt', 'unique.txt'];
  assert.deepEqual(await namesIn(ann, folderId), all);
  assert.equal(existing.documentId, fresh.documentId + 1, 'no gap between the ids shows that a document was met');
});

test('a visitor who sees the folder gets 409 for a duplicate, and the next free name for one denied to the creator', async () => {
  const { ann, bob, folderId } = await folderWithSecret();
  const flags = { AllowView: true, AllowUpload: true };
  const { body: share } = await bob.api('POST', `/api/folders/${folderId}/share`, flags);
  const somebody = visitor(app, share.ReferenceString);
  const store = async (name: string) => {
    const UploadId = await bring(app, somebody, name, 'guessed');
    return somebody.ask('POST', `/folders/${folderId}/documents`, { UploadId });
  };
  assert.equal((await store('seen.txt')).status, 409);
  const hidden = await store('secret.txt');
  assert.deepEqual([hidden.status, hidden.body.DocumentName], [201, 'secret (2).txt']);
  assert.equal((await namesIn(ann, folderId)).length, 3);
});

test('a visitor who may edit one document cannot learn of others in its folder', async () => {
  const { ann, folderId } = await folderWithSecret();
  const documentId = await ann.document(folderId, 'secret.txt', 'draft');
  const flags = { AllowView: true, AllowEdit: true };
  const { body: share } = await ann.api('POST', `/api/documents/${documentId}/share`, flags);
  const reference = new URL(share.Links.WebUri).pathname.split('/').at(-1) ?? '';
  const somebody = visitor(app, reference);
  const UploadId = await bring(app, somebody, 'secret.txt', 'guessed');
  assert.equal((await somebody.ask('POST', `/documents/${documentId}/revisions`, { UploadId })).status, 201);
  assert.equal((await ann.api('GET', `/api/documents/${documentId}`)).body.DocumentName, 'secret (2).txt');
});
