import type { Db } from '../../platform/db/connection.ts';
import type { RowLock } from '../../platform/db/locks.ts';
import { notFound } from '../../platform/errors.ts';
import type { Actor } from '../../core/actor.ts';
import { assertParty } from '../../core/policy.ts';
import { USER_POLICY } from './people.policy.ts';
import { type UserRow, findUser } from './users.queries.ts';

/** The user with a client's id, for an operation: 404, then 403. */
export async function accessUser(
  sql: Db,
  actor: Actor,
  userId: number,
  operation: keyof typeof USER_POLICY,
  lock?: RowLock,
): Promise<UserRow> {
  const user = await findUser(sql, actor.deploymentId, userId, lock);
  if (user === undefined) throw notFound('user');
  const parties = { self: userId === actor.userId, siteAdmin: actor.isSiteAdmin };
  assertParty<'self' | 'siteAdmin'>(USER_POLICY[operation], parties);
  return user;
}
