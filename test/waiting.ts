/** For tests of what two at once do: waiting until somebody really waits, instead of for a time. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { TestApp } from './harness.ts';

/** Resolves once so many of the application's statements wait for a lock. */
export async function untilWaiting({ sql }: Pick<TestApp, 'sql'>, count = 1): Promise<void> {
  await until(async () => {
    const waiting = await sql`
      select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    return waiting.length >= count;
  });
}

/** Resolves once the condition holds; the test runner's limit ends what never does. */
export async function until(condition: () => Promise<boolean>): Promise<void> {
  while (!(await condition())) await sleep(5);
}
