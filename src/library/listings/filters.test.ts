import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeLibrary } from '../../../test/factories/libraries.ts';
import { grant } from '../../../test/factories/permissions.ts';
import { makeTagType, tagDocument } from '../../../test/factories/tags.ts';
import { makeChild } from '../../../test/factories/trees.ts';
import { startApp } from '../../../test/harness.ts';
import { everyPage } from '../../../test/pages.ts';
import type { Person } from '../../../test/world.ts';
import { DAY_MS } from '../../platform/values/times.ts';

const app = await startApp();

type Listed = { FolderName?: string; DocumentName?: string };

/** The names in a list, folders or documents, with the total that the header states. */
async function list(person: Person, folderId: number, query: string, of = 'documents'): Promise<string[]> {
  const path = `/api/folders/${folderId}/${of}?${query}`;
  const { status, body, headers, text } = await person.api('GET', path);
  assert.equal(status, 200, text);
  assert.equal(headers.get('x-total-count'), String(body.length));
  return body.map(({ FolderName, DocumentName }: Listed) => FolderName ?? DocumentName);
}

/** A folder of the administrator with documents of most kinds, which bob can write to. */
async function office() {
  const w = await app.world();
  const libraryId = await makeLibrary(w.admin);
  const folderId = await w.admin.folder(libraryId, 'Office');
  await grant(app, w.bob, { folderId }, { allow: ['Read', 'Write'] });
  const names = ['a.pdf', 'b.DOCX', 'c.xlsx', 'd.key', 'e.png', 'f.mp4', 'g.mp3', 'h.zip', 'i.dwg', 'no extension'];
  const ids = new Map<string, number>();
  for (const name of names) {
    app.clock.advance(DAY_MS);
    ids.set(name, await w.admin.document(folderId, name, name));
  }
  await makeChild(w.admin, folderId, 'Child.pdf');
  return { ...w, libraryId, folderId, ids };
}

const full = await office();

test('a list can be of documents of some kinds, by the extensions of their names', async () => {
  const { admin, folderId } = full;
  const kinds = {
    pdf: ['a.pdf'],
    document: ['b.DOCX'],
    spreadsheet: ['c.xlsx'],
    presentation: ['d.key'],
    image: ['e.png'],
    video: ['f.mp4'],
    audio: ['g.mp3'],
    archive: ['h.zip'],
    other: ['i.dwg', 'no extension'],
    folder: [],
    'PDF,other': ['a.pdf', 'i.dwg', 'no extension'],
    'folder&kind=image': ['e.png'],
  };
  for (const [kind, names] of Object.entries(kinds)) {
    assert.deepEqual(await list(admin, folderId, `kind=${kind}`), names, kind);
  }
});

test('a folder has the kind folder, whatever its name is', async () => {
  const { admin, folderId, libraryId } = full;
  assert.deepEqual(await list(admin, folderId, 'kind=folder,pdf', 'folders'), ['Child.pdf']);
  assert.deepEqual(await list(admin, folderId, 'kind=pdf', 'folders'), []);
  const { body } = await admin.api('GET', `/api/libraries/${libraryId}/folders?kind=image`);
  assert.deepEqual(body, []);
});

test('a list can be of documents whose current revision a person stored; no folder matches', async () => {
  const { admin, bob, folderId, ids } = full;
  assert.deepEqual(await list(admin, folderId, `modifiedBy=${bob.userId}`), []);
  await bob.revise(ids.get('e.png') ?? 0, 'e.png', 'another picture');
  assert.deepEqual(await list(admin, folderId, `modifiedBy=${bob.userId}`), ['e.png']);
  assert.equal((await list(admin, folderId, `modifiedBy=${admin.userId}`)).length, ids.size - 1);
  assert.deepEqual(await list(admin, folderId, `modifiedBy=${admin.userId}`, 'folders'), []);
  assert.deepEqual(await list(admin, folderId, `modifiedBy=${full.other.userId}`), []);
});

test('a list can be of items dated within a range, a bare date includes its day', async () => {
  const { admin, folderId } = full;
  assert.deepEqual(await list(admin, folderId, 'fromDate=2026-03-04&toDate=2026-03-05'), ['b.DOCX', 'c.xlsx']);
  assert.deepEqual(await list(admin, folderId, 'toDate=2026-03-03T10:00:00.000Z'), ['a.pdf']);
  assert.deepEqual(await list(admin, folderId, 'fromDate=2026-03-12', 'folders'), ['Child.pdf']);
  assert.deepEqual(await list(admin, folderId, 'toDate=2026-03-11', 'folders'), []);
});

