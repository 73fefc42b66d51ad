/** Concurrent writes of every kind in one tree: each gets its own response, and none is asked to retry. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertTreesAreWhole } from '../../../test/factories/trees.ts';
import { startApp } from '../../../test/harness.ts';

const app = await startApp();

test('concurrent creates, restores, renames, grants, deletions and uploads do not deadlock', async () => {
  const { admin, ann } = await app.world();
  const made = await admin.api('POST', '/api/libraries', { LibraryName: 'Mixed' });
  const libraryId: number = made.body.LibraryId;
  const folders = await Promise.all(['A', 'B', 'C'].map((name) => admin.folder(libraryId, name)));
  const entry = [{ UserId: ann.userId, Allow: ['Read'] }];
  for (let round = 0; round < 25; round += 1) {
    const requests = folders.flatMap((id) => [
      admin.api('POST', `/api/folders/${id}/folders`, { FolderName: `new ${round}` }),
      admin.api('POST', `/api/folders/${id}/folders`, { FolderName: `other ${round}` }),
      admin.api('PATCH', `/api/folders/${id}/restore`),
      admin.api('PATCH', `/api/folders/${id}`, { FolderName: `${id} renamed ${round}` }),
      admin.api('PUT', `/api/folders/${id}/permissions`, round % 2 === 0 ? entry : []),
      admin.upload(id, `file ${round}.txt`, `content ${round}`),
      ...(round % 3 === 0 ? [admin.api('DELETE', `/api/folders/${id}`)] : []),
    ]);
    const answers = await Promise.all([
      ...requests,
      admin.api('PUT', `/api/libraries/${libraryId}/permissions`, round % 2 === 0 ? [] : entry),
      admin.api('PATCH', `/api/libraries/${libraryId}`, { LibraryName: `Mixed ${round}` }),
      admin.api('POST', `/api/libraries/${libraryId}/folders`, { FolderPath: `Path ${round}\\Deep` }),
    ]);
    for (const { status, text } of answers) assert.ok(status < 500, text);
  }
  await assertTreesAreWhole(app);
});
