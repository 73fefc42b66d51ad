import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startApp } from '../../../test/harness.ts';
import { addText } from './search.fixture.ts';

const app = await startApp();

test('a word finds documents by their text, with a snippet and its page', async () => {
  const { ann } = await app.world();
  const folderId = await ann.folder(ann.libraryId, 'Site');
  const documentId = await ann.document(folderId, 'notes.pdf', 'a');
  await addText(
    app,
    ann,
    documentId,
    ['Nothing here.', 'The <b>foundation</b> of Elmwood Tower was poured in May.'],
    'english',
  );
  const { body, headers } = await ann.api('GET', '/api/search?q=foundations');
  assert.equal(headers.get('x-total-count'), '1');
  assert.equal(headers.get('x-search-incomplete'), null);
  const [item] = body;
  assert.deepEqual([item.ItemName, item.MatchedIn, item.Page], ['notes.pdf', 'Text', 2]);
  const [snippet] = item.Snippet;
  assert.deepEqual(
    snippet.Marks.map(([start, end]: [number, number]) => snippet.Text.slice(start, end)),
    ['foundation'],
  );
  assert.ok(snippet.Text.includes('<b>foundation</b> of Elmwood'));
});

test('names come before tags, tags before texts, and folders by their names first', async () => {
  const { ann } = await app.world();
  const folderId = await ann.folder(ann.libraryId, 'Elmwood');
  const text = await ann.document(folderId, 'a.txt', 'a');
  await ann.document(folderId, 'Elmwood plan.txt', 'b');
  await addText(app, ann, text, 'elmwood elmwood elmwood');
  const { body } = await ann.api('GET', '/api/search?q=elmwood');
  assert.deepEqual(
    body.map(({ ItemName, MatchedIn }: { ItemName: string; MatchedIn: string }) => [ItemName, MatchedIn]),
    [
      ['Elmwood', 'Name'],
      ['Elmwood plan.txt', 'Name'],
      ['a.txt', 'Text'],
    ],
  );
});

test('exactly one of q and query is given', async () => {
  const { ann } = await app.world();
  assert.equal((await ann.api('GET', '/api/search')).status, 400);
  assert.equal((await ann.api('GET', '/api/search?q=a&query=b')).status, 400);
});

test('filters without words find the newest documents, in results and facets', async () => {
  const { ann } = await app.world();
  const folderId = await ann.folder(ann.libraryId, 'F');
  for (const name of ['one.pdf', 'two.png']) await ann.document(folderId, name, name);
  await app.runJobs();
  for (const words of ['', 'q=&', 'q=%20&']) {
    const found = await ann.api('GET', `/api/search?${words}type=pdf`);
    assert.deepEqual([found.status, found.body[0]?.ItemName, found.body.length], [200, 'one.pdf', 1], words);
    assert.equal((await ann.api('GET', `/api/search/facets?${words}owner=me`)).body.Total, 2, words);
  }
  assert.equal((await ann.api('GET', '/api/search?q=')).status, 400);
  assert.equal((await ann.api('GET', '/api/search/facets')).status, 400);
});

test('facets count the matches', async () => {
  const { ann } = await app.world();
  const folderId = await ann.folder(ann.libraryId, 'F');
  await ann.document(folderId, 'plan one.pdf', 'a');
  await ann.document(folderId, 'plan two.png', 'b');
  await ann.document(folderId, 'plan three.pdf', 'c');
  await app.runJobs();
  const { status, body } = await ann.api('GET', '/api/search/facets?q=plan');
  assert.equal(status, 200);
  assert.deepEqual(body, {
    Total: 3,
    IsExact: true,
    Kinds: [
      { Value: 'pdf', Count: 2 },
      { Value: 'image', Count: 1 },
    ],
    Libraries: [{ LibraryId: ann.libraryId, LibraryName: 'My Library', Count: 3 }],
    People: [{ UserId: ann.userId, Name: 'Ann', Count: 3 }],
    Years: [{ Year: 2026, Count: 3 }],
    Tags: [],
  });
});
