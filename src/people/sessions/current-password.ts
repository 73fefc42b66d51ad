/** Asking a person who is signed in for the password again, before something that would outlast the session. */
import type { Deps } from '../../platform/deps.ts';
import { attempt } from '../../platform/attempts.ts';
import { verifyPassword } from '../../platform/crypto/passwords.ts';
import { emailKey } from '../../platform/email.ts';
import { Problem, forbidden } from '../../platform/errors.ts';
import type { Actor } from '../../core/actor.ts';
import { findCredentials, recordWrongPassword } from './credentials.queries.ts';

/** After signing in, the password is not asked for again for this long. */
const FRESH_MS = 600_000;

/** A password as the actor sent it; `address` is where from. */
export type GivenPassword = { password: string | undefined; address: string };

/**
 * The hash of the actor's password, if it is the given one. 403 if not: wrong ones count as those of signing in do, and
 * are recorded.
 */
export async function verifyCurrentPassword(deps: Deps, actor: Actor, given: GivenPassword): Promise<string> {
  const key = emailKey(actor.email);
  const hash = (await findCredentials(deps.sql, key))?.passwordHash ?? null;
  const place = { scope: 'password', subject: key, address: given.address };
  const isRight = await attempt(deps, place, () => verifyPassword(hash, given.password ?? ''));
  if (isRight && hash !== null) return hash;
  await recordWrongPassword(deps.sql, key, actor.now);
  throw wrongCurrentPassword();
}

/**
 * The same for an actor whose session is older than 10 minutes, who may have left the browser to somebody else. 403 with
 * `PasswordRequired` if no password was sent. Null where none is needed.
 */
export async function verifyUnlessFresh(deps: Deps, actor: Actor, given: GivenPassword): Promise<string | null> {
  const { via, now } = actor;
  if (via.kind !== 'session' || now.getTime() - Date.parse(via.createdAt) <= FRESH_MS) return null;
  if (given.password !== undefined) return verifyCurrentPassword(deps, actor, given);
  throw new Problem('/forbidden', 'Enter your current password to continue.', {
    detail: 'You signed in more than 10 minutes ago. Send CurrentPassword, or sign in again.',
    more: { PasswordRequired: true },
  });
}

/** 403: it is not the password, or not any more. */
export function wrongCurrentPassword(): Problem {
  return forbidden('The current password is wrong.');
}
