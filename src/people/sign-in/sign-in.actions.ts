/** Signing in with a password. */
import type { Deps } from '../../platform/deps.ts';
import { transaction } from '../../platform/db/connection.ts';
import { type Problem, forbidden, unauthorized } from '../../platform/errors.ts';
import { readSettings } from '../../core/settings/settings.access.ts';
import { lockPassword } from '../credentials/credentials.queries.ts';
import { type GivenCredentials, findPasswordOwners } from '../credentials/password-owners.ts';
import type { SignedIn, WantedSession } from '../sessions/open-session.ts';
import { type DeploymentChoice, chooseAmong } from './deployment-choice.ts';
import { type PendingSignIn, finishSignIn } from './finish-sign-in.ts';
import { opened, refuseSignIn } from './refused.steps.ts';

type WithPassword = Omit<WantedSession, 'methods'> & Omit<GivenCredentials, 'address'>;

/**
 * Opens a session and ends the browser's previous one, waits for the second step, or asks for the deployment. 401 for both a
 * wrong password and an unknown address, with the same work; 429 after too many wrong passwords from the address.
 */
export async function signIn(deps: Deps, wanted: WithPassword): Promise<SignedIn | PendingSignIn | DeploymentChoice> {
  const owners = await findPasswordOwners(deps, { ...wanted, address: wanted.browser.address });
  const [user] = owners;
  if (user === undefined) throw wrongPassword();
  if (owners.length > 1) return chooseAmong(deps, owners);
  const result = await transaction(deps.sql, async (tx) => {
    // A concurrent reset that ends all sessions must end this one too, or prevent it.
    if (!(await lockPassword(tx, user, user.passwordHash))) throw wrongPassword();
    // Only after the correct password: others must not learn which deployment the person belongs to.
    const { PasswordSignIn } = await readSettings(tx, user.deploymentId);
    if (PasswordSignIn) return finishSignIn(deps, tx, user, { ...wanted, methods: ['password'] });
    const problem = forbidden('Passwords are turned off. Sign in with your identity provider.');
    return refuseSignIn(tx, user, { method: 'password', reason: 'PasswordsOff', at: deps.clock(), problem });
  });
  return opened(result);
}

function wrongPassword(): Problem {
  return unauthorized('The email address or the password is wrong.');
}
