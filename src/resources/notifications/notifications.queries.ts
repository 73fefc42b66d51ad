import type { Tx } from '../../platform/db/connection.ts';

/** Tells each of the users the same. `message` holds markup (mention, escapeMarkup). */
export async function insertNotifications(
  tx: Tx,
  deploymentId: number,
  userIds: number[],
  message: string,
  now: Date,
): Promise<void> {
  await tx`
    insert into notifications (deployment_id, user_id, message, created_at)
    select ${deploymentId}, user_id, ${message}, ${now} from unnest(${userIds}::bigint[]) as user_id`;
}
