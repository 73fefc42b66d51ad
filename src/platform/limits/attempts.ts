/** Attempt limits for passwords and codes. Counters are in PostgreSQL, so limits hold across processes and machines. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock } from '../clock.ts';
import type { Sql } from '../db/connection.ts';
import { tooManyRequests } from '../errors.ts';
import { networkOf } from './network.ts';
import { hiddenSubject, hit, refundHit } from './throttle.ts';

/** Wrong attempts per subject before delays start; also the limit for one address at one subject. */
export const FREE_ATTEMPTS = 10;

/** Limit of wrong attempts from one address at all subjects. */
export const ATTEMPTS_OF_ADDRESS = 50;

const WINDOW_MS = 600_000;
const DELAY_STEP_MS = 100;
const MAX_DELAY_MS = 2000;

export type Attempt = {
  /** The kind of secret. */
  scope: string;
  /** The owner of the secret; stored as a hash only. */
  subject: string;
  /** The client address of the attempt. */
  address: string;
};

/**
 * Returns the result of `isRight()`.Throws 429, even for the correct secret, after 10 wrong attempts in 10 minutes by
 * the address at this subject, or 50 at all subjects. Many wrong attempts from all addresses slow down every attempt at
 * the subject but never lock its owner out. Must not be called inside a transaction, which would stay open during the
 * delay.
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
  // Counted before the secret is checked, so concurrent attempts see each other.
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
    // A correct secret, or one that could not be checked, does not count as wrong.
    if (!isWrong) await Promise.all(limited.map((throttle) => refundHit(sql, throttle, now)));
  }
}

/** Returns the delay of the `hits`th attempt at a subject within the window. */
export function delayMs(hits: number): number {
  return Math.min(Math.max(0, hits - FREE_ATTEMPTS) * DELAY_STEP_MS, MAX_DELAY_MS);
}
