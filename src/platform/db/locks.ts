/** Row and tree locks, by what they protect. */
import type { Db, Fragment, Sql, Tx } from './connection.ts';

/**
 * How a write holds the row it was given access to: `child` while something is put under it (others may do so too),
 * `change` while the row itself is renamed, moved, trashed or restored (nobody else may do either).
 */
export type RowLock = 'child' | 'change';

/**
 * Locks a row for the rest of the transaction; nothing for a read. The row is to be read by the next statement: one that
 * did both would, having waited for another writer, join the row as it is now with its neighbours as they were before,
 * and a document that was revised or moved meanwhile would seem to be gone.
 * @param row what to lock, as `table where …`
 */
export async function lockRow(sql: Db, lock: RowLock | undefined, row: Fragment): Promise<void> {
  if (lock === undefined) return;
  // Key share is what a foreign key takes anyway; an update lock is what keeps it out.
  await sql`select from ${row} ${lock === 'child' ? sql`for key share` : sql`for update`}`;
}

/**
 * Holds still the shape of a library's folder tree until the end of the transaction. A folder copies its parent's path
 * when it is made, so it must not be made while the parent moves: makers share the lock, movers exclude them.
 */
export async function lockTree(tx: Tx, libraryIds: number[], mode: 'shared' | 'exclusive'): Promise<void> {
  // In one order, so that two moves between the same two libraries cannot wait for each other.
  for (const id of [...new Set(libraryIds)].sort((a, b) => a - b)) {
    const key = tx`hashtextextended('carrel:tree:' || ${id}::text, 0)`;
    if (mode === 'shared') await tx`select pg_advisory_xact_lock_shared(${key})`;
    else await tx`select pg_advisory_xact_lock(${key})`;
  }
}

const BACKUP_LOCK = 'carrel:backup';
/** What a migration holds while it runs. */
export const MIGRATION_LOCK = 'carrel:migrate';

/**
 * Runs `work` while no stored bytes that the database has named are removed (`isBackupRunning`). Rejects with an error
 * of one line if another backup of the instance runs.
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

/** Runs `work` while the schema stays as it is; waits for a migration that is running. */
export async function withSchemaLock<T>(sql: Sql, work: () => Promise<T>): Promise<T> {
  return withAdvisoryLock(sql, async (tx) => {
    await tx`select pg_advisory_xact_lock_shared(hashtextextended(${MIGRATION_LOCK}, 0))`;
    return work();
  });
}

/**
 * Whether stored bytes must stay because a backup that may name them is running. To be asked after it was found that the
 * database does not name them: a backup that begins later does not name them either.
 */
export async function isBackupRunning(sql: Db): Promise<boolean> {
  const [row] = await sql<{ isRunning: boolean }[]>`select not ${noRunningBackup(sql)} as "isRunning"`;
  return row?.isRunning === true;
}

/** Condition: no backup is running, and none begins before the end of the transaction. */
export function noRunningBackup(sql: Db): Fragment {
  return sql`pg_try_advisory_xact_lock_shared(hashtextextended(${BACKUP_LOCK}, 0))`;
}

// The lock is a transaction's, so that it passes through PgBouncer and ends with the process, however that ends. Between
// its statements such a transaction keeps nothing from being vacuumed, so it may last for hours.
async function withAdvisoryLock<T>(sql: Sql, work: (tx: Tx) => Promise<T>): Promise<T> {
  return (await sql.begin(async (tx) => {
    await tx`set local idle_in_transaction_session_timeout = 0`;
    return work(tx);
  })) as T;
}

/**
 * Waits for one's turn at a thing and has it until the end of the transaction. Turns are given in the order of asking,
 * which row locks are not: who takes one step after the other would have the row again before who waits for it wakes.
 */
export async function waitForTurn(tx: Tx, thing: string): Promise<void> {
  await tx`select pg_advisory_xact_lock(hashtextextended(${`carrel:${thing}`}, 0))`;
}

/** Takes a turn until the end of the transaction if nobody has one; false, without waiting, if somebody has. */
export async function tryTurn(tx: Tx, thing: string): Promise<boolean> {
  const [row] = await tx<{ isFree: boolean }[]>`
    select pg_try_advisory_xact_lock(hashtextextended(${`carrel:${thing}`}, 0)) as "isFree"`;
  return row?.isFree === true;
}
