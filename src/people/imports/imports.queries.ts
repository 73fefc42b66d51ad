import type { Db, Tx } from '../../platform/db/connection.ts';
import { nameKey } from '../../platform/values/names.ts';

/** Ids of the users of the deployment with these addresses, by canonical address. Index: users_email. */
export async function findAccountsAt(sql: Db, deploymentId: number, emailKeys: string[]): Promise<Map<string, number>> {
  const rows = await sql<{ emailKey: string; userId: number }[]>`
    select email_key as "emailKey", user_id as "userId" from users
    where deployment_id = ${deploymentId} and email_key = any (${emailKeys})`;
  return new Map(rows.map(({ emailKey, userId }) => [emailKey, userId]));
}

/** `isManaged`: by a SCIM connection, so that nobody is added here. */
export type NamedGroup = { groupId: number; isManaged: boolean };

/** The groups with these names, by canonical name; locked against deletion in a transaction. Index: groups_name. */
export async function findGroupsNamed(
  sql: Db,
  deploymentId: number,
  names: string[],
  isLocked: boolean,
): Promise<Map<string, NamedGroup>> {
  const rows = await sql<(NamedGroup & { nameKey: string })[]>`
    select name_key as "nameKey", group_id as "groupId", exists (select from scim_groups s
      where s.deployment_id = groups.deployment_id and s.group_id = groups.group_id) as "isManaged" from groups
    where deployment_id = ${deploymentId} and name_key = any (${names.map(nameKey)})
    order by group_id ${isLocked ? sql`for key share` : sql``}`;
  return new Map(rows.map((row) => [row.nameKey, row]));
}

/** Adds new users to groups. */
export async function insertMemberships(
  tx: Tx,
  deploymentId: number,
  pairs: { groupId: number; userId: number }[],
): Promise<void> {
  if (pairs.length === 0) return;
  await tx`
    insert into group_members (deployment_id, group_id, user_id)
    select ${deploymentId}, group_id, user_id
    from unnest(${pairs.map(({ groupId }) => groupId)}::bigint[], ${pairs.map(({ userId }) => userId)}::bigint[])
      as pair (group_id, user_id)`;
}
