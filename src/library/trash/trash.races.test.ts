/** Two at once at the trash: whatever the order in which they pass, both answers fit to it. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeLibrary } from '../../../test/factories/libraries.ts';
import { assertTreesAreWhole, makeChild } from '../../../test/factories/trees.ts';
import { startApp } from '../../../test/harness.ts';
import { untilWaiting } from '../../../test/waiting.ts';
import type { Person } from '../../../test/world.ts';

const ROUNDS = 15;
const DAY_MS = 24 * 3_600_000;
const app = await startApp();

const statusesOf = (answers: { status: number }[]) => answers.map(({ status }) => status).sort((a, b) => a - b);

/** A document in the trash; the folder that it was in is not. */
async function trashedDocument(person: Person, folderId: number, name: string, content: string): Promise<string> {
  const path = `/api/documents/${await person.document(folderId, name, content)}`;
  assert.equal((await person.api('DELETE', path)).status, 204);
  return path;
}

/** A document, a folder and a library in the trash. */
async function trashedItems(person: Person, at: { libraryId: number; folderId: number }, name: string) {
  const folder = `/api/folders/${await person.folder(at.libraryId, name)}`;
  const library = `/api/libraries/${await makeLibrary(person)}`;
  for (const path of [folder, library]) await person.api('DELETE', path);
  return [await trashedDocument(person, at.folderId, `${name}.txt`, 'a'), folder, library];
}

test('of a concurrent restore and purge, the restored item is purged or the restore finds nothing', async () => {
  const { admin } = await app.world();
  const libraryId = await makeLibrary(admin);
  const folderId = await admin.folder(libraryId, 'F');
  for (let i = 0; i < ROUNDS; i += 1) {
    for (const path of await trashedItems(admin, { libraryId, folderId }, String(i))) {
      const [restored, purged] = await Promise.all([
        admin.api('PATCH', `${path}/restore`),
        admin.api('DELETE', `${path}?purge=true`),
      ]);
      assert.ok([200, 404].includes(restored.status), restored.text);
      assert.equal(purged.status, 204);
      assert.equal((await admin.api('GET', path)).status, 404);
      assert.equal((await admin.api('PATCH', `${path}/restore`)).status, 404);
    }
  }
  assert.deepEqual((await admin.api('GET', '/api/admin/trash')).body, []);
  await app.runJobs();
});

test('of a concurrent restore and purge in trash only, exactly one succeeds', async () => {
  const { admin } = await app.world();
  const libraryId = await makeLibrary(admin);
  const folderId = await admin.folder(libraryId, 'F');
  for (let i = 0; i < ROUNDS; i += 1) {
    for (const path of await trashedItems(admin, { libraryId, folderId }, String(i))) {
      const [restored, purged] = await Promise.all([
        admin.api('PATCH', `${path}/restore`),
        admin.api('DELETE', `${path}?purge=true&onlyInTrash=true`),
      ]);
      const isRestored = restored.status === 200;
      assert.deepEqual([restored.status, purged.status], isRestored ? [200, 409] : [404, 204]);
      assert.equal((await admin.api('GET', path)).status, isRestored ? 200 : 404);
    }
  }
});

test('an upload into a folder being deleted is stored in it or returns 404', async () => {
  const { ann } = await app.world();
  for (let i = 0; i < ROUNDS; i += 1) {
    const folderId = await ann.folder(ann.libraryId, `Folder ${i}`);
    const [uploaded, deleted] = await Promise.all([
      ann.upload(folderId, 'a.txt', `content ${i}`),
      ann.api('DELETE', `/api/folders/${folderId}`),
    ]);
    assert.equal(deleted.status, 204);
    assert.ok([201, 404].includes(uploaded.status), uploaded.text);
    await ann.api('PATCH', `/api/folders/${folderId}/restore`);
    const { body } = await ann.api('GET', `/api/folders/${folderId}/documents`);
    assert.equal(body.length, uploaded.status === 201 ? 1 : 0);
  }
});

