import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dayIn, endOfDay, startOfDay } from './zoned-days.ts';

test('a day in a time zone starts and ends where its calendar date changes, also when clocks change', () => {
  for (const [day, zone, start, end] of [
    ['2026-05-01', 'UTC', '2026-05-01T00:00:00.000Z', '2026-05-01T23:59:59.999Z'],
    // 23 and 25 hours.
    ['2026-03-29', 'Europe/Berlin', '2026-03-28T23:00:00.000Z', '2026-03-29T21:59:59.999Z'],
    ['2026-10-25', 'Europe/Berlin', '2026-10-24T22:00:00.000Z', '2026-10-25T22:59:59.999Z'],
    // Clocks go from 24:00 to 1:00.
    ['2026-03-29', 'Asia/Beirut', '2026-03-28T22:00:00.000Z', '2026-03-29T20:59:59.999Z'],
    ['2026-05-01', 'Pacific/Kiritimati', '2026-04-30T10:00:00.000Z', '2026-05-01T09:59:59.999Z'],
    ['2026-05-01', 'Asia/Kathmandu', '2026-04-30T18:15:00.000Z', '2026-05-01T18:14:59.999Z'],
    ['2026-01-01', 'America/Los_Angeles', '2026-01-01T08:00:00.000Z', '2026-01-02T07:59:59.999Z'],
  ] as const) {
    const found = [startOfDay(day, zone), endOfDay(day, zone)];
    assert.deepEqual(
      found.map((time) => time.toISOString()),
      [start, end],
      `${day} ${zone}`,
    );
    assert.deepEqual(found.map(dayIn(zone)), [day, day]);
  }
});
