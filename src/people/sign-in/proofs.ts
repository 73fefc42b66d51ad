/** The proofs that a second step or a fresh authentication takes. */
import type { Db, Tx } from '../../platform/db/connection.ts';
import type { Deps } from '../../platform/deps.ts';
import { invalidParameter, missingParameter } from '../../platform/errors.ts';
import type { UserKey } from '../../core/actor.ts';
import { hasPassword } from '../credentials/credentials.queries.ts';
import { listFactorMethods } from '../factors/factors.queries.ts';
import { mailFactorNotice, useRecoveryCode } from '../factors/factors.steps.ts';
import { useTotpCode } from '../factors/totp.steps.ts';
import type { Ceremony } from '../passkeys/challenges.ts';
import type { PasskeyProof } from '../passkeys/passkeys.schema.ts';
import {
  type GivenPasskey,
  type KnownPasskey,
  type PasskeyUse,
  passkeyDetails,
  usePasskey,
} from '../passkeys/use-passkey.steps.ts';
import { CONFIRMATION_METHODS } from './sign-in.schema.ts';

export type Proof = { method: 'totp' | 'recoveryCode'; code: string } | ({ method: 'passkey' } & GivenPasskey);

export type ProofBody = { Code?: string; RecoveryCode?: string; Passkey?: PasskeyProof };

/** The one second factor in a body. `ceremony`: the ceremony that a passkey must belong to. 400 for none or several. */
export function proofOf(body: ProofBody, ceremony: Ceremony): Proof {
  const { Code: code, RecoveryCode: recoveryCode, Passkey: proof } = body;
  const sent = [code, recoveryCode, proof].filter((each) => each !== undefined);
  if (sent.length > 1) throw invalidParameter('Code', 'Send one proof only.');
  if (code !== undefined) return { method: 'totp', code };
  if (recoveryCode !== undefined) return { method: 'recoveryCode', code: recoveryCode };
  if (proof !== undefined) return { method: 'passkey', proof, ceremony };
  throw missingParameter('Code');
}

/** A proof that was taken, or refused with a failure. `passkey`: the passkey, if it was one of the person. */
export type Use = { failure: 'Wrong' | PasskeyUse['failure']; passkey: KnownPasskey | null };

/** The ways in which the user can confirm a session. */
export async function listProofs(sql: Db, user: UserKey): Promise<(typeof CONFIRMATION_METHODS)[number][]> {
  const [isPasswordSet, factors] = await Promise.all([hasPassword(sql, user), listFactorMethods(sql, user)]);
  const own = new Set<string>([...(isPasswordSet ? ['Password'] : []), ...factors]);
  return CONFIRMATION_METHODS.filter((method) => own.has(method));
}

/** Consumes the proof. The caller has locked the user's row. */
export async function useProof(
  tx: Tx,
  deps: Deps,
  user: UserKey & { name: string; email: string },
  proof: Proof,
): Promise<Use> {
  const now = deps.clock();
  if (proof.method === 'passkey') {
    const use = await usePasskey(tx, deps, user, proof);
    // So that the owner of a copied authenticator can remove it.
    const copied = use.failure === 'Counter' ? use.passkey : null;
    if (copied !== null) await mailFactorNotice(tx, user, { kind: 'copied', passkey: copied.name }, now);
    return use;
  }
  const { method, code } = proof;
  const isRight =
    method === 'totp'
      ? await useTotpCode(tx, deps, user, { code, now })
      : await useRecoveryCode(tx, deps, user, { code, now });
  return { failure: isRight ? null : 'Wrong', passkey: null };
}

/** A failure for the activity log. */
export function detailsOf({ failure, passkey }: Use): Record<string, string | number | null> {
  return { failure, ...passkeyDetails(passkey) };
}

/** The message to the person, the same for all reasons. */
export function refusalText({ method }: Proof): string {
  return method === 'passkey' ? 'The passkey could not be verified.' : 'The code is wrong or was used already.';
}
