/** Finds the accounts that a password matches. An address can have accounts in several deployments (decision 0116). */
import type { Deps } from '../../platform/deps.ts';
import { attempt } from '../../platform/limits/attempts.ts';
import { verifyPassword } from '../../platform/crypto/passwords.ts';
import { emailKey, parseEmail } from '../../platform/values/email.ts';
import {
  type Credentials,
  MAX_ACCOUNTS,
  listCredentials,
  raiseAccountsPerAddress,
  readAccountsPerAddress,
  recordWrongPassword,
} from './credentials.queries.ts';

/** `deploymentId` null: in every deployment. `address`: the client address. */
export type GivenCredentials = { email: string; password: string; deploymentId: number | null; address: string };

export type PasswordOwner = Credentials & { passwordHash: string };

/**
 * The accounts at the address with this password. A wrong password returns none, is counted once and is recorded. 429 after
 * too many. Neither the number of statements nor that of verifications depends on the address.
 */
export async function findPasswordOwners(deps: Deps, given: GivenCredentials): Promise<PasswordOwner[]> {
  const { email, password, deploymentId, address } = given;
  const key = emailKey(parseEmail(email) ?? '');
  const accounts = await listCredentials(deps.sql, { key, deploymentId });
  const verifications = deploymentId === null ? await countVerifications(deps, accounts.length) : 1;
  const owners: PasswordOwner[] = [];
  await attempt(deps, { scope: 'password', subject: key, address }, async () => {
    for (let n = 0; n < verifications; n += 1) {
      const account = accounts[n];
      const passwordHash = account?.passwordHash ?? null;
      const isRight = await verifyPassword(passwordHash, password);
      if (isRight && account !== undefined && passwordHash !== null) owners.push({ ...account, passwordHash });
    }
    return owners.length > 0;
  });
  const wrong = { action: 'UserAuthenticated', now: deps.clock() } as const;
  if (owners.length === 0) await recordWrongPassword(deps.sql, { key, deploymentId }, wrong);
  return owners;
}

// Always as many as the address with the most accounts needs, so that timing does not reveal how many an address has.
async function countVerifications({ sql }: Deps, accounts: number): Promise<number> {
  const most = await readAccountsPerAddress(sql);
  if (accounts > most) await raiseAccountsPerAddress(sql, accounts);
  return Math.min(Math.max(most, accounts), MAX_ACCOUNTS);
}
