/** Copying a folder while others change it, take it away or copy it too. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeLibrary } from '../../../test/factories/libraries.ts';
import { assertTreesAreWhole, makeChild } from '../../../test/factories/trees.ts';
import { startApp } from '../../../test/harness.ts';
import { untilWaiting } from '../../../test/waiting.ts';

const app = await startApp({}, { own: 'locks whole tables' });

test('items that are changed or removed during a copy are copied in their previous state', async () => {
  for (const change of [
    { of: 'document', write: (w: Writes) => w.admin.api('DELETE', `/api/documents/${w.documentId}?purge=true`) },
    { of: 'document', write: (w: Writes) => w.admin.revise(w.documentId, 'a.txt', 'second') },
    {
      of: 'document',
      write: (w: Writes) => w.admin.api('PATCH', `/api/documents/${w.documentId}`, { FolderId: w.targetId }),
    },
    { of: 'source', write: (w: Writes) => w.admin.api('DELETE', `/api/folders/${w.sourceId}`) },
    { of: 'source', write: (w: Writes) => w.admin.api('DELETE', `/api/folders/${w.sourceId}?purge=true`) },
    { of: 'below', write: (w: Writes) => w.admin.api('DELETE', `/api/folders/${w.deepId}?purge=true`) },
    { of: 'below', write: (w: Writes) => w.admin.api('PATCH', `/api/folders/${w.deepId}`, { LibraryId: w.libraryId }) },
  ]) {
    const w = await worldToCopy();
    const { copied, written } = await app.sql.begin(async (tx) => {
      // The copy is held up after it has looked at everything.
      await tx`lock table revisions in share mode`;
      const copying = w.admin.api('POST', w.path, { ParentFolderId: w.targetId });
      await untilWaiting(app, 1);
      const writing = change.write(w);
      await untilWaiting(app, 2);
      return { copied: copying, written: writing };
    });
    assert.equal((await copied).status, 201);
    assert.ok((await written).status < 300, `${change.of}: ${(await written).text}`);
    await app.runJobs();
    const documents = await app.sql<{ id: number; name: string }[]>`
      select document_id as id, d.name from documents d join folders f using (deployment_id, folder_id)
      where f.path @> array[${(await copied).body.FolderId}]::bigint[] order by d.name`;
    assert.deepEqual(
      documents.map(({ name }) => name),
      ['a.txt', 'below.txt'],
      change.of,
    );
    for (const { id, name } of documents) {
      assert.equal((await w.admin.api('GET', `/api/documents/${id}/content`)).text, `first ${name}`, change.of);
    }
    await assertTreesAreWhole(app);
  }
});

type Writes = Awaited<ReturnType<typeof worldToCopy>>;

async function worldToCopy() {
  const { admin } = await app.world();
  const libraryId = await makeLibrary(admin);
  const [sourceId, targetId] = [await admin.folder(libraryId, 'Source'), await admin.folder(libraryId, 'Target')];
  const deepId = await makeChild(admin, sourceId, 'Deep');
  const documentId = await admin.document(sourceId, 'a.txt', 'first a.txt');
  await admin.document(deepId, 'below.txt', 'first below.txt');
  return { admin, libraryId, sourceId, targetId, deepId, documentId, path: `/api/folders/${sourceId}/copy` };
}

test('of two concurrent copies to one name one returns 409', async () => {
  const { admin, targetId, path } = await worldToCopy();
  for (let i = 0; i < 5; i += 1) {
    const copy = () => admin.api('POST', path, { ParentFolderId: targetId, FolderName: `Copy ${i}` });
    const answers = await Promise.all([copy(), copy()]);
    const statuses = answers.map(({ status }) => status).sort((a, b) => a - b);
    assert.deepEqual(statuses, [201, 409]);
  }
});

test('a copy into a folder being deleted is stored in it or returns 404', async () => {
  const { admin, libraryId, path } = await worldToCopy();
  for (let i = 0; i < 5; i += 1) {
    const targetId = await admin.folder(libraryId, `Target ${i}`);
    const [deleted, copied] = await Promise.all([
      admin.api('DELETE', `/api/folders/${targetId}`),
      admin.api('POST', path, { ParentFolderId: targetId }),
    ]);
    assert.equal(deleted.status, 204);
    assert.ok([201, 404].includes(copied.status), `${copied.status}`);
    await admin.api('PATCH', `/api/folders/${targetId}/restore`);
    assert.equal(
      (await admin.api('GET', `/api/folders/${targetId}/folders`)).body.length,
      copied.status === 201 ? 1 : 0,
    );
  }
});
