/** Keys of authenticator apps are stored encrypted, because codes are computed from them. */
import { deriveSecret } from '../../platform/crypto/secret-key.ts';
import { openText, sealText } from '../../platform/crypto/sealed-text.ts';
import type { Tx } from '../../platform/db/connection.ts';
import type { UserKey } from '../../core/actor.ts';
import { stepOfCode } from './totp.ts';
import { findTotp, useStep } from './totp.queries.ts';

type WithKey = { secretKey: Buffer };

/** The key as it is stored: it opens for this person only. */
export function sealTotpKey({ secretKey }: WithKey, user: UserKey, key: string): Buffer {
  return sealText(sealingKey(secretKey), key, ownerOf(user));
}

/** The key, or null if it was stored under another secret key of the service. */
export function openTotpKey({ secretKey }: WithKey, user: UserKey, sealed: Buffer): string | null {
  return openText(sealingKey(secretKey), sealed, ownerOf(user));
}

/**
 * Uses up a code of the person's authenticator app; false if it is wrong or used up. The caller has locked the user's
 * row.
 */
export async function useTotpCode(
  tx: Tx,
  deps: WithKey,
  user: UserKey,
  { code, now }: { code: string; now: Date },
): Promise<boolean> {
  const sealed = (await findTotp(tx, user))?.sealedKey ?? null;
  const key = sealed === null ? null : openTotpKey(deps, user, sealed);
  const step = key === null ? null : stepOfCode(key, code, now);
  return step !== null && useStep(tx, user, step, now);
}

function sealingKey(secretKey: Buffer): Buffer {
  return deriveSecret(secretKey, 'totp', new Uint8Array());
}

function ownerOf({ deploymentId, userId }: UserKey): string {
  return `totp ${deploymentId}/${userId}`;
}
