/** Signing in with a password, and signing out. */
import type { Deps } from '../../platform/deps.ts';
import { attempt } from '../../platform/limits/attempts.ts';
import { verifyPassword } from '../../platform/crypto/passwords.ts';
import { type Tx, transaction } from '../../platform/db/connection.ts';
import { emailKey, parseEmail } from '../../platform/values/email.ts';
import { type Problem, forbidden, unauthorized } from '../../platform/errors.ts';
import { recordActivity } from '../../core/activity/activity.queries.ts';
import type { Actor } from '../../core/actor.ts';
import { readSettings } from '../../core/settings/settings.access.ts';
import { findCredentials, lockPassword, recordWrongPassword } from '../credentials/credentials.queries.ts';
import { type SignedIn, type WantedSession, openSession } from './open-session.ts';
import { endSession, endSessions } from './sessions.queries.ts';

type WithPassword = Omit<WantedSession, 'methods'> & { email: string; password: string };

/**
 * Opens a session and ends the browser's previous one. 401 for both a wrong password and an unknown address, with the
 * same work; 429 after too many wrong passwords from the address.
 */
export async function signIn(deps: Deps, wanted: WithPassword): Promise<SignedIn> {
  const key = emailKey(parseEmail(wanted.email) ?? '');
  const user = await findCredentials(deps.sql, key);
  const passwordHash = user?.passwordHash ?? null;
  const place = { scope: 'password', subject: key, address: wanted.browser.address };
  const isRight = await attempt(deps, place, () => verifyPassword(passwordHash, wanted.password));
  if (!isRight || user === undefined || passwordHash === null) {
    await recordWrongPassword(deps.sql, key, deps.clock());
    throw wrongPassword();
  }
  return transaction(deps.sql, async (tx) => {
    // A concurrent reset that ends all sessions must end this one too, or prevent it.
    if (!(await lockPassword(tx, user, passwordHash))) throw wrongPassword();
    // Only after the right password: others must not learn whose deployment it is.
    const { PasswordSignIn } = await readSettings(tx, user.deploymentId);
    if (!PasswordSignIn) throw forbidden('Passwords are turned off. Sign in with your identity provider.');
    return openSession(deps, tx, user, { ...wanted, methods: ['password'] });
  });
}

/** Ends one session of the actor, current or not; false if it does not exist. */
export async function signOut(deps: Deps, actor: Actor, sessionId: number): Promise<boolean> {
  return transaction(deps.sql, async (tx) => {
    const isEnded = await endSession(tx, actor, sessionId);
    if (isEnded) await recordSignOut(tx, actor, 1);
    return isEnded;
  });
}

/** Ends all sessions of the actor except the current one. */
export async function signOutElsewhere(deps: Deps, actor: Actor, sparedId: number | null): Promise<void> {
  await transaction(deps.sql, async (tx) => {
    const sessions = await endSessions(tx, actor, sparedId);
    if (sessions > 0) await recordSignOut(tx, actor, sessions);
  });
}

async function recordSignOut(tx: Tx, actor: Actor, sessions: number): Promise<void> {
  await recordActivity(tx, actor, { type: 'UserSignedOut', contentName: actor.email, details: { sessions } });
}

function wrongPassword(): Problem {
  return unauthorized('The email address or the password is wrong.');
}
