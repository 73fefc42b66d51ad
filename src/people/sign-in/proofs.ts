/** The proofs that a second step or a fresh authentication takes. */
import type { Tx } from '../../platform/db/connection.ts';
import type { Deps } from '../../platform/deps.ts';
import { invalidParameter, missingParameter } from '../../platform/errors.ts';
import type { UserKey } from '../../core/actor.ts';
import { useRecoveryCode } from '../factors/factors.steps.ts';
import { useTotpCode } from '../factors/totp.steps.ts';

export type Proof = { method: 'totp' | 'recoveryCode'; code: string };

/** The one second factor of a body. 400 for none or several. */
export function proofOf(body: { Code?: string; RecoveryCode?: string }): Proof {
  const { Code: code, RecoveryCode: recoveryCode } = body;
  if (code !== undefined && recoveryCode !== undefined) throw invalidParameter('Code', 'Send one proof only.');
  if (code !== undefined) return { method: 'totp', code };
  if (recoveryCode !== undefined) return { method: 'recoveryCode', code: recoveryCode };
  throw missingParameter('Code');
}

/** Uses up the proof; false if it is wrong or was used. The caller has locked the user's row. */
export async function useProof(
  tx: Tx,
  deps: Deps,
  user: UserKey & { name: string; email: string },
  { method, code }: Proof,
): Promise<boolean> {
  const now = deps.clock();
  return method === 'totp'
    ? useTotpCode(tx, deps, user, { code, now })
    : useRecoveryCode(tx, deps, user, { code, now });
}
