import { type Sql, transaction } from '../../platform/db/connection.ts';
import { insertActivity } from '../../core/activity/activity.queries.ts';
import type { UserKey } from '../../core/actor.ts';
import type { Use } from './authenticate.queries.ts';

/**
 * Records the first use of a token that somebody else created for the user. Of several concurrent first uses, one is
 * recorded.
 */
export async function recordFirstUse(sql: Sql, user: UserKey, tokenId: number, use: Use): Promise<void> {
  const { address, now } = use;
  await transaction(sql, async (tx) => {
    const [token] = await tx<{ name: string; createdBy: number }[]>`
      update tokens set last_used_at = ${now}, last_address = ${address}
      where deployment_id = ${user.deploymentId} and token_id = ${tokenId} and last_used_at is null
      returning name, created_by as "createdBy"`;
    if (token === undefined) return;
    const who = { deploymentId: user.deploymentId, userId: user.userId, at: now };
    const details = { tokenId, createdByUserId: token.createdBy };
    await insertActivity(tx, who, { type: 'TokenFirstUsed', contentName: token.name, details });
  });
}
