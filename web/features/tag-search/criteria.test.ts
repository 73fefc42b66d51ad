import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { formatCriteria, readCriteria } from './criteria.ts';

const criterion = fc.record(
  { tagTypeId: fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }), value: fc.string({ unit: 'grapheme' }) },
  { noNullPrototype: true },
);

test('a search survives the round trip through its address', () => {
  fc.assert(
    fc.property(fc.array(criterion), (criteria) => {
      assert.deepEqual(readCriteria(formatCriteria(criteria)), criteria);
    }),
  );
});

test('parameters that are no tags are ignored', () => {
  assert.deepEqual(readCriteria('x=1&0=2&7=ok&-3=4'), [{ tagTypeId: 7, value: 'ok' }]);
});
