import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mentionsIn, splitMentions, typedMention, withMention } from './mentions.ts';

test('a name is being typed after an @ at the beginning of a word', () => {
  for (const [text, expected] of [
    ['@An', 'An'],
    ['ask @Ann Lee', 'Ann Lee'],
    ['(@Ann', 'Ann'],
    ['ann@example', null],
    ['@', null],
    ['@Ann and then some more words', null],
    ['no mention', null],
  ] as const) {
    assert.equal(typedMention(text, text.length), expected, text);
  }
  assert.equal(typedMention('@Ann today', 10, 5), null, 'the name is complete');
  assert.equal(typedMention('@Ann @Bo', 8, 5), 'Bo');
});

test('a chosen name replaces the typed one, and the cursor comes after it', () => {
  assert.deepEqual(withMention('ask @an today', 7, 'Ann Lee'), { text: 'ask @Ann Lee today', cursor: 13 });
});

test('people whose name was removed from the text are not mentioned, others once', () => {
  const people = [
    { id: 1, name: 'Ann' },
    { id: 2, name: 'Bob' },
    { id: 1, name: 'Ann' },
  ];
  assert.deepEqual(mentionsIn('ask @Ann, not Bob', people), [1]);
});

test('names of mentioned people are parts of their own, the longest first, and the text stays whole', () => {
  const text = 'a@b @Ann Lee, @Ann @Bob';
  const parts = splitMentions(text, ['Ann', 'Ann Lee']);
  assert.deepEqual(
    parts.filter(({ isMention }) => isMention).map((part) => part.text),
    ['@Ann Lee', '@Ann'],
  );
  assert.equal(parts.map((part) => part.text).join(''), text);
  assert.deepEqual(splitMentions('', ['Ann']), []);
});
