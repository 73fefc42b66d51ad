/** Row and tree locks, by what they protect. */
import type { Db, Fragment, Tx } from './connection.ts';

/**
 * How a write holds the row it was given access to: `child` while something is put under it (others may do so too),
 * `change` while the row itself is renamed, moved, trashed or restored (nobody else may do either).
 */
export type RowLock = 'child' | 'change';

/** The locking clause for a row's alias; nothing for a read. */
export function lockClause(sql: Db, lock: RowLock | undefined, alias: Fragment): Fragment {
  if (lock === undefined) return sql``;
  // Key share is what a foreign key takes anyway; an update lock is what keeps it out.
  return lock === 'child' ? sql`for key share of ${alias}` : sql`for update of ${alias}`;
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
