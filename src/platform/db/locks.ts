/** Row, tree and advisory locks. */
import type { Db, Fragment, Sql, Tx } from './connection.ts';
import type { Query } from './query.ts';

/**
 * How a write locks its target row: `child` while something is added under it (concurrent adds are allowed), `change`
 * while the row itself is renamed, moved, trashed or restored (exclusive).
 */
export type RowLock = 'child' | 'change';

/**
 * Locks a row for the rest of the transaction; does nothing for a read. Read the row in the next statement: a combined
 * statement that waited for another writer would join the current row with its neighbors as they were before, and a
 * document that was just revised or moved would seem to be missing.
 * @param row what to lock, as `table where …`
 */
export async function lockRow(sql: Db, lock: RowLock | undefined, row: Fragment): Promise<void> {
  if (lock === undefined) return;
  // A foreign key takes a key share lock anyway; an update lock excludes it.
  await sql`select from ${row} ${lock === 'child' ? sql`for key share` : sql`for update`}`;
}

/** Locks a row and reads it with the next statement. Both leave together, and PostgreSQL runs them in this order. */
export async function lockAndRead<Rows>(
  sql: Db,
  lock: RowLock | undefined,
  row: Fragment,
  read: Query<Rows>,
): Promise<Rows> {
  if (lock === undefined) return read;
  const [, rows] = await Promise.all([lockRow(sql, lock, row), read]);
  return rows;
}

/** The same for a single row. */
export async function lockAndFind<Row>(
  sql: Db,
  lock: RowLock | undefined,
  row: Fragment,
  read: Query<Row[]>,
): Promise<Row | undefined> {
  const [found] = await lockAndRead(sql, lock, row, read);
  return found;
}

/**
 * Freezes the shape of a library's folder tree until the end of the transaction. A folder copies its parent's path when
 * it is created, so the parent must not move meanwhile: creates share the lock, moves take it exclusively.
 */
export async function lockTree(tx: Tx, libraryIds: number[], mode: 'shared' | 'exclusive'): Promise<void> {
  // In one order, so that two moves between the same two libraries cannot deadlock.
  for (const id of [...new Set(libraryIds)].sort((a, b) => a - b)) {
    const key = tx`hashtextextended('carrel:tree:' || ${id}::text, 0)`;
    if (mode === 'shared') await tx`select pg_advisory_xact_lock_shared(${key})`;
    else await tx`select pg_advisory_xact_lock(${key})`;
  }
}

const BACKUP_LOCK = 'carrel:backup';
const MIGRATION_LOCK = 'carrel:migrate';

/**
 * Runs `work` while no stored bytes that the database has named are removed (`isBackupRunning`). Rejects with a
 * one-line error if another backup of the instance is running.
 */
export async function withBackupLock<T>(sql: Sql, work: () => Promise<T>): Promise<T> {
  return withAdvisoryLock(sql, async (tx) => {
    await tx`set local lock_timeout = '2s'`;
    await tx`select pg_advisory_xact_lock(hashtextextended(${BACKUP_LOCK}, 0))`.catch((error: { code?: string }) => {
      throw error.code === '55P03' ? new Error('Another backup of this instance is running.') : error;
    });
    return work();
  });
}

const FOUNDING_LOCK = 'carrel:founding';

/** Serializes nodes that start at once on an empty database, until the end of the transaction. */
export async function lockFounding(tx: Tx): Promise<void> {
  await tx`select pg_advisory_xact_lock(hashtextextended(${FOUNDING_LOCK}, 0))`;
}

/**
 * Runs a change of the schema in one transaction. Nodes that start at once take turns; the lock is the transaction's, so
 * it works through a pooler, and a process that freezes holds it until the session's limit for idle transactions.
 */
export async function inMigration<T>(sql: Sql, work: (tx: Tx) => Promise<T>): Promise<T> {
  return sql.begin(async (tx) => {
    await tx.allowLong();
    await tx`select pg_advisory_xact_lock(hashtextextended(${MIGRATION_LOCK}, 0))`;
    return work(tx);
  });
}

/** Runs `work` while the schema cannot change; waits for a running migration. */
export async function withSchemaLock<T>(sql: Sql, work: () => Promise<T>): Promise<T> {
  return withAdvisoryLock(sql, async (tx) => {
    await tx.allowLong();
    await tx`select pg_advisory_xact_lock_shared(hashtextextended(${MIGRATION_LOCK}, 0))`;
    return work();
  });
}

/**
 * Whether stored bytes must be kept because a running backup may name them. Call it after checking that the database
 * does not name them: a backup that starts later does not name them either.
 */
export async function isBackupRunning(sql: Db): Promise<boolean> {
  const [row] = await sql<{ isRunning: boolean }[]>`select not ${noRunningBackup(sql)} as "isRunning"`;
  return row?.isRunning === true;
}

/** A condition: no backup is running, and none can start before the end of the transaction. */
export function noRunningBackup(sql: Db): Fragment {
  return sql`pg_try_advisory_xact_lock_shared(hashtextextended(${BACKUP_LOCK}, 0))`;
}

// A transaction-level lock, so that it works through PgBouncer and ends with the process. Between statements such a
// transaction does not hold back vacuum, so it may last for hours.
async function withAdvisoryLock<T>(sql: Sql, work: (tx: Tx) => Promise<T>): Promise<T> {
  return sql.begin(async (tx) => {
    await tx`set local idle_in_transaction_session_timeout = 0`;
    return work(tx);
  });
}

/**
 * Waits for an exclusive turn and holds it until the end of the transaction. Turns are granted in order of request,
 * unlike row locks: a caller that runs step after step would regain the row before a waiting caller wakes up.
 */
export async function waitForTurn(tx: Tx, thing: string): Promise<void> {
  await tx`select pg_advisory_xact_lock(hashtextextended(${`carrel:${thing}`}, 0))`;
}

/** Takes the turn until the end of the transaction if it is free; otherwise returns false without waiting. */
export async function tryTurn(tx: Tx, thing: string): Promise<boolean> {
  const [row] = await tx<{ isFree: boolean }[]>`
    select pg_try_advisory_xact_lock(hashtextextended(${`carrel:${thing}`}, 0)) as "isFree"`;
  return row?.isFree === true;
}
