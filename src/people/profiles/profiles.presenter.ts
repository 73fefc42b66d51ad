import type { Static } from 'typebox';
import { presentPerson } from '../../core/persons/persons.presenter.ts';
import type { AccountGroup } from '../users/account.queries.ts';
import type { ProfileRow } from './profiles.queries.ts';
import type { UserProfileSchema } from './profiles.schema.ts';

/** `groups` null: the caller cannot see them. */
export function presentProfile(
  baseUrl: string,
  { person, isSiteAdmin }: ProfileRow,
  groups: AccountGroup[] | null,
): Static<typeof UserProfileSchema> {
  return {
    ...presentPerson(baseUrl, person),
    IsSiteAdmin: isSiteAdmin,
    Groups: groups?.map(({ groupId, name }) => ({ GroupId: groupId, GroupName: name })) ?? null,
  };
}
