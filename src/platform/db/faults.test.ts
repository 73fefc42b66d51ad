import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loadUnderFaults } from '../../../test/faults/database-faults.ts';

test('while connections break, each statement succeeds or fails as unavailable, and no transaction is torn', async () => {
  const { acknowledged, failed, faults } = await loadUnderFaults(600);
  assert.ok(faults >= 40, `${faults} faults`);
  // Faults hit statements, and the pool replaces what broke.
  assert.ok(failed > 0 && acknowledged.size > 100, `${failed} failed, ${acknowledged.size} acknowledged`);
});
