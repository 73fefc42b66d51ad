import type { Db } from '../../platform/db/connection.ts';
import type { RowLock } from '../../platform/db/locks.ts';
import { forbidden, notFound } from '../../platform/errors.ts';
import type { Actor } from '../../core/actor.ts';
import { type UserRow, findUser } from './users.queries.ts';

/** The user with a client's id: 404 if unknown, 403 unless it is the actor or the actor is a site admin. */
export async function accessUser(sql: Db, actor: Actor, userId: number, lock?: RowLock): Promise<UserRow> {
  const user = await findUser(sql, actor.deploymentId, userId, lock);
  if (user === undefined) throw notFound('user');
  if (userId !== actor.userId && !actor.isSiteAdmin) throw forbidden('Only the user and site admins can do this.');
  return user;
}
