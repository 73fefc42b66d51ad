import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findMatches, foldQuery, foldText } from './fold-text.ts';

const lines = (...written: string[]) => foldText(written.map((str) => ({ str, hasEOL: true })));

test('a search ignores case, accents, ligatures, runs of spaces and hyphens at the end of a line', () => {
  const { text } = lines('Ünder  the', 'agree-', 'ment of ﬁve');
  assert.equal(text, 'under the agreement of five ');
  assert.equal(findMatches(text, foldQuery(' AGREEMENT  of FIVE ')).length, 1);
});

test('a result names the pieces and characters that it covers', () => {
  const folded = lines('The Ére', 'begins');
  const [found] = findMatches(folded.text, foldQuery('ere be'));
  assert.deepEqual(folded.placeOf(found?.start ?? -1), { item: 0, offset: 4 });
  assert.deepEqual(folded.placeOf((found?.end ?? 0) - 1), { item: 1, offset: 1 });
});

test('results do not overlap, and an empty query finds nothing', () => {
  assert.equal(findMatches('aaaa', 'aa').length, 2);
  assert.deepEqual(findMatches('aaaa', foldQuery('  ')), []);
});
