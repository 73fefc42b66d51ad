import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { DATA_TYPES, type DataType, dayOfKey, readTagValue } from './tag-values.ts';

const keyOf = (type: DataType, text: string) => readTagValue(type, text, 'Value')?.key ?? '';
const isRefused = (type: DataType, text: string) =>
  assert.throws(() => readTagValue(type, text, 'Value'), { status: 400 }, text);

const compare = (a: string | number, b: string | number) => (a < b ? -1 : Number(a > b));

test('keys of numbers have the order of the numbers and are equal for equal numbers', () => {
  const number = fc.oneof(
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.integer(),
    fc.float({ noNaN: true, noDefaultInfinity: true }).map((n) => Math.round(n * 100) / 100),
  );
  fc.assert(
    fc.property(number, number, (a, b) => {
      const keys = [a, b].map((n) => keyOf(DATA_TYPES.Numeric, String(n)));
      assert.equal(compare(keys[0] ?? '', keys[1] ?? ''), compare(a, b));
    }),
    { numRuns: 2000 },
  );
});

test('numbers are compared with all their digits', () => {
  const digits = fc.bigInt({ min: -(10n ** 60n), max: 10n ** 60n });
  fc.assert(
    fc.property(digits, digits, (a, b) => {
      const keys = [a, b].map((n) => keyOf(DATA_TYPES.Numeric, String(n)));
      assert.equal(compare(keys[0] ?? '', keys[1] ?? ''), a < b ? -1 : Number(a > b));
    }),
  );
});

test('different notations of a number are equal', () => {
  for (const same of [
    ['1', '1.0', '+1', '01', '1e0', '10e-1', '.1e1', '1.', '0.001E3'],
    ['0', '-0', '0.00', '0e5', '.0', '+0'],
    ['-12.5', '-12.50', '-125e-1', '-0012.5'],
  ]) {
    assert.equal(new Set(same.map((text) => keyOf(DATA_TYPES.Numeric, text))).size, 1, same.join(' '));
  }
});

test('non-numbers and out-of-range numbers are refused', () => {
  for (const text of [
    'a',
    '1,5',
    '1 000',
    '0x10',
    'NaN',
    'Infinity',
    '-',
    '.',
    'e5',
    '1e',
    '--1',
    '١',
    '1e999',
    '1e9999',
  ]) {
    isRefused(DATA_TYPES.Numeric, text);
  }
  isRefused(DATA_TYPES.Numeric, '1'.repeat(101));
  isRefused(DATA_TYPES.Numeric, '1\u0000');
});

test('dates are valid days as MMddyyyy, ordered by day', () => {
  assert.deepEqual(readTagValue(DATA_TYPES.Date, ' 12312026 ', 'Value'), { value: '12312026', key: '2026-12-31' });
  assert.equal(dayOfKey('2026-12-31'), '2026-12-31T00:00:00.000Z');
  assert.equal(keyOf(DATA_TYPES.Date, '02292024'), '2024-02-29');
  for (const text of [
    '02302024',
    '02292025',
    '13012026',
    '00012026',
    '01002026',
    '1312026',
    '2026-12-31',
    '12/31/2026',
    '01010000',
    '123120261',
    'aabbcccc',
  ]) {
    isRefused(DATA_TYPES.Date, text);
  }
});

test('text is trimmed and normalized, and compared without regard to case', () => {
  assert.deepEqual(readTagValue(DATA_TYPES.String, '  Cafe\u0301 STRASSE ', 'Value'), {
    value: 'Café STRASSE',
    key: keyOf(DATA_TYPES.String, 'CAFÉ straße'),
  });
  assert.equal(readTagValue(DATA_TYPES.String, 'x'.repeat(199), 'Value')?.value.length, 199);
  for (const text of ['x'.repeat(200), 'a\u0000b', 'a\nb', 'a\u202Eb', 'a\uD800']) isRefused(DATA_TYPES.String, text);
});

test('blank text is no value of any type', () => {
  for (const type of Object.values(DATA_TYPES)) {
    for (const text of ['', ' ', '\t\n']) assert.equal(readTagValue(type, text, 'Value'), null);
  }
});
