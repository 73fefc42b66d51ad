import assert from 'node:assert/strict';
import { test } from 'node:test';
import { divide } from './sections.ts';

test('sections have all words in their order, and each repeats the last 64 words of the one before', () => {
  for (const count of [1, 4096, 4097, 30_000]) {
    const words = Array.from({ length: count }, (_, at) => `w${at}`);
    const sections = divide(words);
    let end = 0;
    for (const [at, section] of sections.entries()) {
      assert.equal(section.firstWord, at === 0 ? 1 : end - 64 + 1);
      assert.deepEqual(section.words, words.slice(section.firstWord - 1, section.firstWord - 1 + section.words.length));
      assert.ok(section.words.length <= 4096);
      end = section.firstWord - 1 + section.words.length;
    }
    assert.equal(end, count);
  }
  assert.deepEqual(divide([]), []);
});
