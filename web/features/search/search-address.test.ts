import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countFilters, isPlain, queryOf, searchOf, toggleTag } from './search-address.ts';
import { markedText, partsOf } from './snippet-parts.ts';

test('invalid filters of an address count as absent', () => {
  const none = { type: null, libraryId: null, folderId: null, owner: null, year: null, tags: [] };
  assert.deepEqual(searchOf({ q: ' plan ', kind: 'x', library: '-1', by: 'Ann', year: '12' }), { q: 'plan', ...none });
  const some = searchOf({ kind: 'pdf', library: '3', by: '4', year: '2026', tag: 'Phase=Concept\nClient=Acme' });
  assert.deepEqual(some.tags, ['Phase=Concept', 'Client=Acme']);
  assert.equal(countFilters(some), 6);
});

test('a tag is added once, and removed by the same click', () => {
  assert.equal(toggleTag([], 'Phase=Concept'), 'Phase=Concept');
  assert.equal(toggleTag(['Phase=Concept'], 'Phase=Concept'), undefined);
  assert.equal(toggleTag(['A=1'], 'B=2'), 'A=1\nB=2');
});

test('a saved search has the filters as operators', () => {
  const search = searchOf({ q: 'lease', kind: 'pdf', by: '4', year: '2026', tag: 'Phase=In review' });
  assert.equal(queryOf(search), 'type:pdf owner:4 modified:2026-01-01..2026-12-31 tag:"Phase=In review" lease');
});

test('words with operators are not looked for as parts of names', () => {
  assert.ok(isPlain('floor plan-2') && isPlain('Orient'));
  for (const q of ['', '"floor plan"', 'plan -draft', 'plan OR map', 'pla*', 'type:pdf']) assert.ok(!isPlain(q), q);
});

test('a snippet is cut at its marks, and invalid marks are left out', () => {
  const snippet = {
    Text: 'the lease agreement of <b>',
    Marks: [
      [10, 19],
      [4, 9],
      [5, 7],
      [24, 99],
    ],
  };
  assert.deepEqual(
    partsOf(snippet).map(({ text, isMarked }) => [text, isMarked]),
    [
      ['the ', false],
      ['lease', true],
      [' ', false],
      ['agreement', true],
      [' of <b>', false],
    ],
  );
  assert.equal(markedText([{ Text: 'none', Marks: [] }, snippet]), 'lease agreement');
  assert.equal(markedText([]), null);
  // A frequent word may be marked before the phrase, and punctuation stands within a code.
  const Marks = [
    [0, 2],
    [11, 14],
    [15, 24],
    [35, 37],
    [38, 40],
    [41, 42],
  ];
  assert.equal(markedText([{ Text: 'of nothing the\ncontracts signed as ZQ-77/3.', Marks }]), 'ZQ-77/3');
  assert.equal(markedText([{ Text: 'of nothing the\ncontracts signed', Marks: Marks.slice(0, 3) }]), 'the contracts');
});
