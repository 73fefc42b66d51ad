import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addManyDocuments, addManyFolders } from '../../../test/factories/bulk.ts';
import { makeLibrary } from '../../../test/factories/libraries.ts';
import { grant } from '../../../test/factories/permissions.ts';
import { makeShare } from '../../../test/factories/shares.ts';
import { makeTagType, tagDocument, tagsOf } from '../../../test/factories/tags.ts';
import { makeTask } from '../../../test/factories/tasks.ts';
import { assertTreesAreWhole, makeChild } from '../../../test/factories/trees.ts';
import { startApp } from '../../../test/harness.ts';
import type { Person } from '../../../test/world.ts';
import type { Right } from '../rights/rights.ts';
import { storedFiles } from '../../content/blobs/stored-files.fixture.ts';

const app = await startApp({}, { own: 'counts the stored files' });

/** `Plans` with `a.txt` in it and in `Plans/Deep/Deeper`, and a folder to copy to. */
async function worldWithPlans() {
  const w = await app.world();
  const libraryId = await makeLibrary(w.admin);
  const sourceId = await w.admin.folder(libraryId, 'Plans');
  const deepId = await makeChild(w.admin, sourceId, 'Deep');
  const deeperId = await makeChild(w.admin, deepId, 'Deeper');
  const documentId = await w.admin.document(sourceId, 'a.txt', 'first');
  const belowId = await w.admin.document(deeperId, 'a.txt', 'below');
  const targetId = await w.admin.folder(libraryId, 'Target');
  const ids = { libraryId, sourceId, deepId, deeperId, documentId, belowId, targetId };
  return { w, admin: w.admin, ...ids, path: `/api/folders/${sourceId}/copy` };
}

type Tree = { [name: string]: Tree | string };

/** The visible content of a folder: subfolders recursively, documents with their contents. */
async function treeOf(person: Person, folderId: number): Promise<Tree> {
  const { body } = await person.api('GET', `/api/folders/${folderId}?embed=f,d`);
  const tree: Tree = {};
  for (const child of body.Embedded.Folders) tree[child.FolderName] = await treeOf(person, child.FolderId);
  for (const { DocumentId, DocumentName } of body.Embedded.Documents) {
    tree[DocumentName] = (await person.api('GET', `/api/documents/${DocumentId}/content`)).text;
  }
  return tree;
}

const foldersOf = async (person: Person, folderId: number) =>
  (await person.api('GET', `/api/folders/${folderId}/folders`)).body.map(
    ({ FolderName }: { FolderName: string }) => FolderName,
  );

test('a copy is a new folder with copies of its current content: 201, Location', async () => {
  const { admin, libraryId, targetId, documentId, path } = await worldWithPlans();
  await admin.revise(documentId, 'a.txt', 'second');
  app.clock.advance(60_000);
  const files = await storedFiles(app);
  const { status, headers, body } = await admin.api('POST', path, { ParentFolderId: targetId });
  const self = `http://carrel.test/api/folders/${body.FolderId}`;
  assert.deepEqual([status, headers.get('location')], [201, self]);
  assert.deepEqual(body, {
    FolderId: body.FolderId,
    FolderName: 'Plans',
    LibraryId: libraryId,
    Links: { Self: self, Documents: `${self}/documents`, Folders: `${self}/folders`, Shares: `${self}/shares` },
    Embedded: { Folders: [], Documents: [] },
  });
  assert.deepEqual(await treeOf(admin, body.FolderId), { Deep: { Deeper: { 'a.txt': 'below' } }, 'a.txt': 'second' });
  const [copy] = (await admin.api('GET', `/api/folders/${body.FolderId}/documents`)).body;
  assert.equal(copy.DateModified, app.clock.now.toISOString());
  assert.equal((await admin.api('GET', `/api/documents/${copy.DocumentId}/revisions`)).body.length, 1);
  assert.deepEqual(await storedFiles(app), files, 'contents are stored once');
  await assertTreesAreWhole(app);
});

test('a copy goes to the root of a library as well, and under another name beside the original', async () => {
  const { w, admin, libraryId, sourceId, path } = await worldWithPlans();
  const named = await admin.api('POST', path, { LibraryId: libraryId, FolderName: ' Plans  2027 ' });
  assert.deepEqual([named.status, named.body.FolderName], [201, 'Plans  2027']);
  await grant(app, w.ann, { folderId: sourceId }, { allow: ['Read'] });
  const own = await w.ann.api('POST', path, { LibraryId: w.ann.libraryId });
  assert.deepEqual([own.status, own.body.LibraryId], [201, w.ann.libraryId]);
  await admin.api('DELETE', `/api/folders/${sourceId}`);
  const content = { Deep: { Deeper: { 'a.txt': 'below' } }, 'a.txt': 'first' };
  assert.deepEqual(await treeOf(admin, named.body.FolderId), content);
  assert.deepEqual(await treeOf(w.ann, own.body.FolderId), content);
});

