/** Search results include the folders that contain them, limited to those that the caller can read. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeLibrary } from '../../../test/factories/libraries.ts';
import { grant } from '../../../test/factories/permissions.ts';
import { makeChild } from '../../../test/factories/trees.ts';
import { startApp } from '../../../test/harness.ts';
import type { Person } from '../../../test/world.ts';

const app = await startApp();

/** Search results as `name: folders`. */
async function placesOf(person: Person, parameter: 'q' | 'query', words: string): Promise<string[]> {
  const { body } = await person.api('GET', `/api/search?${parameter}=${encodeURIComponent(words)}`);
  const items = body as { ItemName: string; Path: { FolderName: string }[] }[];
  return items.map(({ ItemName, Path }) => `${ItemName}: ${Path.map(({ FolderName }) => FolderName).join('/')}`).sort();
}

test('folders above a match are named from the topmost that the caller can read, in both kinds of search', async () => {
  const { admin, ann, bob, stranger } = await app.world();
  const libraryId = await makeLibrary(admin);
  const outer = await admin.folder(libraryId, 'Outer');
  const middle = await makeChild(admin, outer, 'Middle');
  const inner = await makeChild(admin, middle, 'Sketches');
  const documentId = await admin.document(inner, 'sketches.txt');
  await grant(app, ann, { libraryId }, { allow: ['Read'] });
  await grant(app, bob, { folderId: middle }, { allow: ['Read'] });
  await grant(app, stranger, { documentId }, { allow: ['Read'] });
  await app.runJobs();
  for (const parameter of ['q', 'query'] as const) {
    assert.deepEqual(await placesOf(ann, parameter, 'sketches'), [
      'Sketches: Outer/Middle',
      'sketches.txt: Outer/Middle/Sketches',
    ]);
    assert.deepEqual(await placesOf(bob, parameter, 'sketches'), ['Sketches: Middle', 'sketches.txt: Middle/Sketches']);
    assert.deepEqual(await placesOf(stranger, parameter, 'sketches'), ['sketches.txt: ']);
  }
});
