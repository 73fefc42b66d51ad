import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseQuery } from '../../../src/library/search-query/query.ts';
import { readOptions, writeOptions } from '../../../web/features/search/options/options.ts';

test('the search options read the parts of a query, and keep the parts that no field is for among the words', () => {
  const q =
    'lease rent OR hire "annual budget" -draft -"old plan" type:pdf in:"Projects/Elm wood" owner:me modified:2026-01-01..2026-03-31 tag:"Phase=In review" is:starred';
  const options = readOptions(q);
  assert.deepEqual(options, {
    words: 'lease rent OR hire',
    phrase: 'annual budget',
    without: 'draft "old plan"',
    kind: 'pdf',
    place: 'Projects/Elm wood',
    owner: 'me',
    from: '2026-01-01',
    to: '2026-03-31',
    tags: [{ name: 'Phase', value: 'In review' }],
    isStarred: true,
  });
  assert.equal(writeOptions(options), q);
  const others = '"a b" OR c "x y" -type:pdf in:A in:B modified:soon is:open';
  assert.deepEqual(
    [readOptions(others).words, readOptions(others).phrase, readOptions(others).place],
    ['"a b" OR c -type:pdf in:B modified:soon is:open', 'x y', 'A'],
  );
});

test('bounds of dates become days that are included', () => {
  for (const [q, from, to] of [
    ['modified:>2026-01-31', '2026-02-01', ''],
    ['after:2026-02-01', '2026-02-01', ''],
    ['before:2026-03-01', '', '2026-02-28'],
    ['modified:<=2026-02-28', '', '2026-02-28'],
    ['modified:2026-02-28', '2026-02-28', '2026-02-28'],
  ] as const) {
    const options = readOptions(q);
    assert.deepEqual([options.from, options.to, options.words], [from, to, ''], q);
    const { modified } = parseQuery(writeOptions(options));
    assert.deepEqual(modified, parseQuery(q).modified, q);
  }
});

test('a query that the options write is read as the same search, whatever is typed into the fields', () => {
  const typed = '-"x" \\ or: "';
  const written = writeOptions({
    ...readOptions(''),
    phrase: typed,
    without: typed,
    place: typed,
    owner: typed,
    tags: [{ name: 'A', value: typed }],
  });
  assert.equal(writeOptions(readOptions(written)), written);
  const { owners, places } = parseQuery(written);
  assert.deepEqual([owners.length, places.length], [1, 1]);
});