test('every copied folder and document is in the activity log', async () => {
  const { admin, libraryId, sourceId, deepId, deeperId, documentId, belowId, targetId, path } = await worldWithPlans();
  const [before] = await app.sql`select max(activity_id) as id from activity`;
  await admin.api('POST', path, { ParentFolderId: targetId, FolderName: 'New' });
  const rows = await app.sql`
    select activity_type, content_name, details from activity
    where activity_id > ${before?.['id']} and library_id = ${libraryId} and user_id = ${admin.userId} order by activity_id`;
  assert.deepEqual(
    rows.map((row) => [row['activity_type'], row['content_name'], row['details']]),
    [
      ['FolderCreated', 'New', { fromFolderId: sourceId }],
      ['FolderCreated', 'Deep', { fromFolderId: deepId }],
      ['FolderCreated', 'Deeper', { fromFolderId: deeperId }],
      ['DocumentCopied', 'a.txt', { fromDocumentId: documentId }],
      ['DocumentCopied', 'a.txt', { fromDocumentId: belowId }],
    ],
  );
});

test('shares, permissions and tasks stay with the original', async () => {
  const { w, admin, sourceId, documentId, targetId, path } = await worldWithPlans();
  await grant(app, w.ann, { folderId: sourceId }, { allow: ['Read'] });
  await makeShare(app, admin, { folderId: sourceId });
  await makeTask(app, admin, w.bob.email, documentId);
  const { body } = await admin.api('POST', path, { ParentFolderId: targetId });
  const [copy] = (await admin.api('GET', `/api/folders/${body.FolderId}/documents`)).body;
  assert.equal((await w.ann.api('GET', `/api/folders/${body.FolderId}`)).status, 403);
  assert.equal((await w.bob.api('GET', `/api/documents/${copy.DocumentId}`)).status, 403);
  assert.deepEqual((await admin.api('GET', `/api/folders/${body.FolderId}/shares`)).body, []);
  assert.deepEqual((await admin.api('GET', `/api/documents/${copy.DocumentId}/tags`)).body, []);
});

test('items in the trash and unreadable items are not copied', async () => {
  const { w, admin, sourceId, deepId, deeperId, documentId, path } = await worldWithPlans();
  await grant(app, w.ann, { folderId: sourceId }, { allow: ['Read'] });
  await grant(app, w.ann, { folderId: deeperId }, { deny: ['Read'] });
  await grant(app, w.ann, { documentId }, { deny: ['Read'] });
  await admin.document(deepId, 'kept.txt', 'kept');
  await admin.api('DELETE', `/api/documents/${await admin.document(deepId, 'gone.txt', 'gone')}`);
  await admin.api('DELETE', `/api/folders/${await makeChild(admin, deepId, 'Gone')}`);
  const { body } = await w.ann.api('POST', path, { LibraryId: w.ann.libraryId });
  assert.deepEqual(await treeOf(w.ann, body.FolderId), { Deep: { 'kept.txt': 'kept' } });
});

test('copying requires Read on the folder and Write at the target', async () => {
  const table: [at: Right[], target: Right[], status: number][] = [
    [[], ['Write'], 403],
    [['Read'], ['Write'], 201],
    [['Read'], ['Read', 'Delete', 'Grant'], 403],
    [['Read'], [], 403],
  ];
  const { w, admin, libraryId, sourceId, path } = await worldWithPlans();
  for (const [at, target, status] of table) {
    await app.sql`delete from permissions where user_id = ${w.bob.userId}`;
    const targetId = await admin.folder(libraryId, `To ${at.join()} ${target.join()}`);
    await grant(app, w.bob, { folderId: sourceId }, { allow: at });
    await grant(app, w.bob, { folderId: targetId }, { allow: target });
    assert.equal(
      (await w.bob.api('POST', path, { ParentFolderId: targetId })).status,
      status,
      `${at.join()} ${target.join()}`,
    );
  }
});

test('no place, two places, invalid names and values return 400', async () => {
  const { admin, libraryId, targetId, path } = await worldWithPlans();
  for (const body of [
    undefined,
    {},
    { FolderName: 'New' },
    { ParentFolderId: null, LibraryId: null },
    { ParentFolderId: targetId, LibraryId: libraryId },
    ...['1', 1.5, 0, 2 ** 53].map((ParentFolderId) => ({ ParentFolderId })),
    ...[' ', '..', 'a/b', 'x'.repeat(200)].map((FolderName) => ({ ParentFolderId: targetId, FolderName })),
  ]) {
    assert.equal((await admin.api('POST', path, body)).status, 400, JSON.stringify(body));
  }
});

test('a folder or target that is missing, in the trash or in another deployment returns 404; without a token 401', async () => {
  const { w, admin, libraryId, sourceId, targetId, path } = await worldWithPlans();
  const elsewhere = await w.other.folder(w.other.libraryId, 'Elsewhere');
  const trashed = await admin.folder(libraryId, 'Trashed');
  await admin.api('DELETE', `/api/folders/${trashed}`);
  for (const id of [999_999_999, elsewhere, trashed]) {
    assert.equal((await admin.api('POST', path, { ParentFolderId: id })).status, 404);
    assert.equal((await admin.api('POST', `/api/folders/${id}/copy`, { ParentFolderId: targetId })).status, 404);
  }
  assert.equal((await admin.api('POST', path, { LibraryId: w.other.libraryId })).status, 404);
  assert.equal((await w.anonymous.api('POST', path, { ParentFolderId: targetId })).status, 401);
  assert.deepEqual(await foldersOf(admin, sourceId), ['Deep']);
});

