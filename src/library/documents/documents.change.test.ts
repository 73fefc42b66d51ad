import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startApp } from '../../../test/harness.ts';
import type { Right } from '../rights/rights.ts';
import { grant } from '../../../test/factories/permissions.ts';

const app = await startApp();

async function worldWithFolders() {
  const w = await app.world();
  const { ann } = w;
  const [from, to] = [await ann.folder(ann.libraryId, 'From'), await ann.folder(ann.libraryId, 'To')];
  const documentId = await ann.document(from, 'Plan.txt', 'plan');
  return { w, ann, from, to, documentId, path: `/api/documents/${documentId}` };
}

test('a document is renamed, moved, or both: 200 with every field', async () => {
  const { ann, from, to, path } = await worldWithFolders();
  const { body: before } = await ann.api('GET', path);
  app.clock.advance(60_000);
  for (const [change, expected] of [
    [{ DocumentName: 'New.txt' }, { DocumentName: 'New.txt' }],
    [{ FolderId: to }, { DocumentName: 'New.txt', FolderId: to }],
    [
      { DocumentName: 'Back.txt', FolderId: from },
      { DocumentName: 'Back.txt', FolderId: from },
    ],
    [
      { DocumentName: 'BACK.txt', FolderId: null },
      { DocumentName: 'BACK.txt', FolderId: from },
    ],
  ] as const) {
    const { status, body } = await ann.api('PATCH', path, change);
    assert.equal(status, 200);
    // Neither is a new revision: the date stays.
    assert.deepEqual(body, { ...before, ...expected });
    assert.deepEqual((await ann.api('GET', path)).body, body);
  }
});

test('a new name without an extension keeps that of the document', async () => {
  const { ann, path } = await worldWithFolders();
  assert.equal((await ann.api('PATCH', path, { DocumentName: 'Site' })).body.DocumentName, 'Site.txt');
  assert.equal((await ann.api('PATCH', path, { DocumentName: 'Site.md' })).body.DocumentName, 'Site.md');
});

test('an empty change or invalid values return 400', async () => {
  const { ann, path } = await worldWithFolders();
  for (const body of [{}, { DocumentName: null, FolderId: null }, { DocumentName: '' }, { Unknown: 1 }, undefined]) {
    assert.equal((await ann.api('PATCH', path, body)).status, 400);
  }
  for (const FolderId of ['1', 1.5, 0, -1, 2 ** 53, true]) {
    const { status, body } = await ann.api('PATCH', path, { FolderId });
    assert.deepEqual([status, body.errors[0].instance], [400, 'FolderId']);
    assert.equal((await ann.api('POST', `${path}/copy`, { FolderId })).status, 400);
  }
  assert.equal((await ann.api('POST', `${path}/copy`, {})).status, 400);
});

test('a copy is a new document of the current content with one revision: 201, Location', async () => {
  const { ann, from, to, documentId, path } = await worldWithFolders();
  await ann.revise(documentId, 'scan.txt', 'second');
  app.clock.advance(60_000);
  const { status, headers, body } = await ann.api('POST', `${path}/copy`, { FolderId: to });
  assert.equal(status, 201);
  const self = `http://carrel.test/api/documents/${body.DocumentId}`;
  const { body: original } = await ann.api('GET', path);
  assert.notEqual(body.DocumentId, documentId);
  assert.equal(headers.get('location'), self);
  assert.deepEqual(body, {
    ...original,
    DocumentId: body.DocumentId,
    FolderId: to,
    DateModified: app.clock.now.toISOString(),
    Links: { Self: self, Content: `${self}/content`, Revisions: `${self}/revisions` },
  });
  assert.equal((await ann.api('GET', `/api/documents/${body.DocumentId}/content`)).text, 'second');
  assert.equal((await ann.api('GET', `/api/documents/${body.DocumentId}/revisions`)).body.length, 1);
  const named = await ann.api('POST', `${path}/copy`, { FolderId: from, DocumentName: 'Copy' });
  assert.deepEqual([named.status, named.body.DocumentName], [201, 'Copy.txt']);
});

test('a change that would duplicate name and content returns 409 and changes nothing', async () => {
  const { ann, from, to, path } = await worldWithFolders();
  await ann.document(to, 'PLAN.txt', 'plan');
  await ann.document(from, 'Taken.txt', 'plan');
  const { body: before } = await ann.api('GET', path);
  assert.equal((await ann.api('PATCH', path, { FolderId: to })).status, 409);
  assert.equal((await ann.api('PATCH', path, { DocumentName: 'taken.TXT' })).status, 409);
  assert.equal((await ann.api('POST', `${path}/copy`, { FolderId: to })).status, 409);
  assert.equal((await ann.api('POST', `${path}/copy`, { FolderId: from })).status, 409);
  assert.equal((await ann.api('PATCH', path, { DocumentName: 'Free.txt', FolderId: to })).status, 200);
  assert.equal((await ann.api('PATCH', path, { DocumentName: 'Plan.txt', FolderId: from })).status, 200);
  assert.deepEqual((await ann.api('GET', path)).body, before);
});

