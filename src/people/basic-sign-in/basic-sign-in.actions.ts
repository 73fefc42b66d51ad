/** A token in exchange for an address and a password, for programs that begin with them. */
import type { Deps } from '../../platform/deps.ts';
import { hit } from '../../platform/limits/throttle.ts';
import { type Tx, transaction } from '../../platform/db/connection.ts';
import { Problem, tooManyRequests } from '../../platform/errors.ts';
import { insertActivity } from '../../core/activity/activity.queries.ts';
import { readSettings } from '../../core/settings/settings.access.ts';
import { type Credentials, lockPassword } from '../credentials/credentials.queries.ts';
import { type GivenCredentials, findPasswordOwners } from '../credentials/password-owners.ts';
import { applyFactorRuleTo } from '../factor-rule/factor-rule.steps.ts';
import { listFactorMethods } from '../factors/factors.queries.ts';
import { type DeploymentChoice, chooseAmong } from '../sign-in/deployment-choice.ts';
import { type RefusalReason, opened, refuseSignIn } from '../sign-in/refused.steps.ts';
import { addToken } from '../tokens/tokens.steps.ts';

export type ShortToken = { token: string; user: Credentials; expiresAt: Date };

/** How long the tokens are valid. */
const VALID_MS = 12 * 3_600_000;

/** Tokens for one account in an hour. Each is a row until it is deleted after its end. */
export const TOKENS_PER_HOUR = 300;
const HOUR_MS = 3_600_000;

const NAME = 'GET /api/authenticate';

/**
 * Creates a token that expires after 12 hours, or asks for the deployment. 401 for both a wrong password and an unknown address, with the same work,
 * and for accounts that need more than a password; limits are those of signing in.
 */
export async function exchangePassword(deps: Deps, given: GivenCredentials): Promise<ShortToken | DeploymentChoice> {
  const owners = await findPasswordOwners(deps, given);
  const [user] = owners;
  if (user === undefined) throw refused('The email address or the password is wrong.');
  if (owners.length > 1) return chooseAmong(deps, owners);
  await countToken(deps, user);
  const at = deps.clock();
  const result = await transaction(deps.sql, async (tx) => {
    // A concurrent reset that revokes all tokens must revoke this one too, or prevent it.
    if (!(await lockPassword(tx, user, user.passwordHash)))
      throw refused('The email address or the password is wrong.');
    const lack = await findRefusalReason(tx, user, at);
    if (lack === null) return createShortToken(tx, user, at);
    return refuseSignIn(tx, user, { method: 'password', reason: lack.reason, at, problem: refused(lack.title) });
  });
  return opened(result);
}

/** 401 with the challenge for Basic credentials. */
export function refused(title: string): Problem {
  return new Problem('/unauthorized', title, { headers: { 'www-authenticate': 'Basic realm="api", charset="UTF-8"' } });
}

async function countToken({ sql, clock }: Deps, { deploymentId, userId }: Credentials): Promise<void> {
  const throttle = { scope: 'authenticate', subject: `${deploymentId}/${userId}`, windowMs: HOUR_MS };
  const { hits, resetsInMs } = await hit(sql, throttle, clock());
  if (hits <= TOKENS_PER_HOUR) return;
  throw tooManyRequests(
    'Too many tokens were created for this account. Use each token for 12 hours.',
    resetsInMs / 1000,
  );
}

// Only after the correct password: others must not learn how an account signs in.
async function findRefusalReason(
  tx: Tx,
  user: Credentials,
  now: Date,
): Promise<{ reason: RefusalReason; title: string } | null> {
  const { PasswordSignIn } = await readSettings(tx, user.deploymentId);
  const web = 'Sign in on the web page and create an API token.';
  if (!PasswordSignIn) return { reason: 'PasswordsOff', title: `Passwords are turned off here. ${web}` };
  if ((await listFactorMethods(tx, user)).length > 0) {
    return { reason: 'SecondFactor', title: `Your account has two-step verification. ${web}` };
  }
  const dueAt = await applyFactorRuleTo(tx, user, now);
  if (dueAt === null || Date.parse(dueAt) > now.getTime()) return null;
  const title = 'Your account requires two-step verification. Sign in on the web page and set it up.';
  return { reason: 'SecondFactor', title };
}

async function createShortToken(tx: Tx, user: Credentials, now: Date): Promise<ShortToken> {
  const { deploymentId, userId, email } = user;
  const expiresAt = new Date(now.getTime() + VALID_MS);
  const owner = { deploymentId, userId, createdBy: userId };
  const { token, tokenId } = await addToken(tx, { ...owner, name: NAME, parentTokenId: null, expiresAt, now });
  const who = { deploymentId, userId, at: now };
  await insertActivity(tx, who, {
    type: 'UserAuthenticated',
    contentName: email,
    details: { methods: 'password', tokenId },
  });
  return { token, user, expiresAt };
}
