/** Applies one change to many accounts, for site admins (docs/api/users.md#changing-many-accounts). */
import type { Static } from 'typebox';
import type { Deps } from '../../platform/deps.ts';
import type { Tx } from '../../platform/db/connection.ts';
import { missingParameter } from '../../platform/errors.ts';
import { recordActivity, recordForPeople } from '../../core/activity/activity.queries.ts';
import type { Actor } from '../../core/actor.ts';
import { creation } from '../../core/idempotency/idempotency.steps.ts';
import { countMails } from '../../core/mails/mail-limit.steps.ts';
import { assertFresh } from '../credentials/fresh.ts';
import { accessGroup } from '../groups/groups.access.ts';
import { insertMembers } from '../groups/groups.queries.ts';
import { inviteUsers } from '../one-time-links/one-time-links.steps.ts';
import { type UserRow, lockSiteAdmins, lockUsers } from '../users/users.queries.ts';
import { endSessionsOf, lockAccounts, storeDeactivation, storeRole } from './bulk-changes.queries.ts';
import type { BulkChangeBody } from './bulk-changes.schema.ts';
import { type AccountAction, CHANGED, type Outcome, UNCHANGED, UNKNOWN, judgeAll } from './judge.ts';

/** These require fresh authentication. */
const DANGEROUS = new Set<string>(['MakeSiteAdmin', 'MakeMember', 'Deactivate']);

/**
 * Applies the action to every account for which the rules allow it, in one transaction, and returns an outcome for each
 * id in its order. 404 for an unknown group, 429 if the invitations exceed the limit of emails.
 */
export async function changeUsers(
  deps: Deps,
  actor: Actor,
  { UserIds, Action, GroupId }: Static<typeof BulkChangeBody>,
): Promise<(Outcome & { userId: number })[]> {
  const userIds = [...new Set(UserIds)];
  if (DANGEROUS.has(Action)) assertFresh(actor);
  if (Action === 'AddToGroup' && GroupId === undefined) throw missingParameter('GroupId');
  const outcomes = await creation(deps.sql, actor, async (tx) => {
    if (Action !== 'AddToGroup') return changeAccounts(tx, deps, actor, { action: Action, userIds });
    return addToGroup(tx, actor, GroupId ?? 0, userIds);
  });
  return outcomes.map((outcome, index) => ({ userId: userIds[index] ?? 0, ...outcome }));
}

async function changeAccounts(
  tx: Tx,
  deps: Deps,
  actor: Actor,
  { action, userIds }: { action: AccountAction; userIds: number[] },
): Promise<Outcome[]> {
  // Locked first for every action: single changes lock site admins before other users too.
  const siteAdmins = await lockSiteAdmins(tx, actor.deploymentId);
  const found = await lockAccounts(tx, actor.deploymentId, userIds);
  const accounts = userIds.map((userId) => found.get(userId));
  const outcomes = judgeAll(actor, action, accounts, siteAdmins);
  const changed = accounts.filter((account, index) => account !== undefined && outcomes[index] === CHANGED);
  // As dangerous as giving the role.
  if (action === 'Reactivate' && changed.some((account) => account?.isSiteAdmin === true)) assertFresh(actor);
  await apply(tx, deps, actor, { action, accounts: changed as UserRow[] });
  return outcomes;
}

async function apply(
  tx: Tx,
  deps: Deps,
  actor: Actor,
  { action, accounts }: { action: AccountAction; accounts: UserRow[] },
): Promise<void> {
  if (accounts.length === 0) return;
  const { deploymentId, now } = actor;
  const userIds = accounts.map(({ userId }) => userId);
  if (action === 'Invite') {
    await countMails(tx, actor, accounts.length);
    await inviteUsers(tx, deps, deploymentId, { users: accounts, now });
  } else if (action === 'Deactivate' || action === 'Reactivate') {
    await storeDeactivation(tx, deploymentId, userIds, action === 'Deactivate' ? now : null);
    if (action === 'Deactivate') await endSessionsOf(tx, deploymentId, userIds);
  } else await storeRole(tx, deploymentId, userIds, action === 'MakeSiteAdmin');
  const details = DETAILS[action];
  const entries = accounts.map(({ userId, email }) => {
    return { type: 'UserChanged' as const, contentName: email, details, ofUserId: userId };
  });
  await recordForPeople(tx, actor, entries);
}

const DETAILS: Record<AccountAction, Record<string, boolean>> = {
  MakeSiteAdmin: { isSiteAdmin: true },
  MakeMember: { isSiteAdmin: false },
  Deactivate: { deactivated: true },
  Reactivate: { deactivated: false },
  Invite: { invited: true },
};

async function addToGroup(tx: Tx, actor: Actor, groupId: number, userIds: number[]): Promise<Outcome[]> {
  const { name: contentName } = await accessGroup(tx, actor, groupId, 'change');
  const known = await lockUsers(tx, actor.deploymentId, userIds);
  const added = await insertMembers(tx, { ...actor, groupId }, [...known]);
  if (added.size > 0) {
    const details = { groupId, addedMembers: added.size };
    await recordActivity(tx, actor, { type: 'GroupChanged', contentName, details });
  }
  return userIds.map((id) => (added.has(id) ? CHANGED : known.has(id) ? UNCHANGED : UNKNOWN));
}
