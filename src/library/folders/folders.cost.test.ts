import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addManyDocuments, addManyFolders, makeChain } from '../../../test/factories/bulk.ts';
import { makeLibrary } from '../../../test/factories/libraries.ts';
import { grant, makeGroup } from '../../../test/factories/permissions.ts';
import { startApp } from '../../../test/harness.ts';
import { blocksTouched, statementsOf } from '../../../test/statements.ts';

const app = await startApp({}, { own: 'measures statements, whose cost depends on all rows' });

test('a list takes the same number of statements for 10 and for 1 000 entries', async () => {
  const w = await app.world();
  const { ann, bob } = w;
  // The first use of a token is written down.
  for (const person of [ann, bob]) await person.api('GET', '/api/libraries');
  const counts: number[][] = [];
  for (const size of [10, 1000]) {
    const folderId = await ann.folder(ann.libraryId, `Folder of ${size}`);
    await addManyFolders(app, ann, folderId, size);
    await addManyDocuments(app, ann, folderId, size);
    await grant(app, bob, { folderId }, { allow: ['Read'] });
    const paths = ['/folders', '/documents', '?embed=f,d', '/folders?top=5', '/documents?top=5&skip=1&orderBy=size'];
    const row = [];
    for (const person of [ann, bob]) {
      for (const path of paths) {
        const statements = await statementsOf(app, async () => {
          const { status, body } = await person.api('GET', `/api/folders/${folderId}${path}`);
          assert.equal(status, 200);
          if (Array.isArray(body) && !path.includes('top')) assert.equal(body.length, size);
        });
        row.push(statements.length);
      }
    }
    counts.push(row);
  }
  assert.deepEqual(counts[0], counts[1]);
  assert.ok(Math.max(...(counts[0] ?? [])) <= 4, String(counts[0]));
});

test('deleting, restoring and purging a folder take the same statements for 10 and for 1 000 entries', async () => {
  const { ann } = await app.world();
  const counts: number[][] = [];
  for (const size of [10, 1000]) {
    const folderId = await ann.folder(ann.libraryId, `Doomed folder of ${size}`);
    await addManyFolders(app, ann, folderId, size);
    await addManyDocuments(app, ann, folderId, size);
    const row = [];
    for (const [method, path] of [
      ['DELETE', ''],
      ['PATCH', '/restore'],
      ['PATCH', ''],
      ['DELETE', '?purge=true'],
    ] as const) {
      const body = method === 'PATCH' && path === '' ? { FolderName: `Renamed ${size}` } : undefined;
      const statements = await statementsOf(app, async () => {
        assert.ok((await ann.api(method, `/api/folders/${folderId}${path}`, body)).status < 300);
      });
      row.push(statements.length);
    }
    counts.push(row);
  }
  assert.deepEqual(counts[0], counts[1]);
  await app.runJobs();
  assert.equal((await app.sql`select from documents`.then((rows) => rows)).length, 2020 - 1010);
});

test('a copy takes the same number of statements for 10 and for 1 000 entries', async () => {
  const { admin } = await app.world();
  const libraryId = await makeLibrary(admin);
  const counts = [];
  for (const size of [10, 1000]) {
    const folderId = await admin.folder(libraryId, `Folder of ${size}`);
    await addManyFolders(app, admin, folderId, size);
    await addManyDocuments(app, admin, folderId, size);
    const body = { LibraryId: libraryId, FolderName: `Copy of ${size}` };
    const statements = await statementsOf(app, () => admin.api('POST', `/api/folders/${folderId}/copy`, body));
    counts.push(statements.length);
  }
  assert.equal(counts[0], counts[1]);
  assert.ok((counts[0] ?? 0) <= 26, String(counts[0]));
});

test('checking rights reads as many blocks in a library of 10 000 folders as in one of 100', async () => {
  const w = await app.world();
  const libraryId = await makeLibrary(w.admin);
  const chain = await makeChain(w.admin, libraryId, 20);
  const deepest = chain.at(-1) ?? 0;
  await grant(app, await makeGroup(app, w.deploymentId, [w.bob]), { libraryId }, { allow: ['Read'] });
  await grant(app, w.bob, { folderId: chain[10] ?? 0 }, { deny: ['Delete'] });
  const blocks = [];
  for (const [perLevel, total] of [
    [4, 100],
    [495, 10_000],
  ] as const) {
    for (const id of chain.slice(0, -1)) await addManyFolders(app, w.admin, id, perLevel);
    const [row] = await app.sql`select count(*) as n from folders where library_id = ${libraryId}`;
    assert.ok(row?.['n'] >= 0.95 * total, String(row?.['n']));
    await app.sql`analyze folders, permissions, libraries`;
    const sent = await statementsOf(app, async () => {
      assert.equal((await w.bob.api('GET', `/api/folders/${deepest}`)).status, 200);
    });
    const gateway = sent.find(({ text }) => text.includes('effective_rights'));
    assert.ok(gateway !== undefined, 'The gateway is one statement.');
    // Twice: the first time the catalogues are looked at as well.
    await blocksTouched(app, gateway);
    blocks.push(await blocksTouched(app, gateway));
  }
  const [few = 0, many = 0] = blocks;
  // One more level of an index for each of the 20 folders above is all that may come on top.
  assert.ok(many <= few + 20, `${few} blocks with 100 folders, ${many} with 10 000`);
});
