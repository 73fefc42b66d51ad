import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeLibrary } from '../../../test/factories/libraries.ts';
import { grant, makeGroup, revokeAll } from '../../../test/factories/permissions.ts';
import { makeChild } from '../../../test/factories/trees.ts';
import { startApp } from '../../../test/harness.ts';
import { storedFiles } from '../../content/blobs/stored-files.fixture.ts';

const app = await startApp({}, { own: 'counts the stored files' });

async function worldWithTree() {
  const w = await app.world();
  const libraryId = await makeLibrary(w.admin);
  const folderId = await w.admin.folder(libraryId, 'Papers');
  const childId = await makeChild(w.admin, folderId, 'Child');
  const documentId = await w.admin.document(childId, 'a.txt', `a of ${w.deploymentId}`);
  return { w, admin: w.admin, libraryId, folderId, childId, documentId, path: `/api/folders/${folderId}` };
}

test('a purged folder is gone at once with its subtree, from the trash or not', async () => {
  for (const isInTrash of [true, false]) {
    const { admin, folderId, childId, documentId, path } = await worldWithTree();
    if (isInTrash) await admin.api('DELETE', path);
    const purged = await admin.api('DELETE', `${path}?purge=true`);
    assert.deepEqual([purged.status, purged.text], [204, '']);
    for (const gone of [`/api/folders/${folderId}`, `/api/folders/${childId}`, `/api/documents/${documentId}`]) {
      assert.equal((await admin.api('GET', gone)).status, 404);
      assert.equal((await admin.api('DELETE', gone)).status, 404);
      assert.equal((await admin.api('PATCH', `${gone}/restore`)).status, 404);
      assert.equal((await admin.api('DELETE', `${gone}?purge=true`)).status, 404);
    }
  }
});

test('purge=false only deletes; any other invalid value returns 400', async () => {
  const { admin, path } = await worldWithTree();
  for (const value of ['yes', '1', 'true&purge=true']) {
    assert.equal((await admin.api('DELETE', `${path}?purge=${value}`)).status, 400, value);
  }
  for (const value of ['false', '']) {
    assert.equal((await admin.api('DELETE', `${path}?purge=${value}`)).status, 204);
    assert.equal((await admin.api('PATCH', `${path}/restore?into=`)).status, 200);
  }
  assert.equal((await admin.api('DELETE', `${path}?purge=True`)).status, 204);
  assert.equal((await admin.api('PATCH', `${path}/restore`)).status, 404);
});

test('while purging is disabled it returns 403 for everybody', async () => {
  const { w, admin, path } = await worldWithTree();
  const mine = await w.ann.folder(w.ann.libraryId, 'Mine');
  await admin.api('PATCH', '/api/settings', { EnablePurging: false });
  assert.equal((await admin.api('DELETE', `${path}?purge=true`)).status, 403);
  assert.equal((await w.ann.api('DELETE', `/api/folders/${mine}?purge=true`)).status, 403);
  assert.equal((await admin.api('DELETE', path)).status, 204);
  assert.equal((await admin.api('DELETE', `${path}?purge=true`)).status, 403);
  assert.equal((await admin.api('PATCH', `${path}/restore`)).status, 200);
  await admin.api('PATCH', '/api/settings', { EnablePurging: true });
  assert.equal((await admin.api('DELETE', `${path}?purge=true`)).status, 204);
});

test('a folder with denied content can be deleted; purging it returns 403', async () => {
  for (const [denied, byGroup] of [
    ['Read', false],
    ['Delete', true],
  ] as const) {
    for (const inside of ['childId', 'documentId'] as const) {
      const tree = await worldWithTree();
      const { w, folderId, path } = tree;
      const on = inside === 'childId' ? { folderId: tree.childId } : { documentId: tree.documentId };
      await grant(app, w.bob, { folderId }, { allow: ['Delete'] });
      const grantee = byGroup ? await makeGroup(app, w.deploymentId, [w.bob]) : w.bob;
      const expiresAt = new Date(app.clock.now.getTime() + 1000);
      await grant(app, grantee, on, { deny: [denied], expiresAt });
      assert.equal((await w.bob.api('DELETE', `${path}?purge=true`)).status, 403);
      assert.equal((await w.bob.api('DELETE', path)).status, 204);
      assert.equal((await w.bob.api('DELETE', `${path}?purge=true`)).status, 403);
      app.clock.advance(1000);
      assert.equal((await w.bob.api('DELETE', `${path}?purge=true`)).status, 204);
    }
  }
});

test('the deleter of a folder can purge it, even after being denied', async () => {
  const { w, folderId, path } = await worldWithTree();
  await grant(app, w.bob, { folderId }, { allow: ['Delete'] });
  assert.equal((await w.bob.api('DELETE', path)).status, 204);
  await revokeAll(app, w.bob);
  await grant(app, w.bob, { folderId }, { deny: ['Read'] });
  assert.equal((await w.bob.api('DELETE', `${path}?purge=true`)).status, 204);
});

