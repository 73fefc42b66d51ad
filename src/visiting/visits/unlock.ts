/** Unlocks a link. */
import type { Deps } from '../../platform/deps.ts';
import { attempt } from '../../platform/limits/attempts.ts';
import { verifyPassword } from '../../platform/crypto/passwords.ts';
import { forbidden } from '../../platform/errors.ts';
import type { VisitedShare } from './visits.queries.ts';

/**
 * Checks the password of a share, or null for an unknown reference, which takes as long. 403 if it is wrong, 429 after
 * 10 wrong ones from the address within 10 minutes, or 50 at all shares; many from all addresses slow all attempts
 * down.
 */
export async function tryPassword(
  deps: Deps,
  share: Pick<VisitedShare, 'shareId' | 'passwordHash'> | null,
  wanted: { password: string; address: string },
): Promise<void> {
  // All unknown references count as one subject; otherwise each would allow ten more hashes.
  const subject = share === null ? 'no share' : `share ${share.shareId}`;
  const place = { scope: 'share-password', subject, address: wanted.address };
  const hash = share?.passwordHash ?? null;
  const isRight = await attempt(deps, place, () => verifyPassword(hash, wanted.password));
  if (!isRight) throw forbidden('The password is wrong.');
}
