import type { Static } from 'typebox';
import { presentEntry } from '../../library/permissions/permissions.presenter.ts';
import { roleOf } from '../../library/rights/roles.ts';
import type { Given } from './invitations.actions.ts';
import type { LibraryAccessGivenSchema } from './invitations.schema.ts';

/** The entries that were set, and the people whom denials still block. */
export function presentGiven(baseUrl: string, { entries, blocked }: Given): Static<typeof LibraryAccessGivenSchema> {
  return {
    Permissions: entries.map((entry) => presentEntry(baseUrl, entry)),
    Blocked: blocked.map(({ userId, name, rights }) => ({ UserId: userId, Name: name, Role: roleOf(rights) })),
  };
}
