import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { searchableText, wordsOf } from './words.ts';

test('words have no case, accents and punctuation', () => {
  const cases: [string, string][] = [
    ['Résumé_2026-final (v2).PDF', 'resume 2026 final v2 pdf'],
    ['a-b@c.example/plan', 'a b c example plan'],
    ['Straße STRASSE ﬁle ＡＢＣ', 'strasse strasse file abc'],
    ['İstanbul ısı', 'istanbul isi'],
    ['Ἀθῆναι Ёлка שָׁלוֹם مُحَمَّد', 'αθηναι елка שלום محمد'],
    ['हिन्दी', 'हिन्दी'],
    ['  …—!  ', ''],
  ];
  for (const [text, words] of cases) assert.equal(searchableText(text), words);
});

test('a run of a script without spaces becomes its pairs of characters', () => {
  assert.equal(searchableText('東京都の計画 2026年'), '東京 京都 都の の計 計画 2026 年');
  assert.equal(searchableText('字'), '字');
  assert.equal(searchableText('서울시 Elmwood'), '서울 울시 elmwood');
});

test('every word stands where it says, and the n-th of the text is the n-th of the list', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), (text) => {
      const words = wordsOf(text);
      for (const { word, start, end } of words) {
        assert.ok(start >= 0 && start < end && end <= text.length);
        assert.ok(!/\s/u.test(word));
        assert.ok(wordsOf(text.slice(start, end)).some((alone) => alone.word === word));
      }
      assert.deepEqual(
        searchableText(text).split(' ').filter(Boolean),
        words.map(({ word }) => word),
      );
    }),
  );
});

test('words of a long text are split in a time that grows with its length', () => {
  const words = wordsOf('a'.repeat(1_000_000));
  assert.deepEqual(
    words.map(({ word }) => word),
    ['a'.repeat(64)],
  );
});
