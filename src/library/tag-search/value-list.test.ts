import assert from 'node:assert/strict';
import { test } from 'node:test';
import { grant } from '../../../test/factories/permissions.ts';
import { makeTagType, tagDocument } from '../../../test/factories/tags.ts';
import { makeChild } from '../../../test/factories/trees.ts';
import { startApp } from '../../../test/harness.ts';
import { everyPage } from '../../../test/pages.ts';
import type { Person } from '../../../test/world.ts';

const app = await startApp();

async function worldWithValues(DataType: 'String' | 'Numeric' | 'Date', values: string[]) {
  const w = await app.world();
  const { ann } = w;
  const folderId = await ann.folder(ann.libraryId, 'Folder');
  const tagTypeId = await makeTagType(ann, ann.libraryId, 'Type', { DataType });
  const ids: number[] = [];
  for (const [index, value] of values.entries()) {
    const id = await ann.document(folderId, `${index}.txt`);
    await tagDocument(ann, id, [[tagTypeId, value]]);
    ids.push(id);
  }
  return { w, ann, folderId, tagTypeId, ids, path: `/api/tagtypes/${tagTypeId}/values` };
}

const valuesFor = async (person: Person, path: string): Promise<string[]> => {
  const { status, body, text } = await person.api('GET', path);
  assert.equal(status, 200, text);
  return body;
};

test('values are listed once each, in the order of their type, as written', async () => {
  for (const [type, values, expected] of [
    ['String', ['pear', 'Apple', 'PEAR', 'éclair', 'zoo'], ['Apple', 'pear', 'zoo', 'éclair']],
    ['Numeric', ['10', '9', '-1.5', '1e1', '0.5', '-20'], ['-20', '-1.5', '0.5', '9', '10']],
    ['Date', ['01312027', '12312025', '02012026'], ['12312025', '02012026', '01312027']],
  ] as const) {
    const { ann, path } = await worldWithValues(type, [...values]);
    assert.deepEqual(await valuesFor(ann, path), expected, type);
    assert.deepEqual((await everyPage<string>(ann, `${path}?top=2`)).flat(), expected);
  }
});

test('a type without values has an empty list; cleared values and those in the trash are not listed', async () => {
  const { ann, folderId, tagTypeId, ids, path } = await worldWithValues('String', ['a', 'b', 'c']);
  const empty = await makeTagType(ann, ann.libraryId, 'Empty');
  assert.deepEqual(await valuesFor(ann, `/api/tagtypes/${empty}/values`), []);
  await tagDocument(ann, ids[0] ?? 0, []);
  await ann.api('DELETE', `/api/documents/${ids[1]}`);
  assert.deepEqual(await valuesFor(ann, path), ['c']);
  await ann.api('DELETE', `/api/folders/${folderId}`);
  assert.deepEqual(await valuesFor(ann, path), []);
  await ann.api('PATCH', `/api/folders/${folderId}/restore`);
  await tagDocument(ann, ids[0] ?? 0, [[tagTypeId, 'd']]);
  assert.deepEqual(await valuesFor(ann, path), ['c', 'd']);
});

test('only values of readable documents are listed', async () => {
  const { w, ann, ids, path } = await worldWithValues('String', ['a', 'b', 'c']);
  await grant(app, w.bob, { libraryId: ann.libraryId }, { allow: ['Read'] });
  await grant(app, w.bob, { documentId: ids[1] ?? 0 }, { deny: ['Read'] });
  assert.deepEqual(await valuesFor(w.bob, path), ['a', 'c']);
});

test('a reader of a part of the library gets the values there; without Read 403', async () => {
  const { w, ids, path } = await worldWithValues('String', ['a', 'b']);
  assert.equal((await w.stranger.api('GET', path)).status, 403);
  await grant(app, w.stranger, { documentId: ids[1] ?? 0 }, { allow: ['Read'] });
  assert.deepEqual(await valuesFor(w.stranger, path), ['b']);
});

test('a reader of a part gets each value once, without denied, trashed, foreign and lost ones', async () => {
  const { w, ann, folderId, tagTypeId, path } = await worldWithValues('String', ['b', 'B', 'a']);
  const add = async (folder: number, name: string, value: string) => {
    const id = await ann.document(folder, name);
    await tagDocument(ann, id, [[tagTypeId, value]]);
    return id;
  };
  const child = await makeChild(ann, folderId, 'Child');
  const denied = await makeChild(ann, folderId, 'Denied');
  const single = await add(await ann.folder(ann.libraryId, 'Other'), 'single.txt', 'single');
  await add(child, 'below.txt', 'c');
  await add(denied, 'denied.txt', 'd');
  await ann.api('DELETE', `/api/documents/${await add(folderId, 'trashed.txt', 'e')}`);
  await add(await ann.folder(ann.libraryId, 'Unknown'), 'unknown.txt', 'f');
  const { stranger } = w;
  await grant(app, stranger, { folderId }, { allow: ['Read'] });
  // Granted twice over, which lists nothing twice.
  await grant(app, stranger, { folderId: child }, { allow: ['Write'] });
  await grant(app, stranger, { folderId: denied }, { deny: ['Read'] });
  await grant(app, stranger, { documentId: single }, { allow: ['Read'] });
  assert.deepEqual(await valuesFor(stranger, path), ['a', 'b', 'c', 'single']);
  assert.deepEqual((await everyPage<string>(stranger, `${path}?top=1`)).flat(), ['a', 'b', 'c', 'single']);
  // A deny on the library takes everything below it, whatever is granted there.
  await grant(app, stranger, { libraryId: ann.libraryId }, { deny: ['Read'] });
  assert.equal((await stranger.api('GET', path)).status, 403);
});

test('a page after the last value is empty for readers of a part, and 403 without Read', async () => {
  const { w, ann, folderId, path } = await worldWithValues('String', ['a', 'b']);
  const last = Buffer.from(JSON.stringify(['zzz'])).toString('base64url');
  await grant(app, w.bob, { folderId }, { allow: ['Read'] });
  for (const person of [ann, w.bob]) assert.deepEqual(await valuesFor(person, `${path}?after=${last}`), []);
  assert.equal((await w.stranger.api('GET', `${path}?after=${last}`)).status, 403);
});

test('unknown types and those of other deployments return 404, an invalid page 400', async () => {
  const { w, ann, path } = await worldWithValues('String', ['a']);
  const abroad = await makeTagType(w.other, w.other.libraryId, 'Abroad');
  for (const id of ['999999999', 'abc', String(abroad)]) {
    assert.equal((await ann.api('GET', `/api/tagtypes/${id}/values`)).status, 404, id);
  }
  for (const query of ['top=0', 'after=x', 'after=WzFd']) {
    assert.equal((await ann.api('GET', `${path}?${query}`)).status, 400, query);
  }
});
