/** Results, totals, facets and snippets depend only on what the caller can read. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeLibrary } from '../../../test/factories/libraries.ts';
import { grant, makeGroup } from '../../../test/factories/permissions.ts';
import { startApp } from '../../../test/harness.ts';
import type { Person } from '../../../test/world.ts';
import { addText } from './search.fixture.ts';

const app = await startApp();
const w = await app.world();
const { admin, ann, bob, stranger, other, deploymentId } = w;
const libraryId = await makeLibrary(admin);
const open = await admin.folder(libraryId, 'Open');
const closed = await admin.folder(libraryId, 'Closed');
const inside = (await admin.api('POST', `/api/folders/${closed}/folders`, { FolderPath: 'Inside' })).body.FolderId;

// Each has the common word, and a word that no other document has.
const WORDS = { one: open, two: open, three: closed, four: inside } as const;
const documents: Record<string, number> = {};
for (const [word, folderId] of Object.entries(WORDS)) {
  documents[word] = await admin.document(folderId, `${word}.txt`, word);
  await addText(app, admin, documents[word], `common only${word}`);
}
const own = await ann.folder(ann.libraryId, 'Own');
const personal = await ann.document(own, 'five.txt', 'five');
await addText(app, ann, personal, 'common onlyfive');

const people: Record<string, { person: Person; reads: string[] }> = {};
async function add(name: string, reads: string[]): Promise<Person> {
  const person = await w.addPerson(name);
  people[name] = { person, reads };
  return person;
}

people['owner of a personal library'] = { person: ann, reads: ['five'] };
people['site admin'] = { person: admin, reads: ['one', 'two', 'three', 'four'] };
people['stranger'] = { person: stranger, reads: [] };
people['other deployment'] = { person: other, reads: [] };
await grant(app, await add('LibraryReader', ['one', 'two', 'three', 'four']), { libraryId }, { allow: ['Read'] });
await grant(app, await add('FolderReader', ['three', 'four']), { folderId: closed }, { allow: ['Read'] });
await grant(app, await add('DocumentReader', ['four']), { documentId: documents['four'] ?? 0 }, { allow: ['Read'] });
const deniedFolder = await add('DeniedFolder', ['one', 'two']);
await grant(app, deniedFolder, { libraryId }, { allow: ['Read'] });
await grant(app, deniedFolder, { folderId: closed }, { deny: ['Read'] });
const deniedDocument = await add('DeniedDocument', ['one', 'three', 'four']);
await grant(app, await makeGroup(app, deploymentId, [deniedDocument]), { libraryId }, { allow: ['Read'] });
await grant(app, deniedDocument, { documentId: documents['two'] ?? 0 }, { deny: ['Read'] });
const expired = await add('Expired', []);
await grant(app, expired, { libraryId }, { allow: ['Read'], expiresAt: new Date(app.clock.now.getTime() - 1) });

const ALL = ['one', 'two', 'three', 'four', 'five'];
const QUERIES = (word: string) => [
  word,
  `only${word}`,
  `"common only${word}"`,
  `only${word.slice(0, 3)}*`,
  `only${word} type:document`,
];

for (const [name, { person, reads }] of Object.entries(people)) {
  test(`${name} finds ${reads.join(', ') || 'nothing'}`, async () => {
    for (const q of [
      'common',
      'common type:document',
      'com*',
      'common OR zzz',
      'common -zzz',
      'txt',
      'modified:2026-03-02',
    ]) {
      const { body, headers } = await person.api('GET', `/api/search?q=${encodeURIComponent(q)}`);
      const found = body.map(({ ItemName }: { ItemName: string }) => ItemName.replace('.txt', ''));
      assert.deepEqual(found.sort(), reads.toSorted(), q);
      assert.equal(headers.get('x-total-count'), String(reads.length));
      assert.equal(headers.get('x-search-incomplete'), null);
      const facets = await person.api('GET', `/api/search/facets?q=${encodeURIComponent(q)}`);
      assert.equal(facets.body.Total, reads.length, q);
      const counted = facets.body.Libraries.reduce((sum: number, { Count }: { Count: number }) => sum + Count, 0);
      assert.equal(counted, reads.length);
    }
  });

  test(`${name} gets snippets and suggestions of ${reads.join(', ') || 'nothing'} only`, async () => {
    const { body } = await person.api('GET', '/api/search?q=common');
    const shown = body.map(({ Snippet }: { Snippet: { Text: string }[] }) => Snippet.map(({ Text }) => Text).join());
    assert.deepEqual(shown.sort(), reads.map((word) => `common only${word}`).sort());
    for (const word of ALL) {
      const found = await person.api('GET', `/api/search?query=${word}.tx&top=5`);
      const names = found.body.map(({ ItemName }: { ItemName: string }) => ItemName);
      assert.deepEqual(names, reads.includes(word) ? [`${word}.txt`] : []);
      assert.equal(found.headers.get('x-search-incomplete'), null);
    }
  });

  test(`${name} gets the same answer for a word of a forbidden document as for a word that does not exist`, async () => {
    for (const word of ALL) {
      for (const [at, q] of QUERIES(word).entries()) {
        const nothing = QUERIES('zzzz')[at] ?? '';
        for (const route of ['/api/search', '/api/search/facets']) {
          const real = await person.api('GET', `${route}?q=${encodeURIComponent(q)}`);
          const none = await person.api('GET', `${route}?q=${encodeURIComponent(nothing)}`);
          const same = JSON.stringify(real.body) === JSON.stringify(none.body);
          assert.equal(same, !reads.includes(word), `${route} ${q}: ${real.text}`);
          if (!reads.includes(word)) {
            assert.equal(real.headers.get('x-total-count'), none.headers.get('x-total-count'));
          }
        }
      }
    }
  });
}

test('a snippet is of a document that the caller can read, with its words only', async () => {
  const { body } = await bob.api('GET', '/api/search?q=common');
  assert.deepEqual(body, []);
  const found = await deniedFolder.api('GET', '/api/search?q=common');
  for (const { Snippet } of found.body) assert.match(Snippet[0].Text, /^common only(one|two)$/);
});

test('filters with names of forbidden places find nothing', async () => {
  const reader = people['DocumentReader']?.person ?? bob;
  assert.deepEqual((await reader.api('GET', '/api/search?q=in:Inside')).body, []);
  assert.deepEqual((await reader.api('GET', '/api/search?q=in:Closed/Inside')).body, []);
  const names = (await people['FolderReader']?.person.api('GET', '/api/search?q=in:Inside'))?.body;
  assert.deepEqual(
    names.map(({ ItemName }: { ItemName: string }) => ItemName),
    ['four.txt'],
  );
});

test('a grant and a denial have effect on the next search', async () => {
  await grant(app, bob, { folderId: open }, { allow: ['Read'] });
  assert.equal((await bob.api('GET', '/api/search?q=onlyone')).body.length, 1);
  await grant(app, bob, { documentId: documents['one'] ?? 0 }, { deny: ['Read'] });
  assert.equal((await bob.api('GET', '/api/search?q=onlyone')).body.length, 0);
  assert.equal((await bob.api('GET', '/api/search?q=onlytwo')).body.length, 1);
});
