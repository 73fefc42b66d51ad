/** 10 000 operations, then 10 000 requests, while a proxy in front of PostgreSQL breaks connections. `script/drill database-faults` */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { connect } from '../../src/platform/db/connection.ts';
import { parseDatabaseUrl } from '../../src/platform/db/servers/database-url.ts';
import { SEVERAL, defer, externalDatabase, partsOf, startService } from '../e2e/service.ts';
import { loadUnderFaults } from '../faults/database-faults.ts';
import { LONG_FAULTS, startFaultProxy } from '../faults/fault-proxy.ts';
import { loadOverHttp } from '../faults/http-load.ts';
import { say } from './several/faults.ts';

// The wait for a connection, and the time after which a silent one is closed (decision 0077).
const BOUND_MS = 5_000 + 5_000;
/** From the end of the last fault until everything works. */
const RECOVERY_MS = 2_000;

test('10 000 operations, a fault with every twelfth', { timeout: 600_000 }, async () => {
  const { acknowledged, failed, faults, slowestMs, failedLate } = await loadUnderFaults(10_000, RECOVERY_MS);
  say(`${acknowledged.size} transactions, ${failed} failed, ${faults} faults, slowest ${Math.round(slowestMs)} ms`);
  assert.ok(slowestMs < BOUND_MS, 'no operation takes longer than its bound');
  assert.deepEqual(failedLate, [], 'operations that begin two seconds after the last fault succeed');
});

test(
  '10 000 requests to a service with two API processes, a fault with every twelfth',
  { timeout: 3_600_000 },
  async (t) => {
    const { DATABASE_URL = '' } = await externalDatabase(t);
    const { servers, user, database } = parseDatabaseUrl(DATABASE_URL);
    const [{ host, port }] = servers;
    const proxy = await startFaultProxy(`${host}/.s.PGSQL.${port}`, LONG_FAULTS);
    defer(t, async () => proxy.close());
    const throughProxy = `postgres://${user}@127.0.0.1:${proxy.port}/${database}`;
    const service = await startService(t, { ...SEVERAL, DATABASE_URL: throughProxy, RATE_LIMIT: '100000' });
    const parts = await partsOf(service);
    const direct = connect(DATABASE_URL, 1);
    defer(t, () => direct.end());
    const { url, token } = service;
    const target = { url, token, proxy, direct, recoveryMs: RECOVERY_MS };
    const { byStatus, faults, slowestMs, failedLate } = await loadOverHttp(target, 10_000);
    say(
      `${JSON.stringify(byStatus)}, ${faults} faults, slowest ${Math.round(slowestMs)} ms, ${failedLate.length} failed ${RECOVERY_MS / 1000} s after the last fault or later`,
    );
    assert.deepEqual(await partsOf(service), parts, 'no process has exited');
    assert.doesNotMatch(service.printed.stderr + service.printed.stdout, /unhandled|exited unexpectedly/i);
    assert.ok(slowestMs < BOUND_MS, 'no request takes longer than its bound');
    assert.deepEqual(failedLate, [], 'requests that begin two seconds after the last fault succeed');
    assert.equal(await service.stop(), 0);
  },
);
