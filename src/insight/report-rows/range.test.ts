import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { readRange } from './range.ts';

const NOW = new Date('2026-03-02T10:00:00.000Z');
const BEGINNING = '1970-01-01T00:00:00.000Z';

test('a date covers the whole day in UTC, and a time is exact', () => {
  for (const [wanted, from, to] of [
    [{ fromDate: '2026-02-01', toDate: '2026-02-03' }, '2026-02-01T00:00:00.000Z', '2026-02-03T23:59:59.999Z'],
    [{ fromDate: '2026-02-01', toDate: '2026-02-01' }, '2026-02-01T00:00:00.000Z', '2026-02-01T23:59:59.999Z'],
    [{ fromDate: '2026-02-01T10:00', toDate: '2026-02-01' }, '2026-02-01T10:00:00.000Z', '2026-02-01T23:59:59.999Z'],
    [
      { fromDate: '2026-02-01T10:00:00+02:00', toDate: '2026-02-01T08:00:00Z' },
      '2026-02-01T08:00:00.000Z',
      '2026-02-01T08:00:00.000Z',
    ],
  ] as const) {
    assert.deepEqual(readRange(wanted, NOW, 30), { from, to });
  }
});

test('a missing end means now, a missing start as early as allowed', () => {
  const now = NOW.toISOString();
  for (const [wanted, maxDays, from, to] of [
    [{}, undefined, BEGINNING, now],
    [{}, 30, '2026-01-31T10:00:00.000Z', now],
    [{ toDate: '2026-02-20' }, 30, '2026-01-21T00:00:00.000Z', '2026-02-20T23:59:59.999Z'],
    [{ toDate: '2026-02-20' }, undefined, BEGINNING, '2026-02-20T23:59:59.999Z'],
    [{ fromDate: '2026-01-31' }, 30, '2026-01-31T00:00:00.000Z', now],
    [{ fromDate: '2026-01-31T10:00' }, 30, '2026-01-31T10:00:00.000Z', now],
  ] as const) {
    assert.deepEqual(readRange(wanted, NOW, maxDays), { from, to });
  }
});

test('the range never extends beyond now, nor before all activity', () => {
  assert.deepEqual(readRange({ fromDate: '2026-03-01', toDate: '2026-03-02' }, NOW), {
    from: '2026-03-01T00:00:00.000Z',
    to: NOW.toISOString(),
  });
  assert.deepEqual(readRange({ fromDate: '0001-01-01', toDate: '0001-02-01' }, NOW), {
    from: BEGINNING,
    to: BEGINNING,
  });
});

test('reversed, too long and malformed ranges are refused with the parameter', () => {
  for (const [wanted, parameter] of [
    [{ fromDate: '2026-02-02', toDate: '2026-02-01' }, 'fromDate'],
    [{ fromDate: '2026-02-01T00:00:00Z', toDate: '2026-01-31T23:59:59Z' }, 'fromDate'],
    [{ fromDate: '2026-01-01', toDate: '2026-02-01' }, 'fromDate'],
    [{ fromDate: '2026-01-30' }, 'fromDate'],
    [{ fromDate: '2026-03-03' }, 'fromDate'],
    [{ fromDate: 'yesterday' }, 'fromDate'],
    [{ fromDate: '2026-02-30' }, 'fromDate'],
    [{ fromDate: '2026-02-01', toDate: '2026-2-3' }, 'toDate'],
    [{ toDate: '99999-01-01' }, 'toDate'],
  ] as const) {
    assert.throws(
      () => readRange(wanted, NOW, 30),
      (error: { status: number; errors: { instance: string }[] }) => {
        assert.deepEqual([error.status, error.errors.map(({ instance }) => instance)], [400, [parameter]]);
        return true;
      },
      JSON.stringify(wanted),
    );
  }
});

test('requesting the range of an answer again covers the same', () => {
  const day = fc.date({ min: new Date('2025-01-01'), max: new Date('2026-03-02'), noInvalidDate: true });
  fc.assert(
    fc.property(day, fc.integer({ min: 0, max: 30 }), fc.boolean(), (start, days, isDay) => {
      const print = (date: Date) => (isDay ? date.toISOString().slice(0, 10) : date.toISOString());
      const end = new Date(start.getTime() + days * 86_400_000);
      const { from, to } = readRange({ fromDate: print(start), toDate: print(end) }, new Date('2027-01-01'), 31);
      assert.deepEqual(readRange({ fromDate: from, toDate: to }, new Date('2027-01-01'), 31), { from, to });
    }),
  );
});

test('days of another time zone start and end there, also when clocks change, and limits count dates', () => {
  const timeZone = 'Europe/Berlin';
  const now = new Date('2026-10-26T12:00:00Z');
  for (const [wanted, from, to] of [
    [{ fromDate: '2026-10-25', toDate: '2026-10-25' }, '2026-10-24T22:00:00.000Z', '2026-10-25T22:59:59.999Z'],
    [{ fromDate: '2026-03-29', toDate: '2026-03-29' }, '2026-03-28T23:00:00.000Z', '2026-03-29T21:59:59.999Z'],
    [{ fromDate: '2026-10-01', toDate: '2026-10-31' }, '2026-09-30T22:00:00.000Z', '2026-10-26T12:00:00.000Z'],
    [{ toDate: '2026-10-25' }, '2026-09-23T22:00:00.000Z', '2026-10-25T22:59:59.999Z'],
    [{ fromDate: '2026-10-25T10:00:00Z' }, '2026-10-25T10:00:00.000Z', '2026-10-26T12:00:00.000Z'],
  ] as const) {
    assert.deepEqual(readRange({ ...wanted, timeZone }, now, 31), { from, to });
  }
  const end = { from: '9999-12-30T23:00:00.000Z', to: '9999-12-31T23:59:59.999Z' };
  assert.deepEqual(readRange({ fromDate: '9999-12-31', toDate: '9999-12-31', timeZone }, now), end);
  assert.throws(() => readRange({ fromDate: '2026-09-24', toDate: '2026-10-26', timeZone }, now, 31), /31 days/);
  for (const wrong of ['Nowhere', '+02:00', '']) {
    assert.throws(() => readRange({ timeZone: wrong }, now), /IANA time zone/);
  }
});