test('a target that is missing, in another deployment or in the trash returns 404', async () => {
  const { w, ann, to, path } = await worldWithFolders();
  const elsewhere = await w.other.folder(w.other.libraryId, 'Elsewhere');
  await ann.api('DELETE', `/api/folders/${to}`);
  for (const FolderId of [to, elsewhere, 999_999_999]) {
    assert.equal((await ann.api('PATCH', path, { FolderId })).status, 404);
    assert.equal((await ann.api('POST', `${path}/copy`, { FolderId })).status, 404);
  }
  for (const id of [999_999_999, 'x']) {
    assert.equal((await ann.api('PATCH', `/api/documents/${id}`, { DocumentName: 'a' })).status, 404);
    assert.equal((await ann.api('POST', `/api/documents/${id}/copy`, { FolderId: 1 })).status, 404);
  }
});

test('renaming requires Write; moving Write and Delete, and Write at the target; copying Read, and Write at the target', async () => {
  const table: [at: Right[], target: Right[], rename: number, move: number, copy: number][] = [
    [[], ['Write'], 403, 403, 403],
    [['Read'], ['Write'], 403, 403, 201],
    [['Read', 'Delete', 'Grant'], ['Write'], 403, 403, 201],
    [['Write'], ['Write'], 200, 403, 201],
    [['Write', 'Delete'], ['Read', 'Delete', 'Grant'], 200, 403, 403],
    [['Write', 'Delete'], [], 200, 403, 403],
    [['Write', 'Delete'], ['Write'], 200, 200, 201],
  ];
  for (const [at, target, rename, move, copy] of table) {
    const { w, from, to, path } = await worldWithFolders();
    await grant(app, w.bob, { folderId: from }, { allow: at });
    await grant(app, w.bob, { folderId: to }, { allow: target });
    const label = `${at.join()} to ${target.join()}`;
    assert.equal((await w.bob.api('POST', `${path}/copy`, { FolderId: to })).status, copy, label);
    assert.equal((await w.bob.api('PATCH', path, { DocumentName: `Mine ${rename}.txt` })).status, rename, label);
    assert.equal((await w.bob.api('PATCH', path, { FolderId: to })).status, move, label);
  }
});

test('a denial on the document or above overrides inherited grants', async () => {
  const { w, from, to, documentId, path } = await worldWithFolders();
  await grant(app, w.bob, { libraryId: w.ann.libraryId }, { allow: ['Write', 'Delete'] });
  assert.equal((await w.bob.api('PATCH', path, { DocumentName: 'Mine.txt' })).status, 200);
  await grant(app, w.bob, { documentId }, { deny: ['Delete'] });
  assert.equal((await w.bob.api('PATCH', path, { FolderId: to })).status, 403);
  await grant(app, w.bob, { folderId: from }, { deny: ['Read'] });
  assert.equal((await w.bob.api('PATCH', path, { DocumentName: 'Mine 2.txt' })).status, 403);
  assert.equal((await w.bob.api('GET', path)).status, 403);
});

test('a document cannot be changed without a token, in the trash, or from another deployment', async () => {
  const { w, ann, to, path } = await worldWithFolders();
  for (const [person, status] of [
    [w.anonymous, 401],
    [w.other, 404],
    [w.admin, 403],
  ] as const) {
    assert.equal((await person.api('PATCH', path, { DocumentName: 'a.txt' })).status, status);
    assert.equal((await person.api('POST', `${path}/copy`, { FolderId: to })).status, status);
  }
  await ann.api('DELETE', path);
  assert.equal((await ann.api('PATCH', path, { DocumentName: 'a.txt' })).status, 404);
  assert.equal((await ann.api('POST', `${path}/copy`, { FolderId: to })).status, 404);
});

test('of two concurrent renames to one name one returns 409', async () => {
  const { ann, from } = await worldWithFolders();
  for (let i = 0; i < 10; i++) {
    const ids = await Promise.all(['a', 'b'].map((name) => ann.document(from, `${name} ${i}.txt`, `twin ${i}`)));
    const answers = await Promise.all(
      ids.map((id) => ann.api('PATCH', `/api/documents/${id}`, { DocumentName: `one ${i}.txt` })),
    );
    assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200, 409]));
  }
});

test('concurrent renames, moves and revisions of one document all succeed in turn', async () => {
  const { ann, from, to, documentId, path } = await worldWithFolders();
  const answers = await Promise.all(
    Array.from({ length: 12 }, (_, i) => [
      ann.api('PATCH', path, { FolderId: i % 2 === 0 ? to : from }),
      ann.api('PATCH', path, { DocumentName: `name ${i}.txt` }),
      ann.revise(documentId, 'plan.txt', `revision ${i}`),
    ]).flat(),
  );
  assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200, 201]));
});
