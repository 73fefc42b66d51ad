/** Password resets and invitations. */
import type { Deps } from '../../platform/deps.ts';
import { withMinimumDuration } from '../../platform/limits/minimum-duration.ts';
import { hashPassword } from '../../platform/crypto/passwords.ts';
import { transaction } from '../../platform/db/connection.ts';
import { emailKey, parseEmail } from '../../platform/values/email.ts';
import { Problem, tooManyRequests } from '../../platform/errors.ts';
import { addJob } from '../../platform/jobs/job.ts';
import { networkOf } from '../../platform/limits/network.ts';
import { type Throttle, hit } from '../../platform/limits/throttle.ts';
import { type Credentials, listCredentials, lockUser } from '../credentials/credentials.queries.ts';
import { replacePassword } from './passwords.steps.ts';
import { type Site, serves } from '../../core/hosts/sites.ts';
import { assertPasswordAllowed } from '../../core/settings/password-policy.ts';
import { readSettings } from '../../core/settings/settings.access.ts';
import { passwordResetJob } from '../one-time-links/one-time-links.jobs.ts';
import { type Purpose, findLinkUser, useLink } from '../one-time-links/one-time-links.queries.ts';

const HOUR_MS = 3_600_000;

/** Reset requests from one address for any accounts. */
const REQUESTS_OF_ADDRESS = 20;

/**
 * Mails for one account requested from one address, and from all addresses. With the lower limit per address, strangers
 * cannot use up the owner's share.
 */
const MAILS_FROM_ADDRESS = 3;
const MAILS_OF_ACCOUNT = 20;

/** Longer than finding the account and enqueuing the mail takes. */
const ANSWER_MS = 100;

/** `deploymentId` null: in every deployment. `address`: the client address. */
type WantedReset = { email: string; deploymentId: number | null; address: string };

/**
 * Mails a link for each account with the address; the mail of a deployment is about its own account only. 429 after 20
 * requests an hour from the client address. Neither the text nor the timing of the answer reveals which accounts exist.
 */
export async function requestPasswordReset(deps: Deps, wanted: WantedReset): Promise<void> {
  const network = networkOf(wanted.address);
  const all = await hit(deps.sql, perHour('password-reset:requests', network), deps.clock());
  if (all.hits > REQUESTS_OF_ADDRESS) {
    throw tooManyRequests('Too many requests from your address. Try again later.', all.resetsInMs / 1000);
  }
  await withMinimumDuration(ANSWER_MS, async () => {
    const account = { key: emailKey(parseEmail(wanted.email) ?? ''), deploymentId: wanted.deploymentId };
    const users = await listCredentials(deps.sql, account);
    await Promise.all(users.map((user) => enqueueReset(deps, user, network)));
  });
}

async function enqueueReset(deps: Deps, { deploymentId, userId }: Credentials, network: string): Promise<void> {
  const now = deps.clock();
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
 * Sets the password of the link's user, ends all their sessions, and after a reset revokes their API tokens. 410 for a
 * link that is used, expired, unknown or of another host name; 400 if the policy does not allow the password, and then the link remains
 * valid.
 */
export async function redeemLink(
  deps: Deps,
  purpose: Purpose,
  wanted: { secret: string; password: string; site: Pick<Site, 'deploymentId'> },
): Promise<void> {
  const now = deps.clock();
  const user = await findLinkUser(deps.sql, purpose, wanted.secret, now);
  if (user === undefined || !serves(wanted.site, user)) throw linkGone();
  const settings = await readSettings(deps.sql, user.deploymentId);
  await assertPasswordAllowed(settings, { password: wanted.password, parameter: 'NewPassword', owner: user });
  const passwordHash = await hashPassword(wanted.password);
  await transaction(deps.sql, async (tx) => {
    // The user first, then the link: the same order as everywhere else.
    await lockUser(tx, user);
    if (!(await useLink(tx, purpose, wanted.secret, now))) throw linkGone();
    // A reset locks out intruders. Before an invitation nobody had access.
    const revokesTokens = purpose === 'password_reset';
    await replacePassword(tx, user, { passwordHash, sparedSessionId: null, revokesTokens, now });
  });
}

function linkGone(): Problem {
  return new Problem('/gone', 'The link was used, has expired, or is incomplete. Request a new one.');
}
