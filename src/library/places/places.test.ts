/** The place of an item and the rights of the caller, as pages request them. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { grant } from '../../../test/factories/permissions.ts';
import { makeLibrary } from '../../../test/factories/libraries.ts';
import { makeChild } from '../../../test/factories/trees.ts';
import { startApp } from '../../../test/harness.ts';

const app = await startApp();
const ALL = ['Read', 'Write', 'Delete', 'Grant'];

type Exception = { FolderId: number | null; DocumentId: number | null; Rights: string[] };
const rightsOf = ({ FolderId, DocumentId, Rights }: Exception): Exception => ({ FolderId, DocumentId, Rights });

/** The names of abilities that are true. */
const able = (abilities: Record<string, boolean>) => Object.keys(abilities).filter((name) => abilities[name]);

/** Corporate library › Plans › 2026 › plan.txt. */
async function corporate() {
  const w = await app.world();
  const libraryId = await makeLibrary(w.admin, 'Contracts');
  const plans = await w.admin.folder(libraryId, 'Plans');
  const year = await makeChild(w.admin, plans, '2026');
  const documentId = await w.admin.document(year, 'plan.txt');
  return { w, libraryId, plans, year, documentId };
}

test('the place of a document is its library and the folders above it, from the top', async () => {
  const { w, libraryId, plans, year, documentId } = await corporate();
  const { status, body } = await w.admin.api('GET', `/api/documents/${documentId}/place`);
  assert.equal(status, 200);
  const { Abilities, ...place } = body;
  const writing = ['AddRevision', 'RestoreRevision', 'SetTags', 'Rename', 'Move', 'Copy', 'Trash'];
  assert.deepEqual(able(Abilities), [
    ...writing,
    'Share',
    'ShareWritable',
    'ManageShares',
    'AssignTask',
    'ManagePermissions',
  ]);
  assert.deepEqual(place, {
    LibraryId: libraryId,
    LibraryName: 'Contracts',
    IsPrivate: false,
    Path: [
      { FolderId: plans, FolderName: 'Plans' },
      { FolderId: year, FolderName: '2026' },
    ],
    Rights: ALL,
    Roles: ['Viewer', 'Editor', 'Manager'],
    ItemAbilities: null,
    CanPreview: 'text',
    IsStarred: false,
    StarredItems: [],
    Exceptions: [],
  });
});

test('with access to a folder only, neither the library nor its ancestors are visible', async () => {
  const { w, libraryId, year } = await corporate();
  await grant(app, w.bob, { folderId: year }, { allow: ['Read'] });
  const { body } = await w.bob.api('GET', `/api/folders/${year}/place`);
  const { Abilities, ItemAbilities, ...place } = body;
  assert.deepEqual([Abilities, ItemAbilities.Folder, ItemAbilities.Document].map(able), [['Copy'], ['Copy'], ['Copy']]);
  assert.deepEqual(place, {
    LibraryId: libraryId,
    LibraryName: null,
    IsPrivate: false,
    Path: [{ FolderId: year, FolderName: '2026' }],
    Rights: ['Read'],
    Roles: [],
    CanPreview: null,
    IsStarred: false,
    StarredItems: [],
    Exceptions: [],
  });
});

test('children with other rights than their folder are listed; equal and unreadable ones are not', async () => {
  const { w, libraryId, plans, year } = await corporate();
  const child = (name: string) => makeChild(w.admin, plans, name);
  const [same, secret] = [await child('Same'), await child('Secret')];
  const [open, locked] = [await w.admin.document(plans, 'open.txt'), await w.admin.document(plans, 'locked.txt')];
  await grant(app, w.bob, { libraryId }, { allow: ['Write'] });
  await grant(app, w.bob, { folderId: year }, { allow: ['Delete'] });
  await grant(app, w.bob, { folderId: same }, { allow: ['Write'] });
  await grant(app, w.bob, { folderId: secret }, { deny: ['Read'] });
  await grant(app, w.bob, { documentId: locked }, { deny: ['Write'] });
  await grant(app, w.ann, { documentId: open }, { allow: ['Read'] });
  const { body } = await w.bob.api('GET', `/api/folders/${plans}/place`);
  assert.deepEqual(body.Rights, ['Read', 'Write']);
  assert.deepEqual(body.Exceptions.map(rightsOf), [
    { FolderId: year, DocumentId: null, Rights: ['Read', 'Write', 'Delete'] },
    { FolderId: null, DocumentId: locked, Rights: ['Read'] },
  ]);
  assert.deepEqual(able(body.ItemAbilities.Folder), ['AddFolder', 'AddDocument', 'Rename', 'Copy']);
  assert.deepEqual(able(body.Exceptions[0].Abilities), ['AddFolder', 'AddDocument', 'Rename', 'Move', 'Copy', 'Trash']);
  assert.deepEqual(able(body.Exceptions[1].Abilities), ['Copy']);
  await grant(app, w.bob, { folderId: plans }, { allow: ['Delete'] });
  const ofLibrary = (await w.bob.api('GET', `/api/libraries/${libraryId}/place`)).body;
  assert.deepEqual(ofLibrary.Exceptions.map(rightsOf), [
    { FolderId: plans, DocumentId: null, Rights: ['Read', 'Write', 'Delete'] },
  ]);
  assert.deepEqual(ofLibrary.Path, []);
});

test('an item in the trash has no place and is not listed as an exception', async () => {
  const { w, plans, year, documentId } = await corporate();
  const other = await w.admin.document(plans, 'other.txt');
  await grant(app, w.bob, { folderId: plans }, { allow: ['Read'] });
  await grant(app, w.bob, { folderId: year }, { allow: ['Write'] });
  await grant(app, w.bob, { documentId: other }, { allow: ['Write'] });
  for (const path of [`folders/${year}`, `documents/${other}`]) await w.admin.api('DELETE', `/api/${path}`);
  assert.deepEqual((await w.bob.api('GET', `/api/folders/${plans}/place`)).body.Exceptions, []);
  for (const path of [`folders/${year}`, `documents/${documentId}`]) {
    assert.equal((await w.bob.api('GET', `/api/${path}/place`)).status, 404);
  }
});
