import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readCsvRows } from './csv-rows.ts';

test('cells may be quoted and hold commas, quotes and ends of lines', () => {
  assert.deepEqual(readCsvRows('a,b\r\n"x, ""y""\r\nz",2\r\n'), [
    ['a', 'b'],
    ['x, "y"\r\nz', '2'],
  ]);
});

test('a row that breaks off is left out, wherever it does', () => {
  const whole = 'a,b\r\n"1, 2",3\r\n';
  for (let length = 0; length < whole.length; length += 1) {
    const rows = readCsvRows(whole.slice(0, length));
    assert.ok(rows.length <= 1 && rows.every((row) => row.join('|') === 'a|b'), `${length}`);
  }
});

test('what a spreadsheet would run is shown as it was', () => {
  assert.deepEqual(readCsvRows("'=SUM(A1),'quoted'\r\n"), [['=SUM(A1)', "'quoted'"]]);
});
