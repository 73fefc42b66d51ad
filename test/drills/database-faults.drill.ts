/** 10 000 operations while a proxy in front of PostgreSQL breaks connections. `script/drill database-faults` */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loadUnderFaults } from '../faults/database-faults.ts';
import { say } from './several/faults.ts';

// The wait for a connection, and the time after which a silent one is closed (decision 0077).
const BOUND_MS = 5_000 + 5_000;

test('10 000 operations, a fault with every twelfth', { timeout: 600_000 }, async () => {
  const { acknowledged, failed, faults, slowestMs } = await loadUnderFaults(10_000);
  say(`${acknowledged.size} transactions, ${failed} failed, ${faults} faults, slowest ${Math.round(slowestMs)} ms`);
  assert.ok(slowestMs < BOUND_MS, 'no operation takes longer than its bound');
});
