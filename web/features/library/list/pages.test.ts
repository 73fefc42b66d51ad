import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { PAGE_ROWS, pagesForRows, locateRow } from './pages.ts';

test('the requested pages cover exactly the visible rows', () => {
  const size = fc.nat({ max: 5 * PAGE_ROWS });
  fc.assert(
    fc.property(size, size, fc.nat({ max: 500 }), (folders, start, seen) => {
      const asked = pagesForRows(folders, { start, end: start + seen }).map(({ kind, page }) => `${kind} ${page}`);
      const rows = Array.from({ length: seen }, (_, n) => locateRow(folders, start + n));
      assert.deepEqual(asked, [...new Set(rows.map(({ kind, page }) => `${kind} ${page}`))]);
      for (const { index } of rows) assert.ok(index >= 0 && index < PAGE_ROWS);
    }),
  );
});

test('the middle of a hundred thousand documents is on one page', () => {
  assert.deepEqual(pagesForRows(3, { start: 50_003, end: 50_043 }), [{ kind: 'documents', page: 250 }]);
});
