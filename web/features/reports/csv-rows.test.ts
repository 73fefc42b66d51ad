import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readCsvRows } from './csv-rows.ts';

test('quoted cells can contain commas, quotes and line breaks', () => {
  assert.deepEqual(readCsvRows('a,b\r\n"x, ""y""\r\nz",2\r\n'), [
    ['a', 'b'],
    ['x, "y"\r\nz', '2'],
  ]);
});

test('an incomplete last row is left out wherever it is cut', () => {
  const whole = 'a,b\r\n"1, 2",3\r\n';
  for (let length = 0; length < whole.length; length += 1) {
    const rows = readCsvRows(whole.slice(0, length));
    assert.ok(rows.length <= 1 && rows.every((row) => row.join('|') === 'a|b'), `${length}`);
  }
});

test('the apostrophe before formulas is removed', () => {
  assert.deepEqual(readCsvRows("'=SUM(A1),'quoted'\r\n"), [['=SUM(A1)', "'quoted'"]]);
});
