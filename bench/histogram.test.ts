import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { createHistogram } from './histogram.ts';

test('a percentile is within two per cent of the exact one', () => {
  const latencies = fc.array(fc.double({ min: 0.002, max: 60_000, noNaN: true }), { minLength: 1, maxLength: 300 });
  fc.assert(
    fc.property(latencies, fc.constantFrom(0.5, 0.99, 1), (values, share) => {
      const histogram = createHistogram();
      for (const value of values) histogram.record(value);
      const exact = values.toSorted((a, b) => a - b)[Math.ceil(share * values.length) - 1] ?? NaN;
      assert.ok(Math.abs(histogram.percentile(share) / exact - 1) < 0.02);
    }),
  );
});

test('a histogram without records has no percentile', () => {
  assert.equal(createHistogram().percentile(0.5), NaN);
});
