import type { Deps } from '../../platform/deps.ts';
import { hashPassword } from '../../platform/crypto/passwords.ts';
import { transaction } from '../../platform/db/connection.ts';
import type { Actor } from '../../core/actor.ts';
import { assertPasswordAllowed } from '../../core/settings/password-policy.ts';
import { readSettings } from '../../core/settings/settings.access.ts';
import { lockPassword, lockUser } from '../credentials/credentials.queries.ts';
import { verifyCurrentPassword, wrongCurrentPassword } from '../sessions/current-password.ts';
import { replacePassword } from './passwords.steps.ts';

/** `address`: the client address. `revokesTokens`: also revokes all API tokens of the actor. */
type Change = { current: string; new: string; address: string; revokesTokens: boolean };

/**
 * Sets a new password and ends all other sessions. 400 if the policy does not allow it, 403 if the current one is
 * wrong; wrong ones count as for signing in.
 */
export async function changeOwnPassword(deps: Deps, actor: Actor, wanted: Change): Promise<void> {
  const settings = await readSettings(deps.sql, actor.deploymentId);
  await assertPasswordAllowed(settings, { password: wanted.new, parameter: 'NewPassword', owner: actor });
  const given = { password: wanted.current, address: wanted.address };
  const currentHash = await verifyCurrentPassword(deps, actor, given, 'PasswordChanged');
  const passwordHash = await hashPassword(wanted.new);
  await transaction(deps.sql, async (tx) => {
    await lockUser(tx, actor);
    // Of two concurrent changes the second finds that its current password has been replaced.
    if (!(await lockPassword(tx, actor, currentHash))) throw wrongCurrentPassword();
    const sparedSessionId = actor.via.kind === 'session' ? actor.via.sessionId : null;
    const { revokesTokens } = wanted;
    await replacePassword(tx, actor, { passwordHash, sparedSessionId, revokesTokens, now: actor.now });
  });
}
