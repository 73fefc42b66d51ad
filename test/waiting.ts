/** Waiting for a condition instead of a time, for tests of concurrency. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Tx } from '../src/platform/db/connection.ts';
import type { TestApp } from './harness.ts';

/** Resolves once this many of the application's statements wait for a lock. */
export async function untilWaiting({ sql }: Pick<TestApp, 'sql'>, count = 1): Promise<void> {
  await until(async () => {
    const waiting = await sql`
      select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    return waiting.length >= count;
  });
}

/**
 * Runs `lock` in a transaction that stays open, and resolves once it is done, so that what follows meets its locks. The
 * function that is returned commits.
 */
export async function hold(
  { sql }: Pick<TestApp, 'sql'>,
  lock: (tx: Tx) => Promise<unknown>,
): Promise<() => Promise<void>> {
  const [held, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const holding = sql.begin(async (tx) => {
    await lock(tx);
    held.resolve();
    await released.promise;
  });
  await Promise.race([held.promise, holding]);
  return async () => {
    released.resolve();
    await holding;
  };
}

/** Resolves once the condition holds; otherwise the test runner's timeout applies. */
export async function until(condition: () => Promise<boolean>): Promise<void> {
  while (!(await condition())) await sleep(5);
}
