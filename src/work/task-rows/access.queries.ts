/** Read access of a task's assignee: a permission entry, or a hidden share. */
import type { Db, Tx } from '../../platform/db/connection.ts';
import type { Actor } from '../../core/actor.ts';
import { RIGHTS } from '../../library/rights/rights.ts';
import type { TaskKey } from './tasks.queries.ts';

export type LockedUser = { userId: number; isSiteAdmin: boolean };

/** Whether a user of the deployment has the address. Index: users_email. */
export async function isUserAt(sql: Db, deploymentId: number, emailKey: string): Promise<boolean> {
  const [row] = await sql`
    select from users where email_key = ${emailKey} and deployment_id = ${deploymentId} and deleted_at is null`;
  return row !== undefined;
}

/** The user of the deployment with the address, locked against deletion; undefined for an outsider. */
export async function lockUserAt(tx: Tx, deploymentId: number, emailKey: string): Promise<LockedUser | undefined> {
  const [row] = await tx<LockedUser[]>`
    select user_id as "userId", is_site_admin as "isSiteAdmin" from users
    where email_key = ${emailKey} and deployment_id = ${deploymentId} and deleted_at is null
    for key share`;
  return row;
}

/** Grants a user Read on the document until then, in addition to their other rights. */
export async function insertTaskEntry(
  tx: Tx,
  actor: Actor,
  entry: { taskId: number; documentId: number; userId: number; expiresAt: Date },
): Promise<void> {
  await tx`
    insert into permissions (deployment_id, document_id, user_id, allow, expires_at, granted_by, created_at, task_id)
    values (${actor.deploymentId}, ${entry.documentId}, ${entry.userId}, ${RIGHTS.Read}, ${entry.expiresAt},
      ${actor.userId}, ${actor.now}, ${entry.taskId})`;
}

/**
 * Ends read access by the task at that time; access that ends earlier stays. Indexes: permissions_task, shares_task.
 */
export async function shortenTaskAccess(tx: Tx, { deploymentId, taskId }: TaskKey, end: Date): Promise<void> {
  await tx`
    with entry as (
      update permissions set expires_at = least(expires_at, ${end})
      where deployment_id = ${deploymentId} and task_id = ${taskId}
    )
    update shares set expires_at = least(expires_at, ${end})
    where deployment_id = ${deploymentId} and task_id = ${taskId}`;
}

/** Ends read access by the task now. `by` null: it ended automatically. */
export async function endTaskAccess(
  tx: Tx,
  { deploymentId, taskId }: TaskKey,
  ended: { by: number | null; at: Date },
): Promise<void> {
  await tx`
    with entry as (
      delete from permissions where deployment_id = ${deploymentId} and task_id = ${taskId}
    )
    update shares set revoked_at = ${ended.at}, revoked_by = ${ended.by}
    where deployment_id = ${deploymentId} and task_id = ${taskId} and revoked_at is null`;
}
