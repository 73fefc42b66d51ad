import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeLibrary } from '../../../test/factories/libraries.ts';
import { addManyDocuments } from '../../../test/factories/bulk.ts';
import { grant } from '../../../test/factories/permissions.ts';
import { makeShare } from '../../../test/factories/shares.ts';
import { makeTagType, tagDocument } from '../../../test/factories/tags.ts';
import { makeChild } from '../../../test/factories/trees.ts';
import { startApp } from '../../../test/harness.ts';
import { statementsOf } from '../../../test/statements.ts';
import type { Person } from '../../../test/world.ts';
import { DAY_MS } from '../../platform/values/times.ts';

const app = await startApp({}, { own: 'counts statements' });

async function place() {
  const w = await app.world();
  const libraryId = await makeLibrary(w.admin);
  const folderId = await w.admin.folder(libraryId, 'Folder');
  await grant(app, w.bob, { libraryId }, { allow: ['Read', 'Write'] });
  return { ...w, libraryId, folderId, documentId: await w.admin.document(folderId, 'a.txt', 'a') };
}

/** The only item of a list. */
async function only(person: Person, folderId: number, expand: string, of = 'documents') {
  const { status, body, text } = await person.api('GET', `/api/folders/${folderId}/${of}?expand=${expand}`);
  assert.deepEqual([status, body.length], [200, 1], text);
  return body[0];
}

test('a list shows who stored the current revision, only on request', async () => {
  const { admin, bob, folderId, documentId } = await place();
  assert.equal((await only(admin, folderId, 'modifiedBy')).ModifiedBy.UserId, admin.userId);
  await bob.revise(documentId, 'a.txt', 'b');
  const { ModifiedBy } = await only(bob, folderId, 'modifiedBy');
  const person = { UserId: bob.userId, Name: 'Bob', Email: bob.email, PictureUri: null, IsDeleted: false };
  assert.deepEqual(ModifiedBy, person);
  const plain = await only(admin, folderId, '');
  assert.deepEqual([plain.ModifiedBy, plain.IsShared, plain.Tags], [undefined, undefined, undefined]);
});

test('an item is shared if it has an active link or an entry of its own, not by those of a folder above it', async () => {
  const { admin, stranger, folderId, documentId } = await place();
  const childId = await makeChild(admin, folderId, 'Child');
  await makeShare(app, admin, { folderId });
  await grant(app, stranger, { folderId }, { allow: ['Read'] });
  const shown = async () => [
    (await only(admin, folderId, 'shared')).IsShared,
    (await only(admin, folderId, 'shared,modifiedBy,tags', 'folders')).IsShared,
  ];
  assert.deepEqual(await shown(), [false, false]);
  await grant(app, stranger, { documentId }, { deny: ['Write'] });
  assert.deepEqual(await shown(), [false, false], 'A denial shares nothing.');
  const expiresAt = new Date(app.clock.now.getTime() + DAY_MS);
  await makeShare(app, admin, { documentId }, { expires_at: expiresAt });
  await grant(app, stranger, { folderId: childId }, { allow: ['Read'], expiresAt });
  assert.deepEqual(await shown(), [true, true]);
  app.clock.advance(DAY_MS);
  assert.deepEqual(await shown(), [false, false], 'Both have expired.');
  await makeShare(app, admin, { folderId: childId }, { revoked_at: app.clock.now });
  assert.deepEqual(await shown(), [false, false], 'The link was revoked.');
  await makeShare(app, admin, { folderId: childId });
  assert.deepEqual(await shown(), [false, true]);
});

test('the root folders of a library show whether they are shared', async () => {
  const { admin, bob, libraryId, folderId } = await place();
  await makeShare(app, admin, { folderId });
  const { body } = await bob.api('GET', `/api/libraries/${libraryId}/folders?expand=shared`);
  assert.equal(body[0].IsShared, true);
});

test('a list shows the tags of documents as they are in its library', async () => {
  const { admin, libraryId, folderId, documentId } = await place();
  const tagTypeId = await makeTagType(admin, libraryId, 'State');
  assert.deepEqual((await only(admin, folderId, 'TAGS')).Tags, []);
  await tagDocument(admin, documentId, [[tagTypeId, 'Draft "1"']]);
  const { Tags } = await only(admin, folderId, 'tags');
  assert.deepEqual(Tags, [{ TagTypeId: tagTypeId, TagTypeName: 'State', Tags: ['Draft "1"'] }]);
  assert.deepEqual(Tags, (await admin.api('GET', `/api/documents/${documentId}/tags`)).body);
});

test('all additional properties take one statement for a page, and a long list has them too', async () => {
  const { admin, folderId } = await place();
  await addManyDocuments(app, admin, folderId, 1200);
  const path = `/api/folders/${folderId}/documents`;
  const count = (query: string) => statementsOf(app, () => admin.api('GET', `${path}?${query}`));
  const plain = await count('top=200');
  const expanded = await count('top=200&expand=modifiedBy,shared,tags');
  assert.equal(expanded.length, plain.length + 1);
  const { body } = await admin.api('GET', `${path}?expand=modifiedBy&expand=shared`);
  assert.equal(body.length, 1201);
  assert.ok(body.every((one: { IsShared: boolean }) => !one.IsShared));
  assert.ok(body.every((one: { ModifiedBy: { UserId: number } }) => one.ModifiedBy.UserId === admin.userId));
});