test('a taken name, the folder itself, its subtree and the 101st level return 409', async () => {
  const { admin, libraryId, sourceId, deeperId, targetId, path } = await worldWithPlans();
  await makeChild(admin, targetId, 'PLANS');
  const chain = async (levels: number) => {
    const FolderPath = Array.from({ length: levels }, (_, i) => `Level ${i}`).join('\\');
    return (await admin.api('POST', `/api/libraries/${libraryId}/folders`, { FolderPath })).body.FolderId;
  };
  for (const body of [
    { ParentFolderId: targetId },
    { LibraryId: libraryId },
    { LibraryId: libraryId, FolderName: 'target' },
    { ParentFolderId: sourceId, FolderName: 'New' },
    { ParentFolderId: deeperId, FolderName: 'New' },
    { ParentFolderId: await chain(98) },
  ]) {
    assert.equal((await admin.api('POST', path, body)).status, 409, JSON.stringify(body));
  }
  assert.equal((await admin.api('POST', path, { ParentFolderId: await chain(97) })).status, 201);
  assert.deepEqual(await foldersOf(admin, targetId), ['PLANS']);
});

test('a document of a type no longer allowed stops the whole copy with 400', async () => {
  const { admin, deepId, targetId, path } = await worldWithPlans();
  await admin.document(deepId, 'run.exe');
  await admin.api('PATCH', '/api/settings', { FileTypeWhitelist: ['.TXT'] });
  const { status, body } = await admin.api('POST', path, { ParentFolderId: targetId });
  assert.equal(status, 400);
  assert.match(body.title, /run\.exe/);
  assert.deepEqual(await foldersOf(admin, targetId), []);
});

test('tags and folder tag types are copied within the library and not to another one', async () => {
  const { admin, libraryId, deeperId, documentId, belowId, targetId, path } = await worldWithPlans();
  const [color, size] = [await makeTagType(admin, libraryId, 'Color'), await makeTagType(admin, libraryId, 'Size')];
  await tagDocument(admin, documentId, [[color, 'Blue']]);
  const wanted = [{ TagTypeId: color, Constraints: { DefaultValue: 'Red' } }, { TagTypeId: size }];
  await admin.api('PUT', `/api/folders/${deeperId}/tagtypes`, wanted);
  await tagDocument(admin, belowId, [[size, 'A4']]);
  await admin.revise(documentId, 'a.txt', 'second');
  for (const [place, tags, tagsBelow, types] of [
    [{ ParentFolderId: targetId }, { Color: 'Blue' }, { Color: 'Red', Size: 'A4' }, 2],
    [{ LibraryId: await makeLibrary(admin) }, {}, {}, 0],
  ] as const) {
    const { body } = await admin.api('POST', path, place);
    const rows = await app.sql<{ documentId: number; folderId: number; depth: number }[]>`
      select document_id as "documentId", folder_id as "folderId", cardinality(path) as depth
      from documents join folders using (deployment_id, folder_id) where path @> array[${body.FolderId}]::bigint[]
      order by depth`;
    const [top, below] = rows;
    assert.deepEqual(await tagsOf(admin, top?.documentId ?? 0), tags);
    assert.deepEqual(await tagsOf(admin, below?.documentId ?? 0), tagsBelow);
    assert.equal((await admin.api('GET', `/api/folders/${below?.folderId}/tagtypes`)).body.length, types);
    const ids = rows.map((row) => row.documentId);
    assert.equal(
      (await app.sql`select from document_tags where document_id = any (${ids}) and value = 'Revised'`).length,
      0,
    );
  }
});

test('10 000 folders and documents are copied; one more returns 413 and creates nothing', async () => {
  const { admin } = await app.world();
  const sourceId = await admin.folder(await makeLibrary(admin), 'Source');
  const targetId = await admin.folder(await makeLibrary(admin), 'Target');
  await addManyFolders(app, admin, sourceId, 5000);
  await addManyDocuments(app, admin, sourceId, 4999);
  // As it is wherever so much has come together: what was planned while the tables were empty is planned anew.
  await app.sql`analyze folders, documents, revisions`;
  const path = `/api/folders/${sourceId}/copy`;
  const { status, body } = await admin.api('POST', path, { ParentFolderId: targetId });
  assert.equal(status, 201);
  const [made] = await app.sql`
    select (select count(*) from folders where parent_id = ${body.FolderId}) as folders,
      (select count(*) from documents where folder_id = ${body.FolderId}) as documents`;
  assert.deepEqual(made, { folders: 5000, documents: 4999 });
  await admin.document(sourceId, 'one more.txt');
  const refused = await admin.api('POST', path, { ParentFolderId: targetId, FolderName: 'Again' });
  assert.equal(refused.status, 413);
  assert.match(refused.body.title, /At most 10000/);
  assert.equal((await foldersOf(admin, targetId)).length, 1);
  await assertTreesAreWhole(app);
});
