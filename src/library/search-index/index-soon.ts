/** Indexes many commits by few jobs. */
import { setTimeout as sleep } from 'node:timers/promises';
import { type Sql, commitLater, transaction } from '../../platform/db/connection.ts';
import { requestIndex } from './index.jobs.ts';

/** Commits within this time share a job. */
const SHARED_MS = 20;

type Requests = { ended: Promise<void>; isRequestedAgain: boolean };

// Those of each pool that have not ended.
const requests = new WeakMap<Sql, Requests>();

/**
 * Indexes the changes that were committed before, as `requestIndex` does for a transaction, without a job of its own for
 * each of them. Returns at once. If the process ends or the database fails now, they are indexed within a minute.
 *
 * A job notifies workers, and PostgreSQL lets one transaction that notifies commit at a time: uploads would wait for each
 * other's disk sync.
 */
export function indexSoon(sql: Sql): void {
  const running = requests.get(sql);
  if (running !== undefined) {
    running.isRequestedAgain = true;
    return;
  }
  const started: Requests = { ended: Promise.resolve(), isRequestedAgain: false };
  requests.set(sql, started);
  started.ended = requestWhileAsked(sql, started);
}

/** Ends when the jobs of the changes before are in the queue. */
export async function indexRequested(sql: Sql): Promise<void> {
  await requests.get(sql)?.ended;
}

async function requestWhileAsked(sql: Sql, state: Requests): Promise<void> {
  do {
    state.isRequestedAgain = false;
    try {
      await transaction(sql, async (tx) => tx.commitWith(commitLater(tx), requestIndex(tx)));
    } catch {
      // The scheduled run indexes them.
    }
    if (state.isRequestedAgain) await sleep(SHARED_MS, undefined, { ref: false });
  } while (state.isRequestedAgain);
  // At once: a later call must start anew.
  requests.delete(sql);
}
