import assert from 'node:assert/strict';
import { test } from 'node:test';
import { linkStyles } from './link-boxes.ts';

const box = (top: number, height: number, left = 10, width = 30) => ({ left, top, width, height });

/** The limits of the growth before and after, in percent. */
const limitsOf = (style: { top: string; height: string } | undefined) => {
  const [before = ''] = /(?<=, )[\d.]+(?=%\)\)$)/.exec(style?.top ?? '') ?? [];
  const [after = ''] = /(?<=, )[\d.]+(?=%\)\)$)/.exec(style?.height ?? '') ?? [];
  return [Number(before), Number(after)];
};

test('a link grows up to the edge of its page, and to the middle between it and the next link', () => {
  const [upper, lower] = linkStyles([box(10, 2), box(14, 2)]);
  assert.deepEqual(
    [limitsOf(upper), limitsOf(lower)],
    [
      [10, 1],
      [1, 84],
    ],
  );
});

test('links beside each other and links that touch do not limit or cover each other', () => {
  const [one, beside] = linkStyles([box(10, 2), box(10, 2, 60)]);
  assert.deepEqual(
    [limitsOf(one), limitsOf(beside)],
    [
      [10, 88],
      [10, 88],
    ],
  );
  const [first] = linkStyles([box(10, 2), box(12, 2)]);
  assert.deepEqual(limitsOf(first), [10, 0]);
});
