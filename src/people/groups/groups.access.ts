import type { Db } from '../../platform/db/connection.ts';
import type { RowLock } from '../../platform/db/locks.ts';
import { notFound } from '../../platform/errors.ts';
import type { Actor } from '../../core/actor.ts';
import { type GroupRow, findGroup } from './groups.queries.ts';

/** The group with a client's id, or 404. Routes check that the actor is a site admin. */
export async function accessGroup(sql: Db, actor: Actor, groupId: number, lock?: RowLock): Promise<GroupRow> {
  const group = await findGroup(sql, actor.deploymentId, groupId, lock);
  if (group === undefined) throw notFound('group');
  return group;
}
