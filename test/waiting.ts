/** Waiting for a condition instead of a time, for tests of concurrency. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { TestApp } from './harness.ts';

/** Resolves once this many of the application's statements wait for a lock. */
export async function untilWaiting({ sql }: Pick<TestApp, 'sql'>, count = 1): Promise<void> {
  await until(async () => {
    const waiting = await sql`
      select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    return waiting.length >= count;
  });
}

/** Resolves once the condition holds; otherwise the test runner's timeout applies. */
export async function until(condition: () => Promise<boolean>): Promise<void> {
  while (!(await condition())) await sleep(5);
}
