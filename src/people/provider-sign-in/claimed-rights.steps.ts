/** Groups and the role of site admin as the provider claims them, at each sign-in (docs/api/sign-in.md#groups-and-site-admins). */
import type { Tx } from '../../platform/db/connection.ts';
import { insertActivity } from '../../core/activity/activity.queries.ts';
import { deleteMember, insertMember, lockGroups } from '../groups/groups.queries.ts';
import type { ProviderRow } from '../identity-providers/providers.queries.ts';
import type { Account } from '../sessions/open-session.ts';
import type { ProvenPerson } from './claims.ts';
import { listManagedGroups, storeSiteAdmin } from './identities.queries.ts';

/**
 * Brings the user's role and managed groups up to date; returns the user after that. Other groups stay as they are. The last
 * site admin stays one. `siteAdmins`: from lockSiteAdmins, if the provider claims the role.
 */
export async function applyClaims(
  tx: Tx,
  provider: ProviderRow,
  account: { user: Account; person: ProvenPerson; siteAdmins: Set<number>; now: Date },
): Promise<Account> {
  const { user, person, siteAdmins, now } = account;
  if (person.groups !== null) await applyGroups(tx, provider, { user, groups: person.groups, now });
  const isSiteAdmin = person.isSiteAdmin ?? user.isSiteAdmin;
  const isLast = user.isSiteAdmin && siteAdmins.size === 1;
  if (isSiteAdmin === user.isSiteAdmin || (isLast && !isSiteAdmin)) return user;
  await storeSiteAdmin(tx, user, isSiteAdmin);
  await insertActivity(tx, whoOf(user, now), {
    type: 'UserChanged',
    contentName: user.email,
    details: { isSiteAdmin, ofUserId: user.userId, providerId: provider.providerId },
  });
  return { ...user, isSiteAdmin };
}

async function applyGroups(
  tx: Tx,
  provider: ProviderRow,
  { user, groups, now }: { user: Account; groups: string[]; now: Date },
): Promise<void> {
  const managed = await listManagedGroups(tx, provider, groups);
  const known = await lockGroups(
    tx,
    provider.deploymentId,
    managed.map(({ groupId }) => groupId),
  );
  for (const { groupId, name, isWanted } of managed) {
    if (!known.has(groupId)) continue;
    const key = { deploymentId: provider.deploymentId, groupId };
    const isChanged = isWanted ? await insertMember(tx, key, user.userId) : await deleteMember(tx, key, user.userId);
    if (!isChanged) continue;
    const change = isWanted ? { added: user.userId } : { removed: user.userId };
    const details = { groupId, ...change, providerId: provider.providerId };
    await insertActivity(tx, whoOf(user, now), { type: 'GroupChanged', contentName: name, details });
  }
}

function whoOf({ deploymentId, userId }: Account, at: Date) {
  return { deploymentId, userId, at };
}
