/** Between the first proof of any way to sign in and the session. */
import type { Deps } from '../../platform/deps.ts';
import { newSecret } from '../../platform/crypto/secrets.ts';
import type { Tx } from '../../platform/db/connection.ts';
import { applyFactorRuleTo } from '../factor-rule/factor-rule.steps.ts';
import { type FactorMethod, listFactorMethods } from '../factors/factors.queries.ts';
import { type Account, type SignedIn, type WantedSession, openSession } from '../sessions/open-session.ts';
import { insertPending } from './pending.queries.ts';

/** A pending sign-in that requires one of these methods. `pending` goes only into the cookie. */
export type PendingSignIn = { pending: string; factors: FactorMethod[] };

/**
 * Opens the session, or keeps the sign-in until the second step if the person has a second factor. The caller has
 * locked what it relied on, at least the user's row `for share`, so that no factor is added meanwhile.
 */
export async function finishSignIn(
  deps: Deps,
  tx: Tx,
  user: Account,
  wanted: WantedSession,
): Promise<SignedIn | PendingSignIn> {
  const { methods, origin } = wanted;
  // A passkey that verified the person is two factors at once: the authenticator, and its PIN or biometrics.
  const isComplete = methods.includes('passkey');
  const factors = await listFactorMethods(tx, user);
  // Before the session begins, so that it is limited from its first request if the deadline has passed.
  if (factors.length === 0) await applyFactorRuleTo(tx, user, deps.clock());
  if (factors.length === 0 || isComplete) return openSession(deps, tx, user, wanted);
  const pending = newSecret();
  await insertPending(tx, user, { secret: pending, methods, origin, now: deps.clock() });
  return { pending, factors };
}
