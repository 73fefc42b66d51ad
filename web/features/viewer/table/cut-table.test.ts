import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MAX_COLUMNS, MAX_ROWS, cutTable, delimiterOf, letterOf, sortRows } from './cut-table.ts';

test('the first row names the columns if it has no numbers and no empty cells, else letters do', () => {
  assert.deepEqual(
    cutTable(
      [
        ['Name', 'Size'],
        ['a', '1'],
      ],
      false,
    ).columns,
    ['Name', 'Size'],
  );
  assert.deepEqual(
    cutTable(
      [
        ['a', '1'],
        ['b', '2'],
      ],
      false,
    ).columns,
    ['A', 'B'],
  );
  assert.equal(
    cutTable(
      [
        ['a', '1'],
        ['b', '2'],
      ],
      false,
    ).rows.length,
    2,
  );
  assert.deepEqual([25, 26, 701, 702].map(letterOf), ['Z', 'AA', 'ZZ', 'AAA']);
});

test('a row that the end of a part cuts is not shown, and rows and columns are limited', () => {
  const cut = cutTable([['Name', 'Size'], ['a', '1'], ['b']], true);
  assert.deepEqual([cut.rows, cut.hasMoreRows], [[['a', '1']], true]);
  const wide = cutTable([Array.from({ length: 5000 }, () => 'x'), ['1']], false);
  assert.deepEqual([wide.columns.length, wide.hasMoreColumns], [MAX_COLUMNS, true]);
  const long = cutTable(
    Array.from({ length: MAX_ROWS + 5 }, () => ['1']),
    false,
  );
  assert.deepEqual([long.rows.length, long.hasMoreRows], [MAX_ROWS, true]);
  assert.deepEqual(cutTable([], false), { columns: [], rows: [], hasMoreRows: false, hasMoreColumns: false });
});

test('the delimiter is the character that the first line has most, outside quotes', () => {
  assert.equal(delimiterOf('a;b;c\n1,2;3,4;5'), ';');
  assert.equal(delimiterOf('"a,b,c"\tb'), '\t');
  assert.equal(delimiterOf('a'), ',');
});

test('numbers are sorted by value before text, and empty cells are last in both directions', () => {
  const rows = ['10', '9', '', 'b', 'A', '-1,000.5'].map((cell) => [cell]);
  const sorted = (isDescending: boolean) => sortRows(rows, { column: 0, isDescending }).map(([cell]) => cell);
  assert.deepEqual(sorted(false), ['-1,000.5', '9', '10', 'A', 'b', '']);
  assert.deepEqual(sorted(true), ['b', 'A', '10', '9', '-1,000.5', '']);
});
