/** Asks a signed-in user for the password before a change that would outlive the session. */
import type { Deps } from '../../platform/deps.ts';
import { attempt } from '../../platform/limits/attempts.ts';
import { verifyPassword } from '../../platform/crypto/passwords.ts';
import { emailKey } from '../../platform/values/email.ts';
import { type Problem, forbidden } from '../../platform/errors.ts';
import type { ActivityType } from '../../core/activity/activity-types.ts';
import type { Actor } from '../../core/actor.ts';
import { listCredentials, recordWrongPassword } from '../credentials/credentials.queries.ts';
import { isFresh, reauthenticationRequired } from '../credentials/fresh.ts';

/** A password that the actor sent; `address` is the client address. */
export type GivenPassword = { password: string | undefined; address: string };

/**
 * The hash of the actor's password, if it matches. Otherwise 403: wrong passwords count and are recorded as for signing
 * in. `action`: the activity that requires the password, for the record.
 */
export async function verifyCurrentPassword(
  deps: Deps,
  actor: Actor,
  given: GivenPassword,
  action: ActivityType,
): Promise<string> {
  const key = emailKey(actor.email);
  const account = { key, deploymentId: actor.deploymentId };
  const hash = (await listCredentials(deps.sql, account))[0]?.passwordHash ?? null;
  const place = { scope: 'password', subject: key, address: given.address };
  const isRight = await attempt(deps, place, () => verifyPassword(hash, given.password ?? ''));
  if (isRight && hash !== null) return hash;
  await recordWrongPassword(deps.sql, account, { action, now: actor.now });
  throw wrongCurrentPassword();
}

/**
 * The same for an actor whose session is older than 10 minutes and who may have left the browser unattended. 403 with
 * `PasswordRequired` if no password was sent: it is accepted in the request itself, too. Null if none is required.
 */
export async function verifyUnlessFresh(
  deps: Deps,
  actor: Actor,
  given: GivenPassword,
  action: ActivityType,
): Promise<string | null> {
  const { via } = actor;
  if (via.kind !== 'session' || isFresh(actor, via)) return null;
  if (given.password !== undefined) return verifyCurrentPassword(deps, actor, given, action);
  throw reauthenticationRequired({ PasswordRequired: true });
}

/** 403: the password is wrong, or was changed meanwhile. */
export function wrongCurrentPassword(): Problem {
  return forbidden('The current password is wrong.');
}
