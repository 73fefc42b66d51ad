import { test } from 'node:test';
import assert from 'node:assert/strict';
import { makeLibrary } from '../../../test/factories/libraries.ts';
import { grant, makeGroup } from '../../../test/factories/permissions.ts';
import { makeTagType, tagDocument } from '../../../test/factories/tags.ts';
import { makeChild } from '../../../test/factories/trees.ts';
import { startApp } from '../../../test/harness.ts';
import { found, search, worldWithTags } from './tag-search.fixture.ts';

const app = await startApp();

test('only readable documents are found and counted, considering denials below and grants on single documents', async () => {
  const { w, ann, libraryId, folderId, childId, otherId, color, tagged } = await worldWithTags(app);
  const criteria = [{ TagTypeId: color, Value: 'blue' }];
  const here = await tagged(folderId, 'here.txt', [[color, 'Blue']]);
  const denied = await tagged(folderId, 'denied.txt', [[color, 'Blue']]);
  const below = await tagged(childId, 'below.txt', [[color, 'Blue']]);
  const beside = await tagged(otherId, 'beside.txt', [[color, 'Blue']]);
  const { bob } = w;
  await grant(app, bob, { libraryId }, { allow: ['Read'] });
  assert.deepEqual(await found(bob, `libraries/${libraryId}`, criteria), [here, denied, below, beside]);
  await grant(app, bob, { documentId: denied }, { deny: ['Read'] });
  await grant(app, await makeGroup(app, w.deploymentId, [bob]), { folderId: childId }, { deny: ['Read'] });
  assert.deepEqual(await found(bob, `libraries/${libraryId}`, criteria), [here, beside]);
  assert.deepEqual(await found(bob, `folders/${folderId}`, criteria), [here]);
  assert.deepEqual(await found(ann, `libraries/${libraryId}`, criteria), [here, denied, below, beside]);

  const reader = await w.addPerson('Reader');
  await grant(app, reader, { folderId: otherId }, { allow: ['Read'] });
  await grant(app, reader, { documentId: here }, { allow: ['Write'] });
  assert.equal((await search(reader, `libraries/${libraryId}`, criteria)).status, 403);
  assert.deepEqual(await found(reader, `folders/${otherId}`, criteria), [beside]);
  await grant(app, reader, { libraryId }, { allow: ['Read'], expiresAt: new Date(app.clock.now.getTime() + 1000) });
  assert.deepEqual(await found(reader, `libraries/${libraryId}`, criteria), [here, denied, below, beside]);
  app.clock.advance(2000);
  assert.equal((await search(reader, `libraries/${libraryId}`, criteria)).status, 403);
});

test('a grant on a single document counts below a folder without entries', async () => {
  const { w, folderId, childId, color, tagged } = await worldWithTags(app);
  const criteria = [{ TagTypeId: color, Value: 'blue' }];
  const above = await tagged(folderId, 'above.txt', [[color, 'Blue']]);
  await tagged(childId, 'below.txt', [[color, 'Blue']]);
  await grant(app, w.bob, { folderId }, { allow: ['Read'] });
  await grant(app, w.bob, { folderId: childId }, { deny: ['Read'] });
  const lost = await tagged(childId, 'lost.txt', [[color, 'Blue']]);
  // A deny above always wins, whatever is granted below it.
  await grant(app, w.bob, { documentId: lost }, { allow: ['Read'] });
  assert.deepEqual(await found(w.bob, `folders/${folderId}`, criteria), [above]);
});

test('documents below many denied folders, and below many folders in the trash, are not found', async () => {
  const { w, ann, libraryId, color, tagged } = await worldWithTags(app);
  const { bob } = w;
  await grant(app, bob, { libraryId }, { allow: ['Read'] });
  const placed: { folderId: number; documentId: number }[] = [];
  for (let n = 0; n < 24; n += 1) {
    const folderId = await ann.folder(libraryId, `Part ${n}`);
    const documentId = await tagged(await makeChild(ann, folderId, 'Inner'), 'a.txt', [[color, 'Blue']]);
    placed.push({ folderId, documentId });
  }
  const findAs = (person: typeof bob) => found(person, `libraries/${libraryId}`, [{ TagTypeId: color, Value: 'Blue' }]);
  const documentsFrom = (first: number) => placed.slice(first).map(({ documentId }) => documentId);
  for (const { folderId } of placed.slice(0, 22)) await grant(app, bob, { folderId }, { deny: ['Read'] });
  assert.deepEqual(await findAs(bob), documentsFrom(22));
  for (const { folderId } of placed.slice(0, 23)) await ann.api('DELETE', `/api/folders/${folderId}`);
  assert.deepEqual(await findAs(bob), documentsFrom(23));
  assert.deepEqual(await findAs(ann), documentsFrom(23));
});

test('site admins find everything in corporate libraries despite denials', async () => {
  const { w } = await worldWithTags(app);
  const libraryId = await makeLibrary(w.admin);
  const color = await makeTagType(w.admin, libraryId, 'Color');
  const folderId = await w.admin.folder(libraryId, 'Folder');
  const id = await w.admin.document(folderId, 'a.txt');
  await tagDocument(w.admin, id, [[color, 'Blue']]);
  await grant(app, w.admin, { folderId }, { deny: ['Read'] });
  assert.deepEqual(await found(w.admin, `libraries/${libraryId}`, [{ TagTypeId: color, Value: 'Blue' }]), [id]);
});
