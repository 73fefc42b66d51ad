/** Guessing at passwords and codes: how often it may be done. Counted in PostgreSQL, so it holds over all processes. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock } from './clock.ts';
import type { Sql } from './db/connection.ts';
import { tooManyRequests } from './errors.ts';
import { networkOf } from './network.ts';
import { hiddenSubject, hit, takeBack } from './throttle.ts';

/** Wrong guesses at one subject that are free, from one address and in all. */
export const FREE_GUESSES = 10;
const WINDOW_MS = 600_000;
const STEP_MS = 100;
const LONGEST_MS = 2000;

export type Guess = {
  /** What kind of secret. */
  scope: string;
  /** Whose secret; kept as a hash only. */
  subject: string;
  /** Where the guess comes from. */
  address: string;
};

/**
 * Answers `isRight()`, unless the address has guessed wrong at this subject 10 times in 10 minutes: then 429, for the
 * right answer too. Many wrong guesses from everywhere slow all of them down, but never lock the subject's owner out.
 * Must not be called inside a transaction, which it would hold open while it waits.
 */
export async function guess(
  { sql, clock }: { sql: Sql; clock: Clock },
  { scope, subject, address }: Guess,
  isRight: () => Promise<boolean>,
): Promise<boolean> {
  const now = clock();
  const whose = hiddenSubject(subject);
  const fromHere = { scope: `${scope}:address`, subject: `${whose} ${networkOf(address)}`, windowMs: WINDOW_MS };
  const fromAll = { scope, subject: whose, windowMs: WINDOW_MS };
  // Counted before the guess is judged: of many at once, each sees those that came before it.
  const here = await hit(sql, fromHere, now);
  if (here.hits > FREE_GUESSES) {
    throw tooManyRequests('That was wrong too often; try again later.', here.resetsInMs / 1000);
  }
  const { hits } = await hit(sql, fromAll, now);
  await sleep(slowDownMs(hits));
  if (!(await isRight())) return false;
  await Promise.all([takeBack(sql, fromHere, now), takeBack(sql, fromAll, now)]);
  return true;
}

/** How long the guess waits that is the `hits`th of the last minutes. */
export function slowDownMs(hits: number): number {
  return Math.min(Math.max(0, hits - FREE_GUESSES) * STEP_MS, LONGEST_MS);
}
