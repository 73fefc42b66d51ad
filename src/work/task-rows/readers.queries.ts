/** Whether the parties of a task can read its document, and the document name shown to those who cannot. */
import type { Db, Fragment, Tx } from '../../platform/db/connection.ts';
import type { RenamedDocument } from '../../library/documents/documents.steps.ts';
import type { TaskRow } from './tasks.queries.ts';

/**
 * A condition: the creator of a task can read its document at that time. Requires the aliases `t` (task), `c` (creator)
 * and `d` (document: `is_there`, `owner_id`, `library_id`, `path`; the last three null if it is gone).
 */
export function creatorReads(sql: Db, now: Date): Fragment {
  return sql`(coalesce(d.is_there, false) and c.deleted_at is null and ${reads(sql, sql`c`, now)})`;
}

/**
 * The same for the assignee (alias `a`), who without an account reads through the hidden share (alias `s`) as its
 * creator.
 */
export function assigneeReads(sql: Db, now: Date): Fragment {
  return sql`(case
    when not coalesce(d.is_there, false) then false
    when t.assignee_id is not null then a.deleted_at is null and ${reads(sql, sql`a`, now)}
    else coalesce(s.expires_at > ${now}::timestamptz, false) and ${creatorReads(sql, now)} end)`;
}

function reads(sql: Db, user: Fragment, now: Date): Fragment {
  return sql`effective_rights(t.deployment_id, ${user}.user_id, ${user}.is_site_admin, d.owner_id, d.library_id, d.path,
    t.document_id, ${now}::timestamptz) & 1 <> 0`;
}

/** The document's name for a party of the task: the current one, or the last one that the party could read. */
export function nameFor(party: 'creator' | 'assignee', task: TaskRow): string {
  const [canRead, last] =
    party === 'creator' ? [task.canCreatorRead, task.nameForCreator] : [task.canAssigneeRead, task.nameForAssignee];
  return canRead ? task.documentName : (last ?? task.documentName);
}

/**
 * Updates tasks for a rename of a document, which is locked: a party who cannot read the document under its new name
 * and place keeps the old name. Index: tasks_document.
 */
export async function freezeNames(tx: Tx, { actor, former }: RenamedDocument): Promise<void> {
  const { deploymentId, now } = actor;
  const { documentId, name: oldName } = former;
  const kept = (canRead: Fragment, name: Fragment) =>
    tx`case when ${canRead} then null else coalesce(${name}, ${oldName}) end`;
  await tx`
    update tasks t set name_for_creator = n.for_creator, name_for_assignee = n.for_assignee
    from (
      select t.task_id, ${kept(creatorReads(tx, now), tx`t.name_for_creator`)} as for_creator,
        ${kept(assigneeReads(tx, now), tx`t.name_for_assignee`)} as for_assignee
      from tasks t
      join users c on c.deployment_id = t.deployment_id and c.user_id = t.created_by
      left join users a on a.deployment_id = t.deployment_id and a.user_id = t.assignee_id
      left join shares s on s.deployment_id = t.deployment_id and s.task_id = t.task_id and s.revoked_at is null
      join lateral (
        select true as is_there, f.path, l.library_id, l.owner_id
        from documents d join folders f using (deployment_id, folder_id) join libraries l using (deployment_id, library_id)
        where d.deployment_id = t.deployment_id and d.document_id = t.document_id
      ) d on true
      where t.deployment_id = ${deploymentId} and t.document_id = ${documentId}
    ) n
    where t.deployment_id = ${deploymentId} and t.task_id = n.task_id
      and (t.name_for_creator, t.name_for_assignee) is distinct from (n.for_creator, n.for_assignee)`;
}
