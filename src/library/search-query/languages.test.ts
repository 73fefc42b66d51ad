/** Each document is compared in the language of its own words. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startApp } from '../../../test/harness.ts';
import type { Person } from '../../../test/world.ts';
import { addText, namesOf } from '../search/search.fixture.ts';

const app = await startApp();

async function add(person: Person, name: string, text: string, language = 'simple'): Promise<void> {
  const folderId = await person.folder(person.libraryId, `Folder of ${name}`);
  await addText(app, person, await person.document(folderId, name, name), text, language);
}

const QUERIES =
  'die casting|die|"die casting"|contracts|contracted|contr*|universit*|-contracts casting|der bank|houses -haus|het OR contracts|resumes|type:txt'.split(
    '|',
  );

test('private texts in other languages change no answer of another person', async () => {
  const { ann, bob } = await app.world();
  await add(ann, 'mold.txt', 'die casting of a mold for a contract');
  await add(ann, 'other.txt', 'casting in sand, univers, houses of the bank');
  await add(ann, 'english.txt', 'A die casts the contracts of the universities', 'english');
  const answers = async () => {
    const found = [];
    for (const q of QUERIES) {
      const { body, headers } = await ann.api('GET', `/api/search?q=${encodeURIComponent(q)}`);
      const facets = (await ann.api('GET', `/api/search/facets?q=${encodeURIComponent(q)}`)).body;
      found.push([q, body, headers.get('x-total-count'), headers.get('x-search-incomplete'), facets]);
    }
    return found;
  };
  const before = await answers();
  assert.deepEqual((await namesOf(ann, 'die casting')).sort(), ['english.txt', 'mold.txt']);
  await add(bob, 'deutsch.txt', 'Die Häuser der Bank', 'german');
  await add(bob, 'nederlands.txt', 'het contract', 'dutch');
  await add(bob, 'svenska.txt', 'avtalen', 'swedish');
  assert.deepEqual(await answers(), before);
});

test('a stop word of a language is an ordinary word in texts of others', async () => {
  const { ann } = await app.world();
  await add(ann, 'deutsch.txt', 'Die Häuser der Bank', 'german');
  await add(ann, 'mold.txt', 'die casting', 'english');
  await add(ann, 'sand.txt', 'casting in sand', 'english');
  assert.deepEqual(await namesOf(ann, 'die casting'), ['mold.txt']);
  assert.deepEqual(await namesOf(ann, 'die'), ['mold.txt']);
  assert.deepEqual(await namesOf(ann, 'die Häuser'), ['deutsch.txt']);
  assert.deepEqual(await namesOf(ann, 'das Haus'), ['deutsch.txt']);
  assert.deepEqual((await namesOf(ann, 'haus OR castings')).sort(), ['deutsch.txt', 'mold.txt', 'sand.txt']);
});

test('in a phrase, a stop word of the language of a text stands for any word', async () => {
  const { ann } = await app.world();
  await add(ann, 'english.txt', 'the bank in america', 'english');
  await add(ann, 'simple.txt', 'the bank in america');
  assert.deepEqual(await namesOf(ann, '"bank of america"'), ['english.txt']);
  assert.deepEqual((await namesOf(ann, '"bank in america"')).toSorted(), ['english.txt', 'simple.txt']);
  assert.deepEqual(await namesOf(ann, '"bank america"'), []);
});

test('names are found in the language of their text, whenever it is read, and as they are written', async () => {
  const { ann } = await app.world();
  const folderId = await ann.folder(ann.libraryId, 'Folder');
  const documentId = await ann.document(folderId, 'Signed agreements.txt', 'a');
  await app.runJobs();
  assert.deepEqual(await namesOf(ann, 'agreements'), ['Signed agreements.txt']);
  assert.deepEqual(await namesOf(ann, 'agreeing signs'), []);
  await addText(app, ann, documentId, 'The first text of the deployment in this language', 'english');
  assert.deepEqual(await namesOf(ann, 'agreement signs'), ['Signed agreements.txt']);
  const [found] = (await ann.api('GET', '/api/search?q=agreement+signs')).body;
  assert.equal(found.MatchedIn, 'Name');
});
