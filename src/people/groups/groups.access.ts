import type { Db } from '../../platform/db/connection.ts';
import type { RowLock } from '../../platform/db/locks.ts';
import { conflict, notFound } from '../../platform/errors.ts';
import type { Actor } from '../../core/actor.ts';
import { type GroupRow, findGroup } from './groups.queries.ts';

/**
 * The group with a client's id, or 404. Routes check that the actor is a site admin. 409 for a change of a group that a
 * SCIM connection manages: the identity provider would undo it.
 */
export async function accessGroup(sql: Db, actor: Actor, groupId: number, lock?: RowLock): Promise<GroupRow> {
  const group = await accessManagedGroup(sql, actor, groupId, lock);
  if (lock !== undefined && group.managedBy !== null) {
    throw conflict(`This group is managed by “${group.managedBy}”. Change it there, or delete the connection.`);
  }
  return group;
}

/** The same for a change that site admins can make in groups of a connection too. */
export async function accessManagedGroup(sql: Db, actor: Actor, groupId: number, lock?: RowLock): Promise<GroupRow> {
  const group = await findGroup(sql, actor.deploymentId, groupId, lock);
  if (group === undefined) throw notFound('group');
  return group;
}
