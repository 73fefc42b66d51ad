/** The order of results, and their pages. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeTagType, tagDocument } from '../../../test/factories/tags.ts';
import { startApp } from '../../../test/harness.ts';
import { addIndexed, addText, namesOf } from './search.fixture.ts';

const app = await startApp();
const DAY = 24 * 3_600_000;

test('names come before tags, tags before texts, closer and more frequent words and later dates before others', async () => {
  const { ann } = await app.world();
  const folderId = await ann.folder(ann.libraryId, 'F');
  const type = await makeTagType(ann, ann.libraryId, 'Subject');
  const add = async (name: string, text: string, tag?: string) => {
    const documentId = await ann.document(folderId, name, name);
    if (tag !== undefined) await tagDocument(ann, documentId, [[type, tag]]);
    await addText(app, ann, documentId, text);
  };
  await add('harbor bridge.txt', 'nothing');
  await add('tagged.txt', 'nothing', 'Harbor bridge');
  await add('apart.txt', `harbor ${'filler '.repeat(40)} bridge ${'filler '.repeat(60)}`);
  await add('close.txt', `harbor bridge ${'filler '.repeat(100)}`);
  await add('often.txt', `harbor bridge harbor bridge harbor bridge ${'filler '.repeat(96)}`);
  app.clock.advance(400 * DAY);
  await add('close later.txt', `harbor bridge ${'filler '.repeat(100)}`);
  await add('one word of the name harbor.txt', 'bridge');
  const ranked = await namesOf(ann, 'harbor bridge');
  assert.deepEqual(ranked.slice(0, 2), ['harbor bridge.txt', 'tagged.txt']);
  const before = (first: string, second: string) =>
    assert.ok(ranked.indexOf(first) < ranked.indexOf(second), ranked.join());
  before('often.txt', 'close.txt');
  before('close.txt', 'apart.txt');
  before('close later.txt', 'close.txt');
  assert.equal(ranked.length, 7);
});

test('equal documents are in the order of their ids, the newest first', async () => {
  const { ann } = await app.world();
  const folderId = await ann.folder(ann.libraryId, 'F');
  const ids = await addIndexed(app, ann, folderId, { count: 30, word: 'equal' });
  const { body } = await ann.api('GET', '/api/search?q=equal');
  const found = body.map(
    ({ Embedded }: { Embedded: { Document: { DocumentId: number } } }) => Embedded.Document.DocumentId,
  );
  assert.deepEqual(found, ids.toReversed());
});

test('pages have each document once while others are added', async () => {
  const { ann } = await app.world();
  const folderId = await ann.folder(ann.libraryId, 'F');
  const expected: string[] = [];
  for (let n = 0; n < 12; n += 1) {
    await ann.document(folderId, `${n} steady.txt`, `${n}`);
    expected.push(`${n} steady.txt`);
    app.clock.advance(DAY);
  }
  await addIndexed(app, ann, folderId, { count: 100, word: 'steady' });
  await app.runJobs();
  const all = await namesOf(ann, 'steady', '&top=200');
  assert.equal(all.length, 112);
  const found: string[] = [];
  for (let path: string | undefined = '/api/search?q=steady&top=20'; path !== undefined;) {
    const { body, headers } = await ann.api('GET', path);
    found.push(...body.map(({ ItemName }: { ItemName: string }) => ItemName));
    path = /<http:\/\/[^/]*([^>]*)>; rel="next"/.exec(headers.get('link') ?? '')?.[1];
    app.clock.advance(DAY);
    await addIndexed(app, ann, folderId, { count: 30, word: 'steady' });
    await addIndexed(app, ann, folderId, { count: 2, word: 'steady', isNamed: true });
  }
  // New documents that come after the cursor are found as well.
  assert.deepEqual(
    found.filter((name) => all.includes(name)),
    all,
  );
  assert.equal(new Set(found).size, found.length);
});
