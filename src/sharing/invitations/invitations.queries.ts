import type { Tx } from '../../platform/db/connection.ts';

/** A user who is invited. */
export type InvitedUser = { userId: number; email: string; emailKey: string };

/**
 * The users with these ids or addresses, locked against deletion until the end of the transaction. Indexes: users_pkey,
 * users_email.
 */
export async function lockInvitedUsers(
  tx: Tx,
  deploymentId: number,
  userIds: number[],
  emailKeys: string[],
): Promise<InvitedUser[]> {
  return tx<InvitedUser[]>`
    select user_id as "userId", email, email_key as "emailKey" from users
    where deployment_id = ${deploymentId} and deleted_at is null
      and (user_id = any (${userIds}::bigint[]) or email_key = any (${emailKeys}::text[]))
    order by user_id for key share`;
}
