/** Where items in trash were. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { grant, revokeAll } from '../../../test/factories/permissions.ts';
import { makeChild } from '../../../test/factories/trees.ts';
import { startApp } from '../../../test/harness.ts';
import type { Person } from '../../../test/world.ts';

const app = await startApp();

/** Deletes it, a second after what was deleted before. */
async function discard(person: Person, path: string): Promise<void> {
  app.clock.advance(1000);
  assert.equal((await person.api('DELETE', path)).status, 204);
}

test('with expand=path items name the folders that they were in, as far as the caller can read them', async () => {
  const w = await app.world();
  const { ann } = w;
  const folderId = await ann.folder(ann.libraryId, 'Kept');
  await discard(ann, `/api/documents/${await ann.document(folderId, '1.txt')}`);
  await discard(ann, `/api/folders/${await makeChild(ann, folderId, '2')}`);
  const child = await makeChild(ann, folderId, 'Child');
  await discard(ann, `/api/documents/${await ann.document(child, '5.txt')}`);
  const pathsIn = async (person: Person, list = '/api/trash?expand=path') => {
    const { body } = await person.api('GET', list);
    return body.map(({ ItemName, Path }: { ItemName: string; Path?: { FolderName: string }[] }) => [
      ItemName,
      Path?.map(({ FolderName }) => FolderName).join('/'),
    ]);
  };
  const within = [
    ['2', 'Kept'],
    ['1.txt', 'Kept'],
  ];
  assert.deepEqual(await pathsIn(ann), [['5.txt', 'Kept/Child'], ...within]);
  assert.deepEqual((await pathsIn(ann, '/api/trash'))[0], ['5.txt', undefined]);
  await discard(ann, `/api/folders/${child}`);
  assert.deepEqual(await pathsIn(ann), [['Child', 'Kept'], ['5.txt', 'Kept'], ...within]);
  assert.equal((await ann.api('GET', '/api/trash?expand=all')).status, 400);

  // A deleter who lost the right to read learns nothing new.
  await grant(app, w.bob, { folderId }, { allow: ['Read', 'Delete'] });
  await discard(w.bob, `/api/documents/${await ann.document(folderId, '6.txt')}`);
  assert.deepEqual(await pathsIn(w.bob), [['6.txt', 'Kept']]);
  await revokeAll(app, w.bob);
  assert.deepEqual(await pathsIn(w.bob), [['6.txt', '']]);
});