test('a revision of a document being deleted is its newest or returns 404', async () => {
  const { ann } = await app.world();
  const folderId = await ann.folder(ann.libraryId, 'F');
  for (let i = 0; i < ROUNDS; i += 1) {
    const documentId = await ann.document(folderId, `${i}.txt`, 'first');
    const [revised, deleted] = await Promise.all([
      ann.revise(documentId, `${i}.txt`, 'second'),
      ann.api('DELETE', `/api/documents/${documentId}`),
    ]);
    assert.equal(deleted.status, 204);
    assert.ok([201, 404].includes(revised.status), revised.text);
    await ann.api('PATCH', `/api/documents/${documentId}/restore`);
    const { text } = await ann.api('GET', `/api/documents/${documentId}/content`);
    assert.equal(text, revised.status === 201 ? 'second' : 'first');
  }
});

test('two concurrent restores of duplicates into one folder both succeed under two names', async () => {
  const { ann } = await app.world();
  const folderId = await ann.folder(ann.libraryId, 'F');
  for (let i = 0; i < ROUNDS; i += 1) {
    const paths = [];
    for (let k = 0; k < 2; k += 1) paths.push(await trashedDocument(ann, folderId, `Twin ${i}.txt`, 'same'));
    const answers = await Promise.all(paths.map((path) => ann.api('PATCH', `${path}/restore`)));
    assert.deepEqual(statusesOf(answers), [200, 200]);
    const names = new Set(answers.map(({ body }) => body.DocumentName));
    assert.deepEqual(names, new Set([`Twin ${i}.txt`, `Twin ${i} (2).txt`]));
  }
});

test('a folder restored while a sibling takes its name gets ` (2)`', async () => {
  const { ann } = await app.world();
  const parentId = await ann.folder(ann.libraryId, 'Parent');
  for (const [name, siblingId, into] of [
    ['a', await ann.folder(ann.libraryId, 'Sibling'), ''],
    ['b', await makeChild(ann, parentId, 'Sibling'), `?into=${parentId}`],
  ] as const) {
    const deleted = await ann.folder(ann.libraryId, name);
    await ann.api('DELETE', `/api/folders/${deleted}`);
    const restoring = await app.sql.begin(async (tx) => {
      await tx`update folders set name = ${name}, name_key = ${name} where folder_id = ${siblingId}`;
      const answer = ann.api('PATCH', `/api/folders/${deleted}/restore${into}`);
      await untilWaiting(app);
      return { answer };
    });
    const restored = await restoring.answer;
    assert.deepEqual([restored.status, restored.body.FolderName], [200, `${name} (2)`]);
  }
  await assertTreesAreWhole(app);
});

test('a document restored while another becomes its duplicate gets ` (2)`', async () => {
  const { ann } = await app.world();
  const folderId = await ann.folder(ann.libraryId, 'F');
  const path = await trashedDocument(ann, folderId, 'a.txt', 'same');
  const twin = await ann.document(folderId, 'b.txt', 'same');
  const restoring = await app.sql.begin(async (tx) => {
    await tx`update documents set name = 'a.txt', name_key = 'a.txt' where document_id = ${twin}`;
    const answer = ann.api('PATCH', `${path}/restore`);
    await untilWaiting(app);
    return { answer };
  });
  const restored = await restoring.answer;
  assert.deepEqual([restored.status, restored.body.DocumentName], [200, 'a (2).txt']);
});

test('restores that race with renames, revisions and copies all succeed', async () => {
  const { ann } = await app.world();
  const folderId = await ann.folder(ann.libraryId, 'F');
  const other = await ann.folder(ann.libraryId, 'Other');
  for (let i = 0; i < ROUNDS; i += 1) {
    const name = `${i}.txt`;
    const path = await trashedDocument(ann, folderId, name, 'same');
    const renamed = await ann.document(folderId, `renamed ${name}`, 'same');
    const elsewhere = await ann.document(other, name, 'same');
    const [restored, ...makers] = await Promise.all([
      ann.api('PATCH', `${path}/restore`),
      ann.api('PATCH', `/api/documents/${renamed}`, { DocumentName: name }),
      ann.api('POST', `/api/documents/${elsewhere}/copy`, { FolderId: folderId }),
    ]);
    assert.equal(restored.status, 200, restored.text);
    for (const { status } of makers) assert.ok([200, 201, 409].includes(status));
  }
});

