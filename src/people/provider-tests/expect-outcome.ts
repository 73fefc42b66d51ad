import type { Db } from '../../platform/db/connection.ts';
import { type PersonRow, findPersons } from '../../core/persons/persons.queries.ts';
import type { Failure } from '../identity-providers/failure-classes.ts';
import type { ProviderRow } from '../identity-providers/providers.queries.ts';
import { type AccountChoice, assertConnectable, chooseAccount } from '../provider-sign-in/accounts.steps.ts';
import type { ProvenPerson } from '../provider-sign-in/claims.ts';
import { SignInFailure } from '../provider-sign-in/failures.ts';
import { findAccount, hasIdentity, listManagedGroups } from '../provider-sign-in/identities.queries.ts';

/** The result that a sign-in of the person would have now. */
export type Outcome = {
  kind: AccountChoice['kind'] | 'Refuse';
  failure: Failure | null;
  reason: string | null;
  /** The account, if there is one. */
  person: PersonRow | null;
  isSiteAdmin: boolean;
  /** The groups that the provider manages, and whether the person is a member afterwards; null: they stay as they are. */
  groups: { groupId: number; name: string; isWanted: boolean }[] | null;
};

const REFUSED = { kind: 'Refuse', person: null, isSiteAdmin: false, groups: null } as const;

/** Changes nothing. Applies the rules of signing in; the last site admin would keep the role. */
export async function expectOutcome(sql: Db, provider: ProviderRow, person: ProvenPerson): Promise<Outcome> {
  try {
    const choice = await chooseAccount(sql, { provider, person });
    const account = choice.kind === 'Create' ? null : await findExisting(sql, provider, choice);
    const groups = person.groups === null ? null : await listManagedGroups(sql, provider, person.groups);
    const persons = await findPersons(sql, provider.deploymentId, [account?.userId ?? null]);
    return {
      kind: choice.kind,
      failure: null,
      reason: null,
      person: account === null ? null : (persons.get(account.userId) ?? null),
      isSiteAdmin: person.isSiteAdmin ?? account?.isSiteAdmin ?? false,
      groups,
    };
  } catch (error) {
    if (!(error instanceof SignInFailure)) throw error;
    return { ...REFUSED, failure: error.failure, reason: error.message };
  }
}

async function findExisting(
  sql: Db,
  { deploymentId, providerId }: ProviderRow,
  { kind, userId }: Exclude<AccountChoice, { kind: 'Create' }>,
) {
  const account = await findAccount(sql, { deploymentId, userId });
  if (account === undefined) throw new SignInFailure('Inactive', 'The account is deactivated.');
  if (kind === 'SignIn') return account;
  assertConnectable(account);
  if (await hasIdentity(sql, account, providerId)) {
    throw new SignInFailure('Taken', 'The account is connected to another identity of the provider.');
  }
  return account;
}
