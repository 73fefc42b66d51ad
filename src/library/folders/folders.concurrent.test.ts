/** Two requests at once: in whatever order PostgreSQL runs them, trees stay whole and no request waits forever. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeLibrary } from '../../../test/factories/libraries.ts';
import { assertTreesAreWhole, makeChild } from '../../../test/factories/trees.ts';
import { startApp } from '../../../test/harness.ts';

const app = await startApp();

const statusesOf = (answers: { status: number }[]) => answers.map(({ status }) => status).sort((a, b) => a - b);

function assertOneOf(status: number, ...allowed: number[]): void {
  assert.ok(allowed.includes(status), `${status} is none of ${allowed.join(', ')}`);
}

test('of twenty concurrent creates of one path one returns 201, the others 200', async () => {
  const { ann } = await app.world();
  const place = `/api/libraries/${ann.libraryId}/folders`;
  const paths = ['One\\Two\\Three', 'ONE\\two\\THREE'];
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, i) => ann.api('POST', place, { FolderPath: paths[i % 2] })),
  );
  assert.deepEqual(statusesOf(answers), [...Array<number>(19).fill(200), 201]);
  assert.equal(new Set(answers.map(({ body }) => body.FolderId)).size, 1);
  const [row] = await app.sql`select count(*) as n from folders where library_id = ${ann.libraryId}`;
  assert.equal(row?.['n'], 3);
  await assertTreesAreWhole(app);
});

test('concurrent creates of overlapping paths do not deadlock', async () => {
  const { ann } = await app.world();
  const place = `/api/libraries/${ann.libraryId}/folders`;
  for (let i = 0; i < 5; i += 1) {
    const wanted = [`A${i}\\B\\C`, `A${i}\\B`, `A${i}\\B\\D\\E`, `A${i}\\C\\B`, `A${i}`, `B${i}\\A`];
    const answers = await Promise.all(wanted.map((FolderPath) => ann.api('POST', place, { FolderPath })));
    for (const { status } of answers) assertOneOf(status, 200, 201);
  }
  const [row] = await app.sql`select count(*) as n from folders where library_id = ${ann.libraryId}`;
  assert.equal(row?.['n'], 5 * 9);
  await assertTreesAreWhole(app);
});

test('of two concurrent moves into each other one succeeds and the other returns 409', async () => {
  const { ann } = await app.world();
  for (let i = 0; i < 15; i += 1) {
    const a = await ann.folder(ann.libraryId, `A${i}`);
    const b = await ann.folder(ann.libraryId, `B${i}`);
    const deepInB = await makeChild(ann, b, 'Deep');
    const answers = await Promise.all([
      ann.api('PATCH', `/api/folders/${a}`, { ParentFolderId: deepInB }),
      ann.api('PATCH', `/api/folders/${b}`, { ParentFolderId: a }),
    ]);
    assert.deepEqual(statusesOf(answers), [200, 409]);
    await assertTreesAreWhole(app);
  }
});

test('two crossing moves between two libraries both succeed', async () => {
  const { admin } = await app.world();
  const [one, two] = [await makeLibrary(admin), await makeLibrary(admin)];
  for (let i = 0; i < 10; i += 1) {
    const a = await admin.folder(one, `A${i}`);
    const b = await admin.folder(two, `B${i}`);
    const answers = await Promise.all([
      admin.api('PATCH', `/api/folders/${a}`, { LibraryId: two }),
      admin.api('PATCH', `/api/folders/${b}`, { LibraryId: one }),
    ]);
    assert.deepEqual(statusesOf(answers), [200, 200]);
  }
  await assertTreesAreWhole(app);
});

test('folders created below a moving folder have correct paths', async () => {
  const { admin } = await app.world();
  const [one, two] = [await makeLibrary(admin), await makeLibrary(admin)];
  const target = await admin.folder(two, 'Target');
  for (let i = 0; i < 20; i += 1) {
    const moving = await admin.folder(one, `Moving ${i}`);
    const child = await makeChild(admin, moving, 'Child');
    const [moved, ...made] = await Promise.all([
      admin.api('PATCH', `/api/folders/${moving}`, { ParentFolderId: target }),
      admin.api('POST', `/api/folders/${moving}/folders`, { FolderPath: 'New\\Newer' }),
      admin.api('POST', `/api/folders/${child}/folders`, { FolderName: 'New' }),
      admin.api('POST', `/api/libraries/${one}/folders`, { FolderPath: `Moving ${i}\\Child\\New` }),
    ]);
    assert.equal(moved.status, 200);
    for (const { status } of made) assertOneOf(status, 200, 201);
    await assertTreesAreWhole(app);
  }
});

test('two concurrent moves of one folder are both applied, in turn', async () => {
  const { admin } = await app.world();
  const libraries = [await makeLibrary(admin), await makeLibrary(admin), await makeLibrary(admin)];
  const [from = 0, to = 0, other = 0] = libraries;
  for (let i = 0; i < 10; i += 1) {
    const folderId = await admin.folder(from, `F${i}`);
    await makeChild(admin, folderId, 'Child');
    const answers = await Promise.all(
      [to, other].map((LibraryId) => admin.api('PATCH', `/api/folders/${folderId}`, { LibraryId })),
    );
    // The second request finds that the folder is no longer in the tree that it has locked.
    for (const { status } of answers) assertOneOf(status, 200, 409);
    assert.ok(answers.some(({ status }) => status === 200));
    await assertTreesAreWhole(app);
  }
});

test('two concurrent restores of one name both succeed under two names', async () => {
  const { ann } = await app.world();
  const target = await ann.folder(ann.libraryId, 'Target');
  for (let i = 0; i < 10; i += 1) {
    const ids = [];
    for (let k = 0; k < 2; k += 1) {
      const id = await ann.folder(ann.libraryId, `Twin ${i}`);
      await ann.api('DELETE', `/api/folders/${id}`);
      ids.push(id);
    }
    const query = i % 2 === 0 ? '' : `?into=${target}`;
    const answers = await Promise.all(ids.map((id) => ann.api('PATCH', `/api/folders/${id}/restore${query}`)));
    assert.deepEqual(statusesOf(answers), [200, 200]);
    const names = new Set(answers.map(({ body }) => body.FolderName));
    assert.deepEqual(names, new Set([`Twin ${i}`, `Twin ${i} (2)`]));
  }
  await assertTreesAreWhole(app);
});

test('a concurrent restore and create of the same name both succeed', async () => {
  const { ann } = await app.world();
  for (let i = 0; i < 15; i += 1) {
    const id = await ann.folder(ann.libraryId, `Name ${i}`);
    await ann.api('DELETE', `/api/folders/${id}`);
    const [restored, created] = await Promise.all([
      ann.api('PATCH', `/api/folders/${id}/restore`),
      ann.api('POST', `/api/libraries/${ann.libraryId}/folders`, { FolderName: `Name ${i}` }),
    ]);
    assert.equal(restored.status, 200);
    assertOneOf(created.status, 200, 201);
    assert.equal(created.body.FolderId === id, created.status === 200);
  }
});

test('of concurrent deletions of a folder one returns 204, the others 404; of restores one 200, the others 409', async () => {
  const { ann } = await app.world();
  const folderId = await ann.folder(ann.libraryId, 'F');
  const five = Array.from({ length: 5 });
  const deleted = await Promise.all(five.map(() => ann.api('DELETE', `/api/folders/${folderId}`)));
  assert.deepEqual(statusesOf(deleted), [204, 404, 404, 404, 404]);
  const restored = await Promise.all(five.map(() => ann.api('PATCH', `/api/folders/${folderId}/restore`)));
  assert.deepEqual(statusesOf(restored), [200, 409, 409, 409, 409]);
  const purged = await Promise.all(five.map(() => ann.api('DELETE', `/api/folders/${folderId}?purge=true`)));
  assert.deepEqual(statusesOf(purged), [204, 404, 404, 404, 404]);
});

test('an item created in a folder being deleted is stored in it or returns 404', async () => {
  const { ann } = await app.world();
  for (let i = 0; i < 20; i += 1) {
    const parent = await ann.folder(ann.libraryId, `Parent ${i}`);
    const [deleted, made] = await Promise.all([
      ann.api('DELETE', `/api/folders/${parent}`),
      ann.api('POST', `/api/folders/${parent}/folders`, { FolderPath: 'A\\B' }),
    ]);
    assert.equal(deleted.status, 204);
    assertOneOf(made.status, 201, 404);
    await ann.api('PATCH', `/api/folders/${parent}/restore`);
    const { body } = await ann.api('GET', `/api/folders/${parent}/folders`);
    assert.equal(body.length, made.status === 201 ? 1 : 0);
  }
});

test('a path through a folder that is deleted or renamed meanwhile is created again', async () => {
  const { ann } = await app.world();
  const place = `/api/libraries/${ann.libraryId}/folders`;
  for (let i = 0; i < 20; i += 1) {
    const level = await ann.folder(ann.libraryId, `Level ${i}`);
    const change =
      i % 2 === 0
        ? ann.api('DELETE', `/api/folders/${level}`)
        : ann.api('PATCH', `/api/folders/${level}`, { FolderName: `Renamed ${i}` });
    const [changed, made] = await Promise.all([change, ann.api('POST', place, { FolderPath: `Level ${i}\\Below` })]);
    assertOneOf(changed.status, 200, 204);
    assert.equal(made.status, 201);
  }
  await assertTreesAreWhole(app);
});

test('concurrent moves, copies, deletions, restores, purges and creates leave consistent trees', async () => {
  const { admin } = await app.world();
  const libraries = [await makeLibrary(admin), await makeLibrary(admin)];
  const ids: number[] = [];
  for (const libraryId of libraries) {
    for (const name of ['A', 'B', 'C', 'D']) ids.push(await admin.folder(libraryId, name));
  }
  // A sequence that looks random and is the same each time.
  let seed = 7;
  const pick = (count: number) => (seed = (seed * 48_271) % 2_147_483_647) % count;
  const anyId = () => ids[pick(ids.length)] ?? 0;
  const anything = async (n: number) => {
    const path = `/api/folders/${anyId()}`;
    return [
      () => admin.api('PATCH', path, { ParentFolderId: anyId() }),
      () => admin.api('PATCH', path, { LibraryId: libraries[n % 2], FolderName: `New ${n}` }),
      () => admin.api('POST', `${path}/folders`, { FolderPath: `X${n}\\Y` }),
      () => admin.api('DELETE', path),
      () => admin.api('PATCH', `${path}/restore`),
      () => admin.api('PATCH', `${path}/restore?into=${anyId()}`),
      () => admin.api('DELETE', n % 5 === 0 ? `${path}?purge=true` : path),
      () => admin.api('POST', `${path}/copy`, { LibraryId: libraries[n % 2], FolderName: `Copy ${n}` }),
    ][pick(8)]?.();
  };
  for (let round = 0; round < 40; round += 1) {
    const answers = await Promise.all(Array.from({ length: 8 }, (_, i) => anything(round * 8 + i)));
    for (const answer of answers) {
      assertOneOf(answer?.status ?? 0, 200, 201, 204, 404, 409);
      if (answer?.body?.FolderId !== undefined) ids.push(answer.body.FolderId);
    }
    await assertTreesAreWhole(app);
  }
  await app.runJobs();
  await assertTreesAreWhole(app);
});
