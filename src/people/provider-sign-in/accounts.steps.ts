/** The account of a person whom a provider has authenticated (decision 0109). */
import type { Db, Tx } from '../../platform/db/connection.ts';
import { insertActivity } from '../../core/activity/activity.queries.ts';
import { lockUser } from '../credentials/credentials.queries.ts';
import { mailIdentityNotice } from '../identity-notices/identity-notices.steps.ts';
import type { ProviderRow } from '../identity-providers/providers.queries.ts';
import type { Account } from '../sessions/open-session.ts';
import { isAddressTaken } from '../users/users.queries.ts';
import { type UserSteps, addUser } from '../users/users.steps.ts';
import type { ProvenPerson } from './claims.ts';
import { SignInFailure } from './failures.ts';
import {
  type IdentityKey,
  findAccount,
  findIdentityUser,
  findUserByEmail,
  hasIdentity,
  insertIdentity,
  touchIdentity,
} from './identities.queries.ts';

type Given = { provider: ProviderRow; person: ProvenPerson; now: Date };

/** The account that a sign-in opens, connects or creates. */
export type AccountChoice = { kind: 'SignIn' | 'Connect'; userId: number } | { kind: 'Create'; email: string };

/**
 * The account of the identity; otherwise the one with the address, if the provider is trusted for it; otherwise a new one, if the
 * provider creates accounts. The user's row is locked. A SignInFailure says why there is none.
 */
export async function resolveAccount(tx: Tx, steps: UserSteps, given: Given): Promise<Account> {
  const { provider, person, now } = given;
  const choice = await chooseAccount(tx, given);
  if (choice.kind === 'Create') return createAccount(tx, steps, given, choice.email);
  const user = await lockAccount(tx, { deploymentId: provider.deploymentId, userId: choice.userId });
  if (choice.kind === 'SignIn') {
    await touchIdentity(tx, keyOf(given), person.email, now);
    return user;
  }
  assertConnectable(user);
  await linkIdentity(tx, given, user);
  return user;
}

/** Finds the account without changing anything. */
export async function chooseAccount(sql: Db, given: Omit<Given, 'now'>): Promise<AccountChoice> {
  const { provider, person } = given;
  const userId = await findIdentityUser(sql, keyOf(given));
  if (userId !== undefined) return { kind: 'SignIn', userId };
  const { email } = person;
  if (email === null) throw new SignInFailure('NoAccount', 'The provider sends no email address.');
  // Before any account is looked up: an unverified address must not reveal whether it has an account.
  if (!person.isVerified) throw new SignInFailure('Unverified', 'The provider has not verified the email address.');
  if (!person.isTrusted) throw new SignInFailure('NoAccount', 'The domain of the address is not in AllowedDomains.');
  const existing = await findUserByEmail(sql, provider.deploymentId, email);
  if (existing !== undefined) {
    if (!provider.linksByEmail) throw new SignInFailure('NoAccount', 'The account is not connected to the identity.');
    return { kind: 'Connect', userId: existing.userId };
  }
  if (!provider.createsUsers) throw new SignInFailure('NoAccount', 'The provider creates no accounts.');
  if (await isAddressTaken(sql, provider.deploymentId, email))
    throw new SignInFailure('NoAccount', 'The address is taken.');
  return { kind: 'Create', email };
}

/** A provider that does not control the role of site admin must not gain it through an address. */
export function assertConnectable({ isSiteAdmin }: Account): void {
  if (isSiteAdmin) throw new SignInFailure('NoAccount', 'Accounts of site admins are not connected by address.');
}

/** Connects the identity to the user, who is locked, and mails them. Failure `Taken` if either is connected otherwise. */
export async function linkIdentity(tx: Tx, given: Given, user: Account): Promise<void> {
  const { provider, person } = given;
  const owner = await findIdentityUser(tx, keyOf(given));
  if (owner === user.userId) return;
  if (owner !== undefined || (await hasIdentity(tx, user, provider.providerId))) {
    throw new SignInFailure('Taken', 'The identity or the account is connected to another one.');
  }
  await connect(tx, given, user);
  const notice = { kind: 'connected', provider: provider.name, identity: person.email } as const;
  await mailIdentityNotice(tx, user, notice, given.now);
}

/** Locks the user's row and returns the account. Failure `Inactive` if it is deactivated or deleted. */
export async function lockAccount(tx: Tx, key: { deploymentId: number; userId: number }): Promise<Account> {
  await lockUser(tx, key);
  const user = await findAccount(tx, key);
  if (user === undefined) throw new SignInFailure('Inactive', 'The account is deactivated.');
  return user;
}

async function createAccount(tx: Tx, steps: UserSteps, given: Given, email: string): Promise<Account> {
  const { provider, person, now } = given;
  const { deploymentId } = provider;
  const wanted = {
    deploymentId,
    email,
    name: person.name,
    isSiteAdmin: false,
    passwordHash: null,
    createdBy: null,
    now,
  };
  const { userId } = await addUser(tx, steps, wanted);
  const details = { userId, isSiteAdmin: false, providerId: provider.providerId };
  await insertActivity(tx, { deploymentId, userId, at: now }, { type: 'UserCreated', contentName: email, details });
  const user = { deploymentId, userId, email, name: person.name, isSiteAdmin: false, createdAt: now.toISOString() };
  await connect(tx, given, user);
  return user;
}

async function connect(tx: Tx, given: Given, user: Account): Promise<void> {
  const { provider, person, now } = given;
  await insertIdentity(tx, keyOf(given), { userId: user.userId, email: person.email, now });
  const { deploymentId, userId } = user;
  await insertActivity(
    tx,
    { deploymentId, userId, at: now },
    {
      type: 'IdentityLinked',
      contentName: user.email,
      details: { providerId: provider.providerId, provider: provider.name, ofUserId: userId, identity: person.email },
    },
  );
}

function keyOf({
  provider: { deploymentId, providerId },
  person: { issuer, subject },
}: Omit<Given, 'now'>): IdentityKey {
  return { deploymentId, providerId, issuer, subject };
}