test('denials inside do not hinder site admins, nor do those of others', async () => {
  const { w, folderId, childId, path } = await worldWithTree();
  await grant(app, w.admin, { folderId: childId }, { deny: ['Read'] });
  await grant(app, w.stranger, { folderId: childId }, { deny: ['Read'] });
  await grant(app, w.bob, { folderId: childId }, { deny: ['Write', 'Grant'] });
  await grant(app, w.bob, { folderId }, { allow: ['Delete'] });
  assert.equal((await w.bob.api('DELETE', path)).status, 204);
  assert.equal((await w.admin.api('DELETE', `${path}?purge=true`)).status, 204);
});

test('after the job the rows are gone: folders, documents, revisions and permissions, also from the trash', async () => {
  const { w, admin, folderId, childId, documentId, path } = await worldWithTree();
  const trashedChild = await makeChild(admin, folderId, 'Trashed');
  const trashedDocument = await admin.document(folderId, 'trashed.txt');
  await admin.api('DELETE', `/api/folders/${trashedChild}`);
  await admin.api('DELETE', `/api/documents/${trashedDocument}`);
  await admin.revise(documentId, 'a.txt', 'second');
  await grant(app, w.bob, { folderId: childId }, { allow: ['Read'] });
  await grant(app, w.bob, { documentId }, { allow: ['Read'] });
  await admin.api('DELETE', `${path}?purge=true`);
  await app.runJobs();
  const folders = [folderId, childId, trashedChild];
  const documents = [documentId, trashedDocument];
  const [left] = await app.sql`
    select (select count(*) from folders where folder_id = any (${folders}::bigint[])) as folders,
      (select count(*) from documents where document_id = any (${documents}::bigint[])) as documents,
      (select count(*) from revisions where document_id = any (${documents}::bigint[])) as revisions,
      (select count(*) from permissions where folder_id = any (${folders}::bigint[])
        or document_id = any (${documents}::bigint[])) as permissions`;
  assert.deepEqual({ ...left }, { folders: 0, documents: 0, revisions: 0, permissions: 0 });
});

test('after the job the bytes are gone, except those that another document or revision uses', async () => {
  const { admin, libraryId, childId, path } = await worldWithTree();
  await app.runJobs();
  const elsewhere = await admin.folder(libraryId, 'Elsewhere');
  const before = await storedFiles(app);
  const keptId = await admin.document(elsewhere, 'kept.txt', 'shared by a document');
  await admin.document(childId, 'same.txt', 'shared by a document');
  await admin.revise(keptId, 'kept.txt', 'shared by an old revision');
  await admin.revise(keptId, 'kept.txt', 'newest');
  await admin.document(childId, 'old.txt', 'shared by an old revision');
  await admin.document(childId, 'alone.txt', 'alone');
  assert.equal((await storedFiles(app)).length, before.length + 4);
  await admin.api('DELETE', `${path}?purge=true`);
  await app.runJobs();
  // Gone are `alone` and the tree's own document.
  assert.equal((await storedFiles(app)).length, before.length + 2);
  const { body } = await admin.api('GET', `/api/documents/${keptId}/revisions`);
  const contents = [];
  for (const { Links } of body) {
    contents.push((await admin.api('GET', Links.Content.replace('http://carrel.test', ''))).text);
  }
  assert.deepEqual(contents, ['newest', 'shared by an old revision', 'shared by a document']);
});

test('an upload of the same content during a purge stays intact', async () => {
  const { admin, libraryId } = await worldWithTree();
  const kept = await admin.folder(libraryId, 'Kept');
  for (let i = 0; i < 15; i += 1) {
    const doomed = await admin.folder(libraryId, `Doomed ${i}`);
    await admin.document(await makeChild(admin, doomed, 'Child'), 'doomed.txt', `content ${i}`);
    const [purged, uploaded] = await Promise.all([
      admin.api('DELETE', `/api/folders/${doomed}?purge=true`),
      admin.upload(kept, `kept ${i}.txt`, `content ${i}`),
      app.runJobs(),
    ]);
    assert.deepEqual([purged.status, uploaded.status], [204, 201]);
    await app.runJobs();
    const { text } = await admin.api('GET', `/api/documents/${uploaded.body.DocumentId}/content`);
    assert.equal(text, `content ${i}`);
  }
  const blobs = await app.sql`select from blobs`;
  assert.equal((await storedFiles(app)).length, blobs.length);
});

test('the same content in another deployment is separate and stays', async () => {
  const { w, admin, childId, path } = await worldWithTree();
  await admin.document(childId, 'same.txt', 'in both deployments');
  const foreign = await w.other.document(
    await w.other.folder(w.other.libraryId, 'F'),
    'same.txt',
    'in both deployments',
  );
  await admin.api('DELETE', `${path}?purge=true`);
  await app.runJobs();
  assert.equal((await w.other.api('GET', `/api/documents/${foreign}/content`)).text, 'in both deployments');
});
