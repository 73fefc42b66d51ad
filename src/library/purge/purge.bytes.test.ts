/** The background part of a purge: uploads for purged items, and everything after an interruption. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addManyDocuments } from '../../../test/factories/bulk.ts';
import { makeLibrary } from '../../../test/factories/libraries.ts';
import { makeChild } from '../../../test/factories/trees.ts';
import { startApp } from '../../../test/harness.ts';
import {
  finalize,
  finalizeRevision,
  offsetOf,
  pathOf,
  portion,
  stage,
  stageRevision,
} from '../staged-uploads/staged.fixture.ts';
import { storedFiles } from '../../content/blobs/stored-files.fixture.ts';

const app = await startApp({}, { own: 'counts the stored files' });

test('staged uploads for purged items are removed with their bytes; others and finalized ones stay', async () => {
  for (const kind of ['document', 'folder', 'library'] as const) {
    const { admin, ann } = await app.world();
    const libraryId = await makeLibrary(admin);
    const folderId = await admin.folder(libraryId, 'Doomed');
    const childId = await makeChild(admin, folderId, 'Child');
    const documentId = await admin.document(childId, 'a.bin', `stored for ${kind}`);
    const annsId = await ann.folder(ann.libraryId, 'Home');
    await app.runJobs();
    const before = await storedFiles(app);

    const revision = await stageRevision(admin, documentId, 'a.bin');
    const document = await stage(admin, childId);
    const kept = await stage(ann, annsId);
    for (const upload of [revision, document]) await portion(app, admin, upload, 'waiting');
    await portion(app, ann, kept, 'waiting');
    const paths = {
      document: `/api/documents/${documentId}`,
      folder: `/api/folders/${folderId}`,
      library: `/api/libraries/${libraryId}`,
    };
    assert.equal((await admin.api('DELETE', paths[kind])).status, 204);
    await app.runJobs();
    // An item in the trash can be restored, and then the upload with it.
    assert.equal(await offsetOf(admin, revision), 7);

    assert.equal((await admin.api('DELETE', `${paths[kind]}?purge=true`)).status, 204);
    await app.runJobs();
    assert.equal((await admin.api('HEAD', pathOf(revision))).status, 404);
    assert.equal((await finalizeRevision(admin, documentId, revision)).status, 404);
    assert.equal((await admin.api('HEAD', pathOf(document))).status, kind === 'document' ? 200 : 404);
    assert.equal((await finalize(ann, annsId, kept)).status, 201);
    // One content is gone and one is new; the upload to a folder that is there still waits.
    assert.equal((await storedFiles(app)).length, before.length + (kind === 'document' ? 1 : 0));
    if (kind === 'document') assert.equal((await admin.api('DELETE', pathOf(document))).status, 204);
    await app.runJobs();
  }
});

test('a finalized upload returns 404 once its document is purged, and its bytes are removed once', async () => {
  const { ann, admin } = await app.world();
  await admin.api('PATCH', '/api/settings', { EnablePurging: true });
  const folderId = await ann.folder(ann.libraryId, 'F');
  const before = await storedFiles(app);
  const upload = await stage(ann, folderId);
  await portion(app, ann, upload, 'finalized');
  const made = await finalize(ann, folderId, upload);
  assert.equal(made.status, 201);
  assert.equal((await ann.api('DELETE', `/api/documents/${made.body.DocumentId}?purge=true`)).status, 204);
  await app.runJobs();
  assert.deepEqual(await storedFiles(app), before);
  assert.equal((await finalize(ann, folderId, upload)).status, 404);
  app.clock.advance(8 * 24 * 3_600_000);
  await app.sql`select graphile_worker.add_job('expire-uploads')`;
  await app.runJobs();
  assert.deepEqual(await storedFiles(app), before);
});

test('an upload that is being appended to during the purge is left to expire', async () => {
  const { ann } = await app.world();
  const folderId = await ann.folder(ann.libraryId, 'F');
  const upload = await stage(ann, folderId);
  await portion(app, ann, upload, 'waiting');
  assert.equal((await ann.api('DELETE', `/api/folders/${folderId}?purge=true`)).status, 204);
  await app.sql.begin(async (tx) => {
    await tx`select from staged_uploads where folder_id = ${folderId} for update`;
    await app.runJobs();
  });
  assert.equal((await app.sql`select from folders where folder_id = ${folderId}`).length, 0);
  assert.equal(await offsetOf(ann, upload), 7);
  assert.equal((await finalize(ann, folderId, upload)).status, 404);
});

test('an interrupted background purge continues until rows and bytes are gone', async () => {
  const { ann } = await app.world();
  const before = await storedFiles(app);
  const folderId = await ann.folder(ann.libraryId, 'F');
  const childId = await makeChild(ann, folderId, 'Child');
  await addManyDocuments(app, ann, childId, 600);
  const documentId = await ann.document(folderId, 'last.txt', 'last');
  assert.equal((await ann.api('DELETE', `/api/folders/${folderId}?purge=true`)).status, 204);
  // Refused at the first folder, when all documents are gone.
  await app.sql.unsafe(`
    create function refuse() returns trigger language plpgsql as $$ begin raise exception 'broken off'; end $$;
    create trigger refuse before delete on folders for each row when (old.folder_id = ${folderId})
      execute function refuse()`);
  await assert.rejects(app.runJobs(), /broken off/);
  assert.equal((await ann.api('GET', `/api/documents/${documentId}`)).status, 404);
  await app.sql`drop function refuse cascade`;
  // Instead of waiting for the queue to try again.
  await app.sql`update graphile_worker._private_jobs set run_at = now() where attempts > 0`;
  await app.runJobs();
  assert.equal((await app.sql`select from folders where folder_id = any (${[folderId, childId]})`).length, 0);
  assert.equal((await app.sql`select from documents where folder_id = any (${[folderId, childId]})`).length, 0);
  assert.deepEqual(await storedFiles(app), before);
});
