/** Load on a pool whose connections break all the time: the check of `faults.test.ts` and of the drill database-faults. */
import assert from 'node:assert/strict';
import { type Sql, connect } from '../../src/platform/db/connection.ts';
import { parseDatabaseUrl } from '../../src/platform/db/servers/database-url.ts';
import { DatabaseUnavailable } from '../../src/platform/db/errors.ts';
import { cloneDatabase } from '../database.ts';
import { startFaultProxy } from './fault-proxy.ts';
import { failuresAfter } from './recovery.ts';

const CALLERS = 32;
const CONNECTIONS = 6;
const WAIT_MS = 5_000;
/** A fault comes with every so many operations. */
const FAULT_EVERY = 12;

type Outcome = {
  acknowledged: Set<number>;
  failed: number;
  faults: number;
  slowestMs: number;
  /** Operations that failed although they began `recoveryMs` after the last fault or later. */
  failedLate: string[];
};

/**
 * Runs `operations`, half of them transactions of two rows, while connections break. Checks that failures have one class,
 * that no transaction is half applied, that no acknowledged one is lost, and that the pool works afterwards.
 */
export async function loadUnderFaults(operations: number, recoveryMs?: number): Promise<Outcome> {
  const database = await cloneDatabase();
  const direct = connect(database.url, 1);
  await direct`create table pair (operation integer, half integer)`;
  const { servers, user, database: name } = parseDatabaseUrl(database.url);
  const [{ host, port }] = servers;
  const proxy = await startFaultProxy(`${host}/.s.PGSQL.${port}`);
  const sql = connect(`postgres://${user}@127.0.0.1:${proxy.port}/${name}`, CONNECTIONS, { waitMs: WAIT_MS });
  try {
    const outcome: Outcome = { acknowledged: new Set(), failed: 0, faults: 0, slowestMs: 0, failedLate: [] };
    let [next, isLoadOver] = [0, false];
    const lastFault = operations - (operations % FAULT_EVERY);
    const recovery = Promise.withResolvers<string[]>();
    const caller = async () => {
      while (next < operations) {
        const operation = (next += 1);
        if (operation % FAULT_EVERY === 0) proxy.breakOne();
        if (operation === lastFault) recovery.resolve(lateFailures(sql, () => isLoadOver, recoveryMs));
        await attempt(sql, operation, outcome);
      }
    };
    await Promise.all(Array.from({ length: CALLERS }, caller));
    isLoadOver = true;
    outcome.faults = proxy.faults;
    outcome.failedLate = await recovery.promise;
    await assertWorks(sql);
    // A broken transaction may still run in its session; when the lock is free, all have ended.
    const rows = await direct.begin(async (tx) => {
      await tx`lock table pair in access exclusive mode`;
      return tx<{ operation: number; rows: number }[]>`
        select operation, count(*) as rows from pair where operation > 0 group by operation`;
    });
    assert.deepEqual(
      rows.filter((row) => row.rows !== 2),
      [],
      'transactions are applied as a whole',
    );
    const stored = new Set(rows.map((row) => row.operation));
    assert.deepEqual(
      [...outcome.acknowledged].filter((operation) => !stored.has(operation)),
      [],
      'nothing acknowledged is lost',
    );
    return outcome;
  } finally {
    await sql.end({ timeout: 1 });
    proxy.close();
    await direct.end();
    await database.drop();
  }
}

async function attempt(sql: Sql, operation: number, outcome: Outcome): Promise<void> {
  const start = performance.now();
  try {
    if (operation % 2 === 0) {
      await sql`select count(*) from pair where operation = ${operation}`;
    } else {
      await sql.begin(async (tx) => {
        await tx`insert into pair values (${operation}, 1)`;
        await Promise.all([tx`select 1`, tx`insert into pair values (${operation}, 2)`]);
      });
      outcome.acknowledged.add(operation);
    }
  } catch (error) {
    assert.ok(error instanceof DatabaseUnavailable, String(error));
    outcome.failed += 1;
  }
  outcome.slowestMs = Math.max(outcome.slowestMs, performance.now() - start);
}

async function lateFailures(sql: Sql, isLoadOver: () => boolean, afterMs?: number): Promise<string[]> {
  return afterMs === undefined ? [] : failuresAfter({ afterMs, isLoadOver, round: () => failuresOfRound(sql) });
}

async function failuresOfRound(sql: Sql): Promise<string[]> {
  const work = Array.from({ length: CALLERS }, () => [
    sql`select count(*) from pair`,
    sql.begin((tx) => tx`insert into pair values (0, 1)`),
  ]);
  const outcomes = await Promise.allSettled(work.flat());
  return outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [String(outcome.reason)] : []));
}

// Connections that broke just before may still be in the pool: each fails once at most.
async function assertWorks(sql: Sql): Promise<void> {
  for (let n = 0; n < CONNECTIONS; n += 1) await sql`select 1`.catch(() => {});
  await Promise.all(Array.from({ length: 2 * CONNECTIONS }, () => sql`select 1`));
  assert.equal(await sql.begin(async (tx) => (await tx`select 1`).length), 1);
}
