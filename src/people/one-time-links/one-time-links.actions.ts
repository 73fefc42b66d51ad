/** Password resets and invitations. */
import type { Deps } from '../../platform/deps.ts';
import { withMinimumDuration } from '../../platform/minimum-duration.ts';
import { hashPassword } from '../../platform/crypto/passwords.ts';
import { transaction } from '../../platform/db/connection.ts';
import { emailKey, parseEmail } from '../../platform/email.ts';
import { Problem, tooManyRequests } from '../../platform/errors.ts';
import { addJob } from '../../platform/jobs/job.ts';
import { networkOf } from '../../platform/network.ts';
import { type Throttle, hit } from '../../platform/throttle.ts';
import { findCredentials, lockUser } from '../sessions/credentials.queries.ts';
import { replacePassword } from '../sessions/passwords.steps.ts';
import { assertPasswordAllowed } from '../../core/settings/password-policy.ts';
import { readSettings } from '../../core/settings/settings.access.ts';
import { passwordResetJob } from './one-time-links.jobs.ts';
import { type Purpose, findLinkUser, useLink } from './one-time-links.queries.ts';

const HOUR_MS = 3_600_000;

/** Requests for resets from one address, for whichever accounts. */
const REQUESTS_OF_ADDRESS = 20;

/** Mails for one account from one address, and from all: the first leaves the owner a share that strangers cannot use up. */
const MAILS_FROM_ADDRESS = 3;
const MAILS_OF_ACCOUNT = 20;

/** Longer than finding the account and enqueuing the mail takes. */
const ANSWER_MS = 100;

/**
 * Has a link mailed to the address, if it is a user's. 429 after 20 requests an hour from where it comes. The answer tells
 * nothing about the account, neither by its text nor by its time.
 */
export async function requestPasswordReset(deps: Deps, wanted: { email: string; address: string }): Promise<void> {
  const network = networkOf(wanted.address);
  const all = await hit(deps.sql, perHour('password-reset:requests', network), deps.clock());
  if (all.hits > REQUESTS_OF_ADDRESS) {
    throw tooManyRequests('Too many requests from your address. Try again later.', all.resetsInMs / 1000);
  }
  await withMinimumDuration(ANSWER_MS, () => enqueueReset(deps, emailKey(parseEmail(wanted.email) ?? ''), network));
}

async function enqueueReset(deps: Deps, key: string, network: string): Promise<void> {
  const now = deps.clock();
  const user = await findCredentials(deps.sql, key);
  if (user === undefined) return;
  const { deploymentId, userId } = user;
  const account = `${deploymentId}/${userId}`;
  const fromHere = await hit(deps.sql, perHour('password-reset:address', `${account} ${network}`), now);
  if (fromHere.hits > MAILS_FROM_ADDRESS) return;
  const all = await hit(deps.sql, perHour('password-reset', account), now);
  if (all.hits > MAILS_OF_ACCOUNT) return;
  const payload = { deploymentId, userId, requestedAt: now.toISOString() };
  await transaction(deps.sql, (tx) => addJob(tx, passwordResetJob, payload));
}

const perHour = (scope: string, subject: string): Throttle => ({ scope, subject, windowMs: HOUR_MS });

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
  const settings = await readSettings(deps.sql, user.deploymentId);
  await assertPasswordAllowed(settings, { password: wanted.password, parameter: 'NewPassword', owner: user });
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
