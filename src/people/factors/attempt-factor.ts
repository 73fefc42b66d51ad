/** Attempt limits of the second step, whose codes are short. */
import type { Deps } from '../../platform/deps.ts';
import { tooManyRequests } from '../../platform/errors.ts';
import { attempt } from '../../platform/limits/attempts.ts';
import { type Throttle, hit, refundHit } from '../../platform/limits/throttle.ts';
import type { UserKey } from '../../core/actor.ts';

/**
 * Wrong codes for one account from everywhere within a day. Only somebody who has the password gets here, and at three
 * valid codes in a million this leaves them a chance of 1 in 3,000 a day.
 */
const WRONG_A_DAY = 100;
const DAY_MS = 24 * 3_600_000;

/**
 * Returns the result of `isRight()`, limited like passwords (attempts.ts), and beyond 100 wrong codes a day for the
 * account refused with 429 before it is checked.
 */
export async function attemptFactor(
  deps: Deps,
  { user, address }: { user: UserKey; address: string },
  isRight: () => Promise<boolean>,
): Promise<boolean> {
  const subject = `${user.deploymentId}/${user.userId}`;
  const daily: Throttle = { scope: 'second-factor:day', subject, windowMs: DAY_MS };
  const now = deps.clock();
  // Counted before the code is checked, so concurrent attempts see each other.
  const today = await hit(deps.sql, daily, now);
  if (today.hits > WRONG_A_DAY) {
    throw tooManyRequests('Too many wrong codes for this account. Try again later.', today.resetsInMs / 1000);
  }
  let isWrong = false;
  try {
    isWrong = !(await attempt(deps, { scope: 'second-factor', subject, address }, isRight));
    return !isWrong;
  } finally {
    // A correct code, or one that was not checked, does not count as wrong.
    if (!isWrong) await refundHit(deps.sql, daily, now);
  }
}
