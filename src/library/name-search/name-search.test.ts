import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeLibrary } from '../../../test/factories/libraries.ts';
import { grant } from '../../../test/factories/permissions.ts';
import { makeChild } from '../../../test/factories/trees.ts';
import { startApp } from '../../../test/harness.ts';
import { everyPage } from '../../../test/pages.ts';
import type { Person } from '../../../test/world.ts';

const app = await startApp();

type Item = { ItemName: string; ItemType: string };

async function names(person: Person, query: string, more = ''): Promise<string[]> {
  const { status, body, text } = await person.api('GET', `/api/search?query=${encodeURIComponent(query)}${more}`);
  assert.equal(status, 200, text);
  return body.map((item: Item) => item.ItemName);
}

async function worldWithNames() {
  const w = await app.world();
  const { ann } = w;
  const folderId = await ann.folder(ann.libraryId, 'Annual Reports');
  const childId = await makeChild(ann, folderId, 'Report drafts');
  const report = await ann.document(folderId, 'Report.pdf');
  const draft = await ann.document(childId, 'Draft of the report 2026.pdf');
  await ann.document(folderId, 'Minutes.pdf');
  return { w, ann, folderId, childId, report, draft };
}

test('folders and documents whose names contain all the words are found, most similar first', async () => {
  const { ann, folderId, childId, report } = await worldWithNames();
  const { status, body } = await ann.api('GET', '/api/search?query=REPORT');
  assert.equal(status, 200);
  assert.deepEqual(
    body.map((item: Item) => [item.ItemType, item.ItemName]),
    [
      ['Document', 'Report.pdf'],
      ['Folder', 'Report drafts'],
      ['Folder', 'Annual Reports'],
      ['Document', 'Draft of the report 2026.pdf'],
    ],
  );
  const document = (await ann.api('GET', `/api/documents/${report}`)).body;
  assert.deepEqual(body[0], {
    ItemType: 'Document',
    ItemName: 'Report.pdf',
    LibraryName: 'My Library',
    Path: [{ FolderId: folderId, FolderName: 'Annual Reports' }],
    IsStarred: false,
    Links: { Self: document.Links.Self },
    Embedded: { Folder: null, Document: document },
  });
  const folder = (await ann.api('GET', `/api/folders/${childId}`)).body;
  assert.deepEqual(body[1], {
    ItemType: 'Folder',
    ItemName: 'Report drafts',
    LibraryName: 'My Library',
    Path: [{ FolderId: folderId, FolderName: 'Annual Reports' }],
    IsStarred: false,
    Links: { Self: folder.Links.Self },
    Embedded: { Folder: folder, Document: null },
  });
  assert.deepEqual(await names(ann, 'report draft'), ['Report drafts', 'Draft of the report 2026.pdf']);
  assert.deepEqual(await names(ann, ' 2026  draft '), ['Draft of the report 2026.pdf']);
  assert.deepEqual(await names(ann, 'nothing of the kind'), []);
  assert.deepEqual(await names(ann, 'minutes', `&folderId=${folderId}`), ['Minutes.pdf']);
});

test('short words, other scripts, other cases and wildcard characters are matched literally', async () => {
  const { ann, folderId } = await worldWithNames();
  for (const name of ['Q1.txt', '合同 北京.txt', 'Straße.txt', '100%.txt', 'a_b.txt', 'acb.txt']) {
    await ann.document(folderId, name);
  }
  assert.deepEqual(await names(ann, 'q1'), ['Q1.txt']);
  assert.deepEqual(await names(ann, '合同'), ['合同 北京.txt']);
  assert.deepEqual(await names(ann, 'STRASSE'), ['Straße.txt']);
  assert.deepEqual(await names(ann, '%'), ['100%.txt']);
  assert.deepEqual(await names(ann, 'a_b'), ['a_b.txt']);
});

test('pages list every match once, in the order of the whole list', async () => {
  const { ann, folderId } = await worldWithNames();
  for (let i = 0; i < 7; i += 1) await ann.document(folderId, `Invoice ${i}.txt`);
  const whole = await names(ann, 'invoice');
  assert.equal(whole.length, 7);
  const pages = await everyPage<Item>(ann, '/api/search?query=invoice&top=3');
  assert.deepEqual(
    pages.flat().map((item) => item.ItemName),
    whole,
  );
  assert.deepEqual(
    pages.map((page) => page.length),
    [3, 3, 1],
  );
});

test('a library or folder limits the search; a folder does not find itself', async () => {
  const { w, ann, folderId, childId } = await worldWithNames();
  const libraryId = await makeLibrary(w.admin);
  await grant(app, ann, { libraryId }, { allow: ['Write'] });
  const elsewhere = await ann.folder(libraryId, 'Reports of others');
  assert.equal((await names(ann, 'report')).length, 5);
  assert.deepEqual(await names(ann, 'report', `&libraryId=${libraryId}`), ['Reports of others']);
  assert.deepEqual(await names(ann, 'report', `&folderId=${childId}`), ['Draft of the report 2026.pdf']);
  assert.equal((await names(ann, 'report', `&folderId=${folderId}&libraryId=${ann.libraryId}`)).length, 3);
  const misplaced = await ann.api('GET', `/api/search?query=x&libraryId=${ann.libraryId}&folderId=${elsewhere}`);
  assert.equal(misplaced.status, 404);
});

test('only readable items outside the trash are found', async () => {
  const { w, ann, folderId, childId, report, draft } = await worldWithNames();
  const { bob } = w;
  assert.deepEqual(await names(bob, 'report'), []);
  await grant(app, bob, { documentId: draft }, { allow: ['Read'] });
  assert.deepEqual(await names(bob, 'report'), ['Draft of the report 2026.pdf']);
  await grant(app, bob, { folderId }, { allow: ['Read'] });
  assert.equal((await names(bob, 'report')).length, 4);
  await grant(app, bob, { documentId: report }, { deny: ['Read'] });
  await grant(app, bob, { folderId: childId }, { deny: ['Read'] });
  assert.deepEqual(await names(bob, 'report'), ['Annual Reports']);
  assert.equal((await names(ann, 'report')).length, 4);
  await ann.api('DELETE', `/api/folders/${childId}`);
  assert.deepEqual(await names(ann, 'report'), ['Report.pdf', 'Annual Reports']);
  await ann.api('DELETE', `/api/documents/${report}`);
  await ann.api('DELETE', `/api/folders/${folderId}`);
  assert.deepEqual(await names(ann, 'report'), []);
  assert.deepEqual(await names(w.admin, 'report'), []);
  assert.deepEqual(await names(w.other, 'report'), []);
});

test('no words, impossible words and invalid ids return 400; unknown places 404, unreadable ones 403', async () => {
  const { w, ann, folderId } = await worldWithNames();
  for (const [query, status] of [
    ['', 400],
    ['query=', 400],
    ['query=%20', 400],
    ['query=a%00', 400],
    [`query=${'x'.repeat(200)}`, 400],
    ['query=x&libraryId=abc', 400],
    ['query=x&folderId=-1', 400],
    ['query=x&top=0', 400],
    ['query=x&after=x', 400],
    ['query=x&libraryId=999999999', 404],
    [`query=x&libraryId=${w.other.libraryId}`, 404],
    ['query=x&folderId=999999999', 404],
  ] as const) {
    assert.equal((await ann.api('GET', `/api/search?${query}`)).status, status, query);
  }
  assert.equal((await w.bob.api('GET', `/api/search?query=x&libraryId=${ann.libraryId}`)).status, 403);
  assert.equal((await w.bob.api('GET', `/api/search?query=x&folderId=${folderId}`)).status, 403);
});
