import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatCsv } from './format-csv.ts';

test('cells are quoted where necessary, and no text becomes a formula', () => {
  const rows = [
    ['Name', 'Size'],
    ['a, "b"', 12],
    ['=1+1', -3],
    ['two\nlines', 0],
    ['＝1+1', '  @SUM(A1)'],
  ];
  assert.equal(
    formatCsv(rows),
    'Name,Size\r\n"a, ""b""",12\r\n\'=1+1,-3\r\n"two\nlines",0\r\n\'＝1+1,\'  @SUM(A1)\r\n',
  );
});
