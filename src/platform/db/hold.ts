/** Row locks that are held while other work runs (decision 0069). */
import { setInterval } from 'node:timers';
import type { Tx } from './connection.ts';

/** A session that sends nothing for this long inside a transaction ends, and its locks with it. */
const LIMIT = '10s';
const SENT_EVERY_MS = 2000;

/** Rejects unless the transaction still has its locks. */
export type AssertHeld = () => Promise<void>;

/**
 * Limits how long a process that freezes keeps the locks of the transaction. Call it together with the statement that
 * locks.
 */
export async function limitHold(tx: Tx): Promise<void> {
  await tx`select set_config('idle_in_transaction_session_timeout', ${LIMIT}, true)`;
}

/**
 * Runs `work` while the transaction keeps its locks, however long it takes. A process that was frozen for longer has
 * lost them: `assertHeld` rejects, and so does the transaction.
 */
export async function whileHeld<T>(tx: Tx, work: (assertHeld: AssertHeld) => Promise<T>): Promise<T> {
  const assertHeld = () => limitHold(tx);
  let sent = Promise.resolve();
  const timer = setInterval(() => {
    // A failure surfaces in the next statement of the transaction.
    sent = assertHeld().catch(() => {});
  }, SENT_EVERY_MS);
  try {
    return await work(assertHeld);
  } finally {
    clearInterval(timer);
    await sent;
  }
}
