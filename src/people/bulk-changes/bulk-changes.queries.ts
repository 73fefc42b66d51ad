import type { Tx } from '../../platform/db/connection.ts';
import { announceEnded } from '../../core/notifications/notifications.queries.ts';
import { type UserRow, userColumns } from '../users/users.queries.ts';

/** Users of the deployment with these ids, locked for changes until the end of the transaction. */
export async function lockAccounts(tx: Tx, deploymentId: number, userIds: number[]): Promise<Map<number, UserRow>> {
  const rows = await tx<UserRow[]>`
    select ${userColumns(tx)} from users u
    where u.deployment_id = ${deploymentId} and u.user_id = any (${userIds}::bigint[]) and u.deleted_at is null
    order by u.user_id for no key update`;
  return new Map(rows.map((row) => [row.userId, row]));
}

export async function storeRole(tx: Tx, deploymentId: number, userIds: number[], isSiteAdmin: boolean): Promise<void> {
  await tx`
    update users set is_site_admin = ${isSiteAdmin}
    where deployment_id = ${deploymentId} and user_id = any (${userIds}::bigint[])`;
}

/** `deactivatedAt` null: the users are active. */
export async function storeDeactivation(
  tx: Tx,
  deploymentId: number,
  userIds: number[],
  deactivatedAt: Date | null,
): Promise<void> {
  await tx`
    update users set deactivated_at = ${deactivatedAt}
    where deployment_id = ${deploymentId} and user_id = any (${userIds}::bigint[])`;
}

/** Ends all sessions of the users. Index: sessions_user. */
export async function endSessionsOf(tx: Tx, deploymentId: number, userIds: number[]): Promise<void> {
  await tx`delete from sessions where deployment_id = ${deploymentId} and user_id = any (${userIds}::bigint[])`;
  await announceEnded(tx, deploymentId, userIds);
}
