import type { Static } from 'typebox';
import { presentPersonOrNull } from '../../core/persons/persons.presenter.ts';
import type { ProvenPerson } from '../provider-sign-in/claims.ts';
import type { Outcome } from './expect-outcome.ts';
import type { ProviderTestOutcome } from './provider-tests.schema.ts';

export function presentOutcome(
  baseUrl: string,
  { name, email, isVerified }: ProvenPerson,
  { kind, failure, reason, person, isSiteAdmin, groups }: Outcome,
): Static<typeof ProviderTestOutcome> {
  return {
    Kind: kind,
    Failure: failure,
    Reason: reason,
    Person: presentPersonOrNull(baseUrl, person),
    Name: name,
    Email: email,
    IsEmailVerified: isVerified,
    IsSiteAdmin: isSiteAdmin,
    Groups:
      groups?.map(({ groupId, name: GroupName, isWanted }) => ({ GroupId: groupId, GroupName, IsMember: isWanted })) ??
      null,
  };
}