test('a list can be of documents with a value of a tag type, compared as the type compares values', async () => {
  const { admin, folderId, libraryId, ids } = full;
  const state = await makeTagType(admin, libraryId, 'State');
  const amount = await makeTagType(admin, libraryId, 'Amount', { DataType: 'Numeric' });
  await tagDocument(admin, ids.get('a.pdf') ?? 0, [
    [state, 'Draft, second'],
    [amount, '12.50'],
  ]);
  await tagDocument(admin, ids.get('b.DOCX') ?? 0, [[state, 'Final']]);
  assert.deepEqual(await list(admin, folderId, `tagTypeId=${state}&tagValue=draft, SECOND`), ['a.pdf']);
  assert.deepEqual(await list(admin, folderId, `tagTypeId=${amount}&tagValue=12.5`), ['a.pdf']);
  assert.deepEqual(await list(admin, folderId, `tagTypeId=${state}&tagValue=Final&kind=pdf`), []);
  assert.deepEqual(await list(admin, folderId, `tagTypeId=${state}&tagValue=Final`, 'folders'), []);
  const elsewhere = await makeTagType(admin, await makeLibrary(admin), 'State');
  assert.deepEqual(await list(admin, folderId, `tagTypeId=${elsewhere}&tagValue=Final`), []);
  const refused = await admin.api('GET', `/api/folders/${folderId}/documents?tagTypeId=${amount}&tagValue=many`);
  assert.deepEqual([refused.status, refused.body.errors[0].instance], [400, 'tagValue']);
});

test('filters apply together, in every order, on every page, and after skipped items', async () => {
  const { admin, folderId } = full;
  const filters = 'kind=other,pdf,document,video&fromDate=2026-03-04&filter=.';
  for (const order of ['name', 'date desc', 'size']) {
    const path = `/api/folders/${folderId}/documents?${filters}&orderBy=${order}`;
    const { body: whole } = await admin.api('GET', path);
    assert.deepEqual(whole.map(({ DocumentName }: Listed) => DocumentName).toSorted(), ['b.DOCX', 'f.mp4', 'i.dwg']);
    const pages = await everyPage(admin, `${path}&top=2`, (headers) => assert.equal(headers.get('x-total-count'), '3'));
    assert.deepEqual(pages.flat(), whole);
    const { body: rest, headers } = await admin.api('GET', `${path}&top=2&skip=2`);
    assert.deepEqual([rest, headers.get('x-total-count')], [whole.slice(2), '3']);
    const beyond = await admin.api('GET', `${path}&top=2&skip=9`);
    assert.deepEqual([beyond.body, beyond.headers.get('x-total-count')], [[], '3']);
  }
});

test('a filter never lists or counts what is denied', async () => {
  const { admin, bob, ids, folderId } = await office();
  await grant(app, bob, { documentId: ids.get('a.pdf') ?? 0 }, { deny: ['Read'] });
  for (const query of ['kind=pdf', `modifiedBy=${admin.userId}&toDate=2026-03-13`, 'kind=pdf&top=5']) {
    const names = await list(bob, folderId, query);
    assert.ok(!names.includes('a.pdf'), query);
  }
});

test('an unknown kind, a reversed or malformed range, and half of a tag are 400', async () => {
  const { admin, folderId } = full;
  const refused = {
    'kind=pdf,poem': 'kind',
    'fromDate=2026-03-05&toDate=2026-03-04': 'fromDate',
    'fromDate=yesterday': 'fromDate',
    'toDate=2026-02-30': 'toDate',
    'tagTypeId=1': 'tagValue',
    'tagValue=x': 'tagTypeId',
    'modifiedBy=me': 'modifiedBy',
    'expand=owner': 'expand',
  };
  for (const [query, instance] of Object.entries(refused)) {
    for (const kind of ['documents', 'folders']) {
      const { status, body } = await admin.api('GET', `/api/folders/${folderId}/${kind}?${query}`);
      assert.equal(status, 400, query);
      assert.match(body.errors[0].instance, new RegExp(`^${instance}`), query);
    }
  }
});
