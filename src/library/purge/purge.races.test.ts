/** Items moved out of or into a folder during its purge are kept or removed completely. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addManyDocuments } from '../../../test/factories/bulk.ts';
import { makeLibrary } from '../../../test/factories/libraries.ts';
import { assertTreesAreWhole, makeChild } from '../../../test/factories/trees.ts';
import { startApp } from '../../../test/harness.ts';
import { untilWaiting } from '../../../test/waiting.ts';
import type { Person } from '../../../test/world.ts';
import type { Tx } from '../../platform/db/connection.ts';
import { storedFiles } from '../../content/blobs/stored-files.fixture.ts';

const app = await startApp({}, { own: 'counts the stored files' });

/**
 * Purges while somebody is held up in the middle of another write, and lets the work in the background go as far as it
 * can before that write goes on. Returns both answers.
 */
async function purgeDuring<Answer>(
  path: string,
  hold: (tx: Tx) => Promise<unknown>,
  { admin, write }: { admin: Person; write: () => Promise<Answer> },
) {
  const { working, ...both } = await app.sql.begin(async (tx) => {
    await hold(tx);
    const written = write();
    await untilWaiting(app, 1);
    const purged = admin.api('DELETE', `${path}?purge=true`);
    await Promise.race([purged, untilWaiting(app, 2)]);
    const jobs = app.runJobs();
    await Promise.race([jobs, untilWaiting(app, 2)]);
    return { written, purged, working: jobs };
  });
  const answers = [await both.written, await both.purged] as const;
  await working;
  await app.runJobs();
  return answers;
}

async function worldWithFolder() {
  const { admin } = await app.world();
  const libraryId = await makeLibrary(admin);
  const folderId = await admin.folder(libraryId, 'Doomed');
  const childId = await makeChild(admin, folderId, 'Child');
  return { admin, libraryId, folderId, childId, safeId: await admin.folder(libraryId, 'Safe') };
}

for (const wasInTrash of [true, false]) {
  const what = wasInTrash ? 'restored elsewhere' : 'moved away';
  test(`a document that is ${what} while its container is purged stays, with its bytes`, async () => {
    const { admin, folderId, childId, safeId } = await worldWithFolder();
    const path = `/api/documents/${await admin.document(childId, 'a.txt', 'kept')}`;
    if (wasInTrash) await admin.api('DELETE', path);
    const [kept, purged] = await purgeDuring(
      `/api/folders/${folderId}`,
      (tx) => tx`select from folders where folder_id = ${safeId} for update`,
      {
        admin,
        write: () =>
          wasInTrash
            ? admin.api('PATCH', `${path}/restore?into=${safeId}`)
            : admin.api('PATCH', path, { FolderId: safeId }),
      },
    );
    assert.deepEqual([kept.status, purged.status], [200, 204]);
    assert.equal((await admin.api('GET', `${path}/content`)).text, 'kept');
    assert.equal((await app.sql`select from folders where folder_id = any (${[folderId, childId]})`).length, 0);
  });

  for (const kind of ['folder', 'library'] as const) {
    test(`a folder that is ${what} while its ${kind} is purged stays, with its subtree`, async () => {
      const { admin, libraryId, folderId, childId } = await worldWithFolder();
      const deepId = await makeChild(admin, childId, 'Deep');
      const documentId = await admin.document(deepId, 'a.txt', 'kept');
      const safeId = await admin.folder(await makeLibrary(admin), 'Safe');
      const path = `/api/folders/${childId}`;
      if (wasInTrash) await admin.api('DELETE', path);
      const [kept, purged] = await purgeDuring(
        kind === 'folder' ? `/api/folders/${folderId}` : `/api/libraries/${libraryId}`,
        (tx) => tx`select from folders where folder_id = ${deepId} for update`,
        {
          admin,
          write: () =>
            wasInTrash
              ? admin.api('PATCH', `${path}/restore?into=${safeId}`)
              : admin.api('PATCH', path, { ParentFolderId: safeId }),
        },
      );
      assert.deepEqual([kept.status, purged.status], [200, 204]);
      assert.equal((await admin.api('GET', `/api/documents/${documentId}/content`)).text, 'kept');
      assert.equal((await app.sql`select from folders where folder_id = ${folderId}`).length, 0);
      await assertTreesAreWhole(app);
    });
  }
}

test('the bytes of a revision stored during a purge of its container are removed', async () => {
  const { admin, folderId, childId } = await worldWithFolder();
  const documentId = await admin.document(childId, 'a.txt', 'first');
  await app.runJobs();
  const before = await storedFiles(app);
  const [revised, purged] = await purgeDuring(
    `/api/folders/${folderId}`,
    (tx) => tx`lock table revisions in share mode`,
    { admin, write: () => admin.revise(documentId, 'a.txt', 'second') },
  );
  assert.deepEqual([revised.status, purged.status], [201, 204]);
  assert.equal((await storedFiles(app)).length, before.length - 1);
  assert.equal((await app.sql`select from blobs where deployment_id = ${admin.deploymentId}`).length, 0);
});

test('an upload into a folder being purged is removed with it in one background run', async () => {
  const { admin, folderId, childId } = await worldWithFolder();
  await app.runJobs();
  const before = await storedFiles(app);
  const [uploaded, purged] = await purgeDuring(
    `/api/folders/${folderId}`,
    (tx) => tx`lock table revisions in share mode`,
    { admin, write: () => admin.upload(childId, 'a.txt', 'late') },
  );
  assert.deepEqual([uploaded.status, purged.status], [201, 204]);
  assert.equal((await admin.api('GET', `/api/documents/${uploaded.body.DocumentId}`)).status, 404);
  assert.equal((await app.sql`select from folders where folder_id = any (${[folderId, childId]})`).length, 0);
  assert.deepEqual(await storedFiles(app), before);
});

test('concurrent moves and restores out of a purged folder succeed or return 404', async () => {
  const { admin, libraryId, safeId } = await worldWithFolder();
  for (let i = 0; i < 8; i += 1) {
    const folderId = await admin.folder(libraryId, `Doomed ${i}`);
    const childId = await makeChild(admin, folderId, 'Child');
    await addManyDocuments(app, admin, childId, 600);
    const [moved, trashed] = [
      await admin.document(childId, `m${i}.txt`, `m${i}`),
      await admin.document(childId, `t${i}.txt`, `t${i}`),
    ];
    await admin.api('DELETE', `/api/documents/${trashed}`);
    const answers = await Promise.all([
      admin.api('PATCH', `/api/documents/${moved}`, { FolderId: safeId }),
      admin.api('PATCH', `/api/documents/${trashed}/restore?into=${safeId}`),
      admin.api('DELETE', `/api/folders/${folderId}?purge=true`),
    ]);
    await app.runJobs();
    assert.equal(answers[2].status, 204);
    for (const [documentId, { status, text }] of [
      [moved, answers[0]],
      [trashed, answers[1]],
    ] as const) {
      assert.ok([200, 404].includes(status), text);
      assert.equal((await admin.api('GET', `/api/documents/${documentId}/content`)).status, status);
    }
    assert.equal((await app.sql`select from folders where folder_id = any (${[folderId, childId]})`).length, 0);
  }
});
