/** Limits on attempts at passwords. Counted in PostgreSQL, so they hold over all processes and machines. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock } from './clock.ts';
import type { Sql } from './db/connection.ts';
import { tooManyRequests } from './errors.ts';
import { networkOf } from './network.ts';
import { hiddenSubject, hit, refundHit } from './throttle.ts';

/** Wrong attempts at one subject that are free of any delay, and the most that one address can make at it. */
export const FREE_ATTEMPTS = 10;

/** The most wrong attempts that one address can make at all subjects together. */
export const ATTEMPTS_OF_ADDRESS = 50;

const WINDOW_MS = 600_000;
const DELAY_STEP_MS = 100;
const MAX_DELAY_MS = 2000;

export type Attempt = {
  /** The kind of secret. */
  scope: string;
  /** Whose secret; stored as a hash only. */
  subject: string;
  /** Where the attempt comes from. */
  address: string;
};

/**
 * Returns `isRight()`, unless the address has made 10 wrong attempts at this subject in 10 minutes, or 50 at all subjects:
 * then 429, for the right secret too. Many wrong attempts from everywhere slow all attempts at the subject down, but never
 * lock its owner out. Must not be called inside a transaction, which would stay open meanwhile.
 */
export async function attempt(
  { sql, clock }: { sql: Sql; clock: Clock },
  { scope, subject, address }: Attempt,
  isRight: () => Promise<boolean>,
): Promise<boolean> {
  const now = clock();
  const whose = hiddenSubject(subject);
  const network = networkOf(address);
  const limited = [
    { scope: `${scope}:address`, subject: `${whose} ${network}`, limit: FREE_ATTEMPTS },
    { scope: `${scope}:addresses`, subject: network, limit: ATTEMPTS_OF_ADDRESS },
    { scope, subject: whose, limit: Infinity },
  ].map((counter) => ({ ...counter, windowMs: WINDOW_MS }));
  let hits = 0;
  // Counted before the secret is checked: of many attempts at once, each sees those that came before it.
  for (const { limit, ...throttle } of limited) {
    const counted = await hit(sql, throttle, now);
    if (counted.hits > limit) {
      throw tooManyRequests('Too many wrong attempts. Try again later.', counted.resetsInMs / 1000);
    }
    ({ hits } = counted);
  }
  await sleep(delayMs(hits));
  let isWrong = false;
  try {
    isWrong = !(await isRight());
    return !isWrong;
  } finally {
    // Neither the right secret nor one that could not be checked counts as wrong.
    if (!isWrong) await Promise.all(limited.map((throttle) => refundHit(sql, throttle, now)));
  }
}

/** The delay of an attempt that is the `hits`th at its subject within the window. */
export function delayMs(hits: number): number {
  return Math.min(Math.max(0, hits - FREE_ATTEMPTS) * DELAY_STEP_MS, MAX_DELAY_MS);
}
