/** Password resets and invitations. */
import type { Deps } from '../../deps.ts';
import { hashPassword } from '../../platform/crypto/passwords.ts';
import { transaction } from '../../platform/db/connection.ts';
import { emailKey, parseEmail } from '../../platform/email.ts';
import { Problem } from '../../platform/errors.ts';
import { addJob } from '../../platform/jobs/job.ts';
import { hiddenSubject, hit } from '../../platform/throttle.ts';
import { findCredentials, lockUser } from '../sessions/credentials.queries.ts';
import { replacePassword } from '../sessions/passwords.steps.ts';
import { assertPasswordAllowed } from '../settings/password-policy.ts';
import { readSettings } from '../settings/settings.access.ts';
import { passwordResetJob } from './one-time-links.jobs.ts';
import { type Purpose, findLinkUser, useLink } from './one-time-links.queries.ts';

const RESETS_AN_HOUR = 3;

/**
 * Has a link mailed to the address, if it is a user's. Known or not, the same is done before the answer: the job, which
 * finds nobody in the second case, does the rest.
 */
export async function requestPasswordReset(deps: Deps, email: string): Promise<void> {
  const key = emailKey(parseEmail(email) ?? '');
  const now = deps.clock();
  const throttle = { scope: 'password-reset', subject: hiddenSubject(key), windowMs: 3_600_000 };
  const { hits } = await hit(deps.sql, throttle, now);
  if (hits > RESETS_AN_HOUR) return;
  const user = await findCredentials(deps.sql, key);
  const payload = {
    deploymentId: user?.deploymentId ?? null,
    userId: user?.userId ?? null,
    requestedAt: now.toISOString(),
  };
  await transaction(deps.sql, (tx) => addJob(tx, passwordResetJob, payload));
}

/**
 * Sets the password of the user to whom the link was mailed, ends all their sessions, and after a reset revokes their API
 * tokens. 410 for a link that was used, has
 * expired or never was one; 400 if the policy does not allow the password, and then the link stays good.
 */
export async function redeemLink(
  deps: Deps,
  purpose: Purpose,
  wanted: { secret: string; password: string },
): Promise<void> {
  const now = deps.clock();
  const user = await findLinkUser(deps.sql, purpose, wanted.secret, now);
  if (user === undefined) throw linkGone();
  const { PasswordPolicy } = await readSettings(deps.sql, user.deploymentId);
  assertPasswordAllowed(PasswordPolicy, wanted.password, 'NewPassword');
  const passwordHash = await hashPassword(wanted.password);
  await transaction(deps.sql, async (tx) => {
    // First the user, then the link, as everything does that touches both.
    await lockUser(tx, user);
    if (!(await useLink(tx, purpose, wanted.secret, now))) throw linkGone();
    // A reset is how people get rid of somebody else in their account. Before an invitation nobody can have been there.
    const revokesTokens = purpose === 'password_reset';
    await replacePassword(tx, user, { passwordHash, sparedSessionId: null, revokesTokens, now });
  });
}

function linkGone(): Problem {
  return new Problem('/gone', 'The link was used, has expired, or is not complete; ask for a new one.');
}
