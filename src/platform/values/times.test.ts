import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Problem } from '../errors.ts';
import { readEnd, readTime } from './times.ts';

test('a time without a zone is UTC, otherwise in its zone', () => {
  const table = [
    ['2027-01-31T12:00:00Z', '2027-01-31T12:00:00.000Z'],
    ['2027-01-31T12:00:00.1234567Z', '2027-01-31T12:00:00.123Z'],
    ['2027-01-31T12:00:00', '2027-01-31T12:00:00.000Z'],
    ['2027-01-31T12:00', '2027-01-31T12:00:00.000Z'],
    ['2027-01-31t12:00:00+02:00', '2027-01-31T10:00:00.000Z'],
    ['2027-01-31T12:00:00-0530', '2027-01-31T17:30:00.000Z'],
    ['2028-02-29T00:00:00Z', '2028-02-29T00:00:00.000Z'],
    ['2027-01-31 12:00', '2027-01-31T12:00:00.000Z'],
    ['2027-01-31 12:00:30', '2027-01-31T12:00:30.000Z'],
    // A plus sign that a query string did not encode.
    ['2027-01-31T12:00:00 02:00', '2027-01-31T10:00:00.000Z'],
    ['2027-01-31', '2027-01-31T00:00:00.000Z'],
  ] as const;
  for (const [text, iso] of table) assert.equal(readTime(text, 'ExpiresOn').toISOString(), iso);
});

test('a bare date is the start of its day as a start and its end as an end, whose limits count from the start', () => {
  const { at, given } = readEnd('2027-01-31', 'ExpiresOn');
  assert.deepEqual([at.toISOString(), given.toISOString()], ['2027-01-31T23:59:59.999Z', '2027-01-31T00:00:00.000Z']);
  const time = readEnd('2027-01-31 12:00', 'ExpiresOn');
  assert.deepEqual([time.at, time.given], [new Date('2027-01-31T12:00:00Z'), new Date('2027-01-31T12:00:00Z')]);
});

test('the refusal of a time names the recommended form', () => {
  assert.throws(
    () => readTime('31.01.2027', 'fromDate'),
    /fromDate must be a date like 2027-01-31 \(YYYY-MM-DD\) or a time/,
  );
});

test('an invalid time or day returns 400 for the parameter', () => {
  const wrong = [
    'tomorrow',
    '',
    '2027-1-31',
    '31.01.2027',
    '2027-01-31  12:00',
    '2027-02-30T00:00:00Z',
    '2027-02-29T00:00:00',
    '2027-13-01T00:00:00Z',
    '2027-01-31T25:00:00Z',
    '2027-01-31T12:00:00+99:00',
    '0000-12-31',
    '0001-01-01T00:00:00+01:00',
    '+275760-09-13T00:00:00Z',
    '1e400',
  ];
  for (const text of wrong) {
    assert.throws(
      () => readTime(text, 'ExpiresOn'),
      (error) => error instanceof Problem && error.status === 400 && error.errors[0]?.instance === 'ExpiresOn',
      text,
    );
  }
});
