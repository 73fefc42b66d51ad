/** The second step of a sign-in. */
import type { Deps } from '../../platform/deps.ts';
import { type Tx, transaction } from '../../platform/db/connection.ts';
import { unauthorized } from '../../platform/errors.ts';
import { insertActivity } from '../../core/activity/activity.queries.ts';
import { type Site, serves } from '../../core/hosts/sites.ts';
import { readSettings } from '../../core/settings/settings.access.ts';
import { lockUser } from '../credentials/credentials.queries.ts';
import { attemptFactor } from '../factors/attempt-factor.ts';
import { lockProvider } from '../identity-providers/providers.queries.ts';
import { type SignedIn, type WantedSession, openSession } from '../sessions/open-session.ts';
import { type PendingRow, countWrongAttempt, deletePending, findPending } from './pending.queries.ts';
import { signInEnded } from './sign-in-ended.ts';
import { type Proof, detailsOf, refusalText, useProof } from './proofs.ts';

/** `pending`: the secret from the cookie of the first step. */
type SecondStep = Omit<WantedSession, 'methods' | 'origin'> & {
  pending: string | null;
  proof: Proof;
  site: Pick<Site, 'deploymentId'>;
};

/**
 * Opens the session that the first step has prepared. 401 for a wrong proof, 410 for a sign-in that has ended, 429 after
 * too many wrong codes.
 */
export async function finishSecondStep(deps: Deps, wanted: SecondStep): Promise<SignedIn> {
  const { pending: secret } = wanted;
  const pending = secret === null ? undefined : await findPending(deps.sql, secret, deps.clock());
  if (secret === null || pending === undefined || !serves(wanted.site, pending)) throw signInEnded();
  let signedIn: SignedIn | null = null;
  await attemptFactor(deps, { user: pending, address: wanted.browser.address }, async () => {
    signedIn = await transaction(deps.sql, async (tx) => {
      await assertOpen(tx, pending);
      return takeProof(deps, tx, pending, { ...wanted, secret });
    });
    return signedIn !== null;
  });
  if (signedIn === null) throw unauthorized(refusalText(wanted.proof));
  return signedIn;
}

// Passwords may have been turned off since the first step, or the provider disabled or deleted. Its row is locked before the user's.
async function assertOpen(tx: Tx, { deploymentId, providerId, methods }: PendingRow): Promise<void> {
  if (providerId !== null) {
    const provider = await lockProvider(tx, { deploymentId, providerId });
    if (provider?.isEnabled !== true) throw signInEnded();
  } else if (methods.includes('password')) {
    const { PasswordSignIn } = await readSettings(tx, deploymentId);
    if (!PasswordSignIn) throw signInEnded();
  }
}

async function takeProof(
  deps: Deps,
  tx: Tx,
  user: { deploymentId: number; userId: number },
  wanted: SecondStep & { secret: string },
): Promise<SignedIn | null> {
  await lockUser(tx, user);
  // Read again: a concurrent request may have used it, or a new password may have ended it.
  const pending = await findPending(tx, wanted.secret, deps.clock());
  if (pending === undefined) throw signInEnded();
  const { method } = wanted.proof;
  const use = await useProof(tx, deps, pending, wanted.proof);
  if (use.failure === null) {
    // The provider may have ended it at the same moment.
    if (!(await deletePending(tx, pending))) throw signInEnded();
    const { providerId, providerSession } = pending;
    const origin = providerId === null ? {} : { origin: { providerId, providerSession } };
    const methods = [...pending.methods, method];
    return openSession(deps, tx, pending, { ...wanted, ...origin, methods, passkey: use.passkey });
  }
  await countWrongAttempt(tx, pending);
  const who = { deploymentId: pending.deploymentId, userId: pending.userId, at: deps.clock() };
  const details = { method, ...detailsOf(use) };
  await insertActivity(tx, who, { type: 'InvalidSecondFactor', contentName: pending.email, details });
  return null;
}
