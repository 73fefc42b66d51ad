/** Opening the lock of a link. */
import type { Deps } from '../../platform/deps.ts';
import { attempt } from '../../platform/limits/attempts.ts';
import { verifyPassword } from '../../platform/crypto/passwords.ts';
import { forbidden } from '../../platform/errors.ts';
import type { VisitedShare } from './visits.queries.ts';

/**
 * Judges the password of a share, null for a reference that is none: that takes as long. 403 if it is wrong, 429 after 10
 * wrong ones from the address within 10 minutes, or 50 at all shares; many from everywhere slow all attempts down.
 */
export async function tryPassword(
  deps: Deps,
  share: Pick<VisitedShare, 'shareId' | 'passwordHash'> | null,
  wanted: { password: string; address: string },
): Promise<void> {
  // All references that are none count as one, or each would be worth another ten hashes; none counts as a share.
  const subject = share === null ? 'no share' : `share ${share.shareId}`;
  const place = { scope: 'share-password', subject, address: wanted.address };
  const hash = share?.passwordHash ?? null;
  const isRight = await attempt(deps, place, () => verifyPassword(hash, wanted.password));
  if (!isRight) throw forbidden('The password is wrong.');
}
