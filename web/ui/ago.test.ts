import assert from 'node:assert/strict';
import { test } from 'node:test';
import { printAgo } from './ago.ts';

const NOW = Date.parse('2026-05-20T12:00:00.000Z');
const MINUTE = 60_000;
const ago = (ms: number) => printAgo(new Date(NOW - ms).toISOString(), NOW);

test('a time is told in the largest unit that has passed, and as a date after two weeks', () => {
  const said = [0, 59_999, MINUTE, 59 * MINUTE, 61 * MINUTE, 23 * 60 * MINUTE, 24 * 60 * MINUTE, 72 * 60 * MINUTE].map(
    ago,
  );
  assert.deepEqual(said, [
    'now',
    'now',
    '1 minute ago',
    '59 minutes ago',
    '1 hour ago',
    '23 hours ago',
    'yesterday',
    '3 days ago',
  ]);
  assert.match(ago(15 * 24 * 60 * MINUTE), /2026/);
});

test('what a clock that is ahead has dated is now', () => {
  assert.equal(ago(-5 * MINUTE), 'now');
});
