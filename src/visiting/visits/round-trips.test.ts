/** The statements of frequent requests, by round trip to PostgreSQL. The first is the one that finds the credential. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeShare } from '../../../test/factories/shares.ts';
import { startApp } from '../../../test/harness.ts';
import { roundTripsOf } from '../../../test/statements.ts';
import { referenceOfShare, visitor } from './visitor.fixture.ts';

const app = await startApp();

async function withFolder() {
  const { ann } = await app.world();
  const folderId = await ann.folder(ann.libraryId, 'Plans');
  const documentId: number = (await ann.upload(folderId, 'a.txt', 'The parties agree.')).body.DocumentId;
  return { ann, folderId, documentId };
}

test('an upload takes three round trips: credential; rights and locks; rows and commit', async () => {
  const { ann, folderId } = await withFolder();
  const trips = await roundTripsOf(app, () => ann.upload(folderId, 'b.txt', 'The parties do not agree.'));
  // begin, ids, lock, folder, content; document, activity, job, commit. The job of the search index may follow (decision 0131).
  assert.deepEqual(trips.slice(0, 3), [1, 5, 4]);
});

test('a share takes four round trips: credential; settings; rights; rows and commit', async () => {
  const { ann, folderId } = await withFolder();
  const trips = await roundTripsOf(app, async () => {
    assert.equal((await ann.api('POST', `/api/folders/${folderId}/share`, { AllowView: true })).status, 200);
  });
  assert.deepEqual(trips, [1, 1, 3, 3]);
});

test('a download by a link takes three round trips: link; folder and document; activity', async () => {
  const { ann, folderId, documentId } = await withFolder();
  const shareId = await makeShare(app, ann, { folderId }, { allow_download: true });
  const somebody = visitor(app, await referenceOfShare(app, shareId));
  const trips = await roundTripsOf(app, async () => {
    const { status } = await somebody.ask('GET', `/documents/${documentId}/content?download=true`);
    assert.equal(status, 200);
  });
  assert.deepEqual(trips, [1, 2, 1]);
});
