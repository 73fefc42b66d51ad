import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { printRelative, printSize } from './format.ts';

const numberIn = (text: string) => Number(text.replaceAll(/[^\d.]/g, ''));

test('a size is printed with a number below a thousand, and never far from what it is', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 999_000_000_000_000 }), (bytes) => {
      const printed = numberIn(printSize(bytes));
      assert.ok(printed < 1000, printSize(bytes));
      const power = Math.max(0, Math.round(Math.log10(Math.max(bytes, 1) / Math.max(printed, 0.001)) / 3));
      assert.ok(Math.abs(printed * 1000 ** power - bytes) <= bytes * 0.05, `${bytes} ${printSize(bytes)}`);
    }),
  );
});

test('what would round to a thousand is one of the next unit', () => {
  assert.equal(numberIn(printSize(999_999)), 1);
  assert.equal(numberIn(printSize(999_499)), 999);
  assert.equal(numberIn(printSize(0)), 0);
});

test('what was lately is said in words, what was long ago by its date', () => {
  const now = new Date('2026-03-02T10:00:00Z');
  const said = (iso: string) => printRelative(iso, now);
  assert.deepEqual(
    ['2026-03-02T09:59:30Z', '2026-03-02T09:57:10Z', '2026-03-02T07:00:00Z', '2026-03-01T09:00:00Z'].map(said),
    ['now', '2 minutes ago', '3 hours ago', 'yesterday'],
  );
  assert.deepEqual(['2026-02-20T10:00:00Z', '2025-12-24T10:00:00Z'].map(said), ['last week', 'Dec 24, 2025']);
  assert.equal(said('2026-03-02T10:00:20Z'), 'now');
});
