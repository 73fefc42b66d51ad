import assert from 'node:assert/strict';
import { test } from 'node:test';
import { barsOf } from './bars.ts';

test('days and months without rows have a bar', () => {
  const days = [
    { Start: '2026-02-27', Rows: 3 },
    { Start: '2026-03-02', Rows: 1 },
  ];
  const daily = barsOf({ Unit: 'Day', Periods: days });
  assert.deepEqual(
    daily.map(({ start, rows }) => [start, rows]),
    [
      ['2026-02-27', 3],
      ['2026-02-28', 0],
      ['2026-03-01', 0],
      ['2026-03-02', 1],
    ],
  );
  const months = [
    { Start: '2025-11-01', Rows: 2 },
    { Start: '2026-02-01', Rows: 5 },
  ];
  assert.deepEqual(
    barsOf({ Unit: 'Month', Periods: months }).map(({ rows }) => rows),
    [2, 0, 0, 5],
  );
});

test('an empty report has no bars, and days that are years apart are drawn side by side', () => {
  assert.deepEqual(barsOf({ Unit: 'Day', Periods: [] }), []);
  const far = [
    { Start: '2020-01-01', Rows: 1 },
    { Start: '2026-01-01', Rows: 1 },
  ];
  assert.equal(barsOf({ Unit: 'Day', Periods: far }).length, 2);
});
