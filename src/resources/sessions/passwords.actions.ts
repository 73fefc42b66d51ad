import type { Deps } from '../../deps.ts';
import { hashPassword, verifyPassword } from '../../platform/crypto/passwords.ts';
import { transaction } from '../../platform/db/connection.ts';
import { emailKey } from '../../platform/email.ts';
import { forbidden } from '../../platform/errors.ts';
import { guess } from '../../platform/guesses.ts';
import type { Actor } from '../actor.ts';
import { assertPasswordAllowed } from '../settings/password-policy.ts';
import { readSettings } from '../settings/settings.access.ts';
import { findCredentials, holdPassword, lockUser, recordWrongPassword } from './credentials.queries.ts';
import { replacePassword } from './passwords.steps.ts';

/**
 * Sets a new password and ends all other sessions. 400 if the policy does not allow it, 403 if the current one is wrong;
 * wrong ones count as those of signing in do.
 */
export async function changeOwnPassword(
  deps: Deps,
  actor: Actor,
  wanted: { current: string; new: string; address: string },
): Promise<void> {
  const { PasswordPolicy } = await readSettings(deps.sql, actor.deploymentId);
  assertPasswordAllowed(PasswordPolicy, wanted.new, 'NewPassword');
  const currentHash = await verifiedHash(deps, actor, wanted);
  const passwordHash = await hashPassword(wanted.new);
  await transaction(deps.sql, async (tx) => {
    await lockUser(tx, actor);
    // Of two changes at once the second finds that its current password is not the current one any more.
    if (!(await holdPassword(tx, actor, currentHash))) throw wrongPassword();
    const sparedSessionId = actor.via.kind === 'session' ? actor.via.sessionId : null;
    await replacePassword(tx, actor, { passwordHash, sparedSessionId, now: actor.now });
  });
}

async function verifiedHash(deps: Deps, actor: Actor, wanted: { current: string; address: string }): Promise<string> {
  const key = emailKey(actor.email);
  const hash = (await findCredentials(deps.sql, key))?.passwordHash ?? null;
  const attempt = { scope: 'password', subject: key, address: wanted.address };
  const isRight = await guess(deps, attempt, () => verifyPassword(hash, wanted.current));
  if (isRight && hash !== null) return hash;
  await recordWrongPassword(deps.sql, key, actor.now);
  throw wrongPassword();
}

function wrongPassword() {
  return forbidden('The current password is wrong.');
}
