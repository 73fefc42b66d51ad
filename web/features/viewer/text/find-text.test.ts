import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findText } from './find-text.ts';

const at = (text: string, wanted: string) => {
  const found = findText(text, wanted);
  return found === null ? null : [found.from.line, found.from.column, found.to.line, found.to.column];
};

test('whole words are found in their order, also on two lines and with punctuation between them', () => {
  assert.deepEqual(at('please start\nthe lease art', 'art'), [1, 10, 1, 13]);
  assert.deepEqual(at('the lease begins\r\nsigned lease\r\n  agreement', 'lease agreement'), [1, 7, 2, 11]);
  assert.deepEqual(at('a 1\nZQ-77/3', 'ZQ-77/3'), [1, 0, 1, 7]);
  assert.deepEqual(at('x (a+b)[c]$ y', 'A b c'), [0, 3, 0, 9]);
  assert.deepEqual(at('one\rtwo', 'two'), [1, 0, 1, 3]);
  assert.equal(at('startle', 'art'), null);
  assert.equal(at('text', '.*'), null);
});

test('words of scripts without spaces are found within a run of letters', () => {
  assert.deepEqual(at('東京都の夜', '京都'), [0, 1, 0, 3]);
  assert.deepEqual(at('في كتابي\nكتاب', 'كتاب'), [1, 0, 1, 4]);
});
