import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import { formatTime } from '../format.ts';
import { dayOf, lastSecondOf, setTimeZone } from './time-zone.ts';

afterEach(() => setTimeZone(null));

test('times are shown in the chosen time zone', () => {
  setTimeZone('Asia/Kolkata');
  assert.match(formatTime('2026-05-01T20:00:00Z'), /1:30/);
  assert.equal(dayOf(new Date('2026-05-01T20:00:00Z')), '2026-05-02');
});

test('a day ends in the chosen time zone, also when the clock changes', () => {
  const ends = (zone: string, day: string) => {
    setTimeZone(zone);
    return lastSecondOf(day)?.toISOString();
  };
  assert.equal(ends('Asia/Kolkata', '2026-05-01'), '2026-05-01T18:29:59.000Z');
  assert.equal(ends('America/New_York', '2026-03-07'), '2026-03-08T04:59:59.000Z');
  assert.equal(ends('America/New_York', '2026-03-08'), '2026-03-09T03:59:59.000Z');
  assert.equal(ends('Europe/Berlin', '2026-10-25'), '2026-10-25T22:59:59.000Z');
  assert.equal(ends('UTC', '2026-10-25'), '2026-10-25T23:59:59.000Z');
  assert.equal(ends('UTC', ''), undefined);
});
