import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { bytesFrom, gigabytesOf, formatDistance, formatRelative, formatSize } from './format.ts';

const numberIn = (text: string) => Number(text.replaceAll(/[^\d.]/g, ''));

test('a formatted size has a number below 1000 and is accurate', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 999_000_000_000_000 }), (bytes) => {
      const printed = numberIn(formatSize(bytes));
      assert.ok(printed < 1000, formatSize(bytes));
      const power = Math.max(0, Math.round(Math.log2(Math.max(bytes, 1) / Math.max(printed, 0.001)) / 10));
      assert.ok(Math.abs(printed * 1024 ** power - bytes) <= bytes * 0.05, `${bytes} ${formatSize(bytes)}`);
    }),
  );
});

test('a distance uses the largest unit with at least one', () => {
  const now = Date.parse('2026-03-02T10:00:00Z');
  const away = (ms: number) => formatDistance(new Date(now + ms).toISOString(), now);
  const of = (value: number, unit: 'day' | 'hour' | 'minute') =>
    new Intl.RelativeTimeFormat(undefined, { numeric: 'auto' }).format(value, unit);
  assert.equal(away(3 * 86_400_000 - 5000), of(3, 'day'));
  assert.equal(away(-86_400_000), of(-1, 'day'));
  // Seven days and 13 hours away, at the end of a day.
  assert.equal(formatDistance('2026-03-09T23:00:00Z', Date.parse('2026-03-02T10:00:00Z')), of(7, 'day'));
  assert.equal(away(5 * 3_600_000), of(5, 'hour'));
  assert.equal(away(90_000), of(2, 'minute'));
  assert.equal(away(0), of(0, 'minute'));
});

test('a size that rounds to 1000 uses the next unit', () => {
  assert.equal(numberIn(formatSize(1_023_999)), 1);
  assert.equal(numberIn(formatSize(1_022_900)), 999);
  assert.equal(numberIn(formatSize(0)), 0);
});

test('a limit of 10 GiB reads as 10 GB, and 10 in a field of gigabytes is that limit', () => {
  const limit = 10 * 1024 ** 3;
  assert.match(formatSize(limit), /^10.GB$/);
  assert.equal(gigabytesOf(limit), '10');
  assert.equal(bytesFrom(' 10 '), limit);
  assert.equal(bytesFrom('1,5'), 1.5 * 1024 ** 3);
  assert.equal(gigabytesOf(10e9), '9.313');
  for (const text of ['', 'much']) assert.ok(Number.isNaN(bytesFrom(text)));
});

test('recent times are relative, and earlier ones are dates', () => {
  const now = new Date('2026-03-02T10:00:00Z');
  const relative = (iso: string) => formatRelative(iso, now);
  assert.deepEqual(
    ['2026-03-02T09:59:30Z', '2026-03-02T09:57:10Z', '2026-03-02T07:00:00Z', '2026-03-01T09:00:00Z'].map(relative),
    ['now', '2 minutes ago', '3 hours ago', 'yesterday'],
  );
  assert.deepEqual(['2026-02-20T10:00:00Z', '2025-12-24T10:00:00Z'].map(relative), ['last week', 'Dec 24, 2025']);
  assert.equal(relative('2026-03-02T10:00:20Z'), 'now');
});
