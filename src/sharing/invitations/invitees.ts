/** Resolves the invitees: the address of a user is the same as the user. */
import type { Tx } from '../../platform/db/connection.ts';
import { invalidParameter } from '../../platform/errors.ts';
import type { Actor } from '../../core/actor.ts';
import { lockGroups } from '../../people/groups/groups.queries.ts';
import type { Invitation, Invited } from './invitations.body.ts';
import { type InvitedUser, lockInvitedUsers } from './invitations.queries.ts';

export type Invitees = {
  /** The users and groups, each once. */
  principals: number[];
  /** The users, without the members of groups. */
  users: InvitedUser[];
  /** Addresses that belong to no user of the deployment. */
  outsiders: string[];
};

/** Locks the users and groups against deletion. 400 for one that does not exist. */
export async function lockInvitees(tx: Tx, actor: Actor, { invited }: Invitation): Promise<Invitees> {
  const principals = invited.flatMap((one) => ('principal' in one ? [one.principal] : []));
  const emails = invited.flatMap((one) => ('email' in one ? [one.email] : []));
  const { deploymentId } = actor;
  const users = await lockInvitedUsers(
    tx,
    deploymentId,
    principals.filter((principal) => principal > 0),
    emails,
  );
  const groupIds = principals.filter((principal) => principal < 0).map((principal) => -principal);
  const groups = await lockGroups(tx, deploymentId, groupIds);
  assertAllExist(
    invited,
    new Set([...users.map(({ userId }) => userId), ...[...groups.keys()].map((groupId) => -groupId)]),
  );
  const taken = new Set(users.map(({ emailKey }) => emailKey));
  return {
    principals: [...new Set([...principals, ...users.map(({ userId }) => userId)])],
    users,
    outsiders: [...new Set(emails.filter((email) => !taken.has(email)))],
  };
}

function assertAllExist(invited: Invited[], existing: Set<number>): void {
  for (const one of invited) {
    if ('email' in one || existing.has(one.principal)) continue;
    const { parameter, principal } = one;
    const subject = principal > 0 ? `user ${principal}` : `group ${-principal}`;
    throw invalidParameter(parameter, `There is no ${subject}.`);
  }
}
