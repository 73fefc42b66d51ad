/** Signing in with a password. */
import type { Deps } from '../../platform/deps.ts';
import { attempt } from '../../platform/limits/attempts.ts';
import { verifyPassword } from '../../platform/crypto/passwords.ts';
import { transaction } from '../../platform/db/connection.ts';
import { emailKey, parseEmail } from '../../platform/values/email.ts';
import { type Problem, forbidden, unauthorized } from '../../platform/errors.ts';
import { readSettings } from '../../core/settings/settings.access.ts';
import { findCredentials, lockPassword, recordWrongPassword } from '../credentials/credentials.queries.ts';
import type { SignedIn, WantedSession } from '../sessions/open-session.ts';
import { type PendingSignIn, finishSignIn } from './finish-sign-in.ts';

type WithPassword = Omit<WantedSession, 'methods'> & { email: string; password: string };

/**
 * Opens a session and ends the browser's previous one, or waits for the second step. 401 for both a wrong password and
 * an unknown address, with the same work; 429 after too many wrong passwords from the address.
 */
export async function signIn(deps: Deps, wanted: WithPassword): Promise<SignedIn | PendingSignIn> {
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
    return finishSignIn(deps, tx, user, { ...wanted, methods: ['password'] });
  });
}

function wrongPassword(): Problem {
  return unauthorized('The email address or the password is wrong.');
}
