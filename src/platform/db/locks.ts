/** Row and tree locks, by what they protect. */
import type { Db, Fragment, Tx } from './connection.ts';

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
