/** Sign-ins that are refused although the proof is valid. */
import type { Tx } from '../../platform/db/connection.ts';
import { Problem } from '../../platform/errors.ts';
import type { UserKey } from '../../core/actor.ts';
import { insertActivity } from '../../core/activity/activity.queries.ts';
import { type KnownPasskey, passkeyDetails } from '../passkeys/use-passkey.steps.ts';

/** `PasswordsOff`: the deployment has turned off passwords, and passkeys alone. `SecondFactor`: the person has or needs a second step. */
export type RefusalReason = 'PasswordsOff' | 'SecondFactor';

type Refused = {
  method: 'password' | 'passkey';
  passkey?: KnownPasskey | null;
  reason: RefusalReason;
  at: Date;
  problem: Problem;
};

/**
 * Records the refusal, because somebody has a valid proof, and returns it. The caller throws it after the transaction (`opened`), which
 * would otherwise roll the record back.
 */
export async function refuseSignIn(
  tx: Tx,
  { deploymentId, userId, email }: UserKey & { email: string },
  { method, passkey = null, reason, at, problem }: Refused,
): Promise<Problem> {
  const details = { methods: method, reason, ...passkeyDetails(passkey) };
  await insertActivity(tx, { deploymentId, userId, at }, { type: 'SignInRefused', contentName: email, details });
  return problem;
}

/** Returns the result of the transaction; throws a refusal. */
export function opened<T>(result: T | Problem): T {
  if (result instanceof Problem) throw result;
  return result;
}