test('a folder created in one that moves to another library meanwhile is created in the right tree', async () => {
  const { admin } = await app.world();
  const [one, two] = [await makeLibrary(admin), await makeLibrary(admin)];
  const folderId = await admin.folder(one, 'Moving');
  const making = await app.sql.begin(async (tx) => {
    await tx`select pg_advisory_xact_lock(hashtextextended('carrel:tree:' || ${one}::text, 0))`;
    const answer = admin.api('POST', `/api/folders/${folderId}/folders`, { FolderName: 'New' });
    await untilWaiting(app);
    await tx`update folders set library_id = ${two} where folder_id = ${folderId}`;
    return { answer };
  });
  const made = await making.answer;
  assert.deepEqual([made.status, made.body.LibraryId], [201, two]);
  await assertTreesAreWhole(app);
});

test('a document restored while an age-based purge runs is purged', async () => {
  const { admin, ann } = await app.world();
  const folderId = await ann.folder(ann.libraryId, 'F');
  for (let i = 0; i < 5; i += 1) {
    const path = await trashedDocument(ann, folderId, `${i}.txt`, 'a');
    app.clock.advance(60 * DAY_MS);
    const body = { PurgeType: 'DateStored', Days: 60 };
    const { headers } = await admin.api('POST', '/api/async/documents/purge-old-documents', body);
    const [restored] = await Promise.all([ann.api('PATCH', `${path}/restore`), app.runJobs()]);
    assert.ok([200, 404].includes(restored.status), restored.text);
    assert.equal((await ann.api('GET', path)).status, 404);
    const jobId = headers.get('location')?.split('/').at(-1);
    const result = await admin.api('GET', `/api/async/results/documents/purge-old-documents/${jobId}`);
    assert.deepEqual(result.body, { DocumentsDeleted: 1, DocumentsThatFailedToDelete: 0 });
  }
});

test('an item restored or moved into a folder being deleted is stored in it or returns 404', async () => {
  const { ann } = await app.world();
  const homeId = await ann.folder(ann.libraryId, 'Home');
  for (let i = 0; i < ROUNDS; i += 1) {
    const targetId = await ann.folder(ann.libraryId, `Target ${i}`);
    const restored = await trashedDocument(ann, homeId, `restored ${i}.txt`, 'a');
    const returned = `/api/folders/${await makeChild(ann, homeId, `Returned ${i}`)}`;
    await ann.api('DELETE', returned);
    const moved = `/api/documents/${await ann.document(homeId, `moved ${i}.txt`)}`;
    const carried = `/api/folders/${await makeChild(ann, homeId, `Carried ${i}`)}`;
    const [deleted, ...answers] = await Promise.all([
      ann.api('DELETE', `/api/folders/${targetId}`),
      ann.api('PATCH', `${restored}/restore?into=${targetId}`),
      ann.api('PATCH', `${returned}/restore?into=${targetId}`),
      ann.api('PATCH', moved, { FolderId: targetId }),
      ann.api('PATCH', carried, { ParentFolderId: targetId }),
    ]);
    assert.equal(deleted.status, 204);
    for (const { status, text } of answers) assert.ok([200, 404].includes(status), text);
    await ann.api('PATCH', `/api/folders/${targetId}/restore`);
    const { body } = await ann.api('GET', `/api/folders/${targetId}?embed=f,d`);
    const there = body.Embedded.Folders.length + body.Embedded.Documents.length;
    assert.equal(there, answers.filter(({ status }) => status === 200).length);
    // A refused request has changed nothing.
    for (const [k, path] of [restored, returned, moved, carried].entries()) {
      const wasInTrash = k < 2 && answers[k]?.status === 404;
      assert.equal((await ann.api('GET', path)).status, wasInTrash ? 404 : 200);
      if (wasInTrash) assert.equal((await ann.api('PATCH', `${path}/restore`)).status, 200);
    }
  }
  await assertTreesAreWhole(app);
});
