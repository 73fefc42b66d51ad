/** Denials cannot be bypassed through one's own library, and no grant outlives its grantor's right. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeLibrary } from '../../../test/factories/libraries.ts';
import { grant } from '../../../test/factories/permissions.ts';
import { startApp } from '../../../test/harness.ts';

const app = await startApp();

test('a folder with something denied to the mover cannot be moved or restored into the own library', async () => {
  const { admin, ann } = await app.world();
  const libraryId = await makeLibrary(admin);
  await grant(app, ann, { libraryId }, { allow: ['Read', 'Write', 'Delete'] });
  const folderId = await admin.folder(libraryId, 'F');
  const documentId = await admin.document(folderId, 'secret.txt');
  await grant(app, ann, { documentId }, { deny: ['Read'] });
  const own = await ann.folder(ann.libraryId, 'Own');
  const move = { LibraryId: ann.libraryId };
  assert.equal((await ann.api('PATCH', `/api/folders/${folderId}`, move)).status, 403);
  assert.equal((await ann.api('DELETE', `/api/folders/${folderId}`)).status, 204);
  assert.equal((await ann.api('PATCH', `/api/folders/${folderId}/restore?into=${own}`)).status, 403);
  assert.equal((await ann.api('PATCH', `/api/folders/${folderId}/restore`)).status, 200);
  assert.equal((await ann.api('GET', `/api/documents/${documentId}/content`)).status, 403);
});

test('nobody can grant for longer than they have the right themselves', async () => {
  const { admin, ann, bob } = await app.world();
  const libraryId = await makeLibrary(admin);
  const expiresAt = new Date(app.clock.now.getTime() + 3_600_000);
  const all = ['Read', 'Write', 'Delete', 'Grant'] as const;
  await grant(app, bob, { libraryId }, { allow: [...all], expiresAt });
  const put = (...entries: object[]) => bob.api('PUT', `/api/libraries/${libraryId}/permissions`, entries);
  const own = { UserId: bob.userId, Allow: all, ExpiresOn: expiresAt.toISOString() };
  assert.equal((await put({ UserId: bob.userId, Allow: all })).status, 403);
  const refused = await put(own, { UserId: ann.userId, Allow: ['Read'] });
  assert.equal(refused.status, 403);
  assert.match(refused.body.title, /for longer than you have them: Read\.$/);
  assert.equal((await put(own, { UserId: ann.userId, Allow: ['Read'], ExpiresOn: '2030-01-01T00:00Z' })).status, 403);
  const shorter = new Date(app.clock.now.getTime() + 1_800_000).toISOString();
  assert.equal((await put(own, { UserId: ann.userId, Allow: ['Read'], ExpiresOn: shorter })).status, 200);
});
