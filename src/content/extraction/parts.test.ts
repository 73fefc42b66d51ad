import assert from 'node:assert/strict';
import { test } from 'node:test';
import { wordsOf } from '../../platform/values/words.ts';
import { splitText } from './parts.ts';

test('a part ends with a sentence or a word, has at most 4 KB and never crosses a page', async () => {
  const first = 'Every tenant pays the rent. '.repeat(400);
  const { parts } = await splitText([
    { page: 1, text: first },
    { page: 2, text: '東京'.repeat(4_000) },
  ]);
  assert.ok(parts.every(({ text }) => Buffer.byteLength(text) <= 4_096));
  const [one, two] = [1, 2].map((number) => parts.filter(({ page }) => page === number).map(({ text }) => text));
  assert.ok(one?.every((text) => text.endsWith('.')));
  assert.equal(one?.join(' '), first.trim());
  assert.equal(two?.join(''), '東京'.repeat(4_000));
});

test('the first word of a part is at the sum of the words before', async () => {
  const pages = [3, 900, 0, 5].map((count, at) => ({ page: at + 1, text: 'plan/2026.pdf 東京都, '.repeat(count) }));
  const { parts, words } = await splitText(pages);
  let position = 1;
  for (const { firstWord, text } of parts) {
    assert.equal(firstWord, position);
    assert.deepEqual(
      words.slice(position - 1, position + 4),
      wordsOf(text)
        .slice(0, 5)
        .map(({ word }) => word),
    );
    position += wordsOf(text).length;
  }
  assert.equal(words.length, position - 1);
});

test('runs of spaces and blank lines are shortened', async () => {
  const { parts } = await splitText([{ page: null, text: '  a \t b \u00a0\n \n\n\n  c ' }]);
  assert.deepEqual(parts, [{ page: null, firstWord: 1, text: 'a b\n\nc' }]);
});

test('words are indexed as far as their vector fits into PostgreSQL', async () => {
  const long = Array.from({ length: 120_000 }, (_, at) => `w${at}`).join(' ');
  const many = 'word '.repeat(200_000);
  const [cut, whole] = await Promise.all([long, many].map((text) => splitText([{ page: null, text }])));
  assert.deepEqual([cut?.isWhole, (cut?.words.length ?? 0) > 50_000], [false, true]);
  assert.deepEqual([whole?.isWhole, whole?.words.length], [true, 200_000]);
});
