import type { Db } from '../../platform/db/connection.ts';
import { emailKey } from '../../platform/values/email.ts';
import { type TaskRevision, taskRevision } from '../../work/task-rows/revision.queries.ts';
import type { RowPage } from './pages.ts';
import type { Range } from './range.ts';

/** A task in the report. */
export type TaskRow = {
  taskId: number;
  type: string;
  status: 'Open' | 'Approved' | 'Denied' | 'Cancelled' | 'Expired';
  instructions: string;
  dueAt: string;
  assignedAt: string;
  endedAt: string | null;
  creator: string;
  assignee: string;
  itemName: string;
  assigned: TaskRevision;
  /** Null without a decision, and if the revision of an old decision is unknown. */
  decided: TaskRevision | null;
  /** Null once the document is purged. */
  current: TaskRevision | null;
};

export type TaskFilter = Range & {
  deploymentId: number;
  /** A task whose due date has passed by then counts as Expired. */
  asOf: string;
  statuses: string[];
  creatorId: number | null;
  assignee: string | null;
};

/** The next tasks by id that were assigned or ended in the range. Index: tasks_pkey. */
export async function nextTasks(
  sql: Db,
  filter: TaskFilter,
  afterId: number,
  limit: number,
): Promise<RowPage<TaskRow, number>> {
  const { deploymentId, from, to, statuses, creatorId, assignee } = filter;
  const rows = await sql<TaskRow[]>`
    with states as (
      select t.*, case when t.status = 'Open' and t.due_at <= ${filter.asOf} then 'Expired'
          when t.result = 'Positive' then 'Approved' when t.result = 'Negative' then 'Denied' else t.status end as state,
        coalesce(t.ended_at, case when t.due_at <= ${filter.asOf} then t.due_at end) as over_at
      from tasks t
      where t.deployment_id = ${deploymentId} and t.task_id > ${afterId}
        ${creatorId === null ? sql`` : sql`and t.created_by = ${creatorId}`}
    )
    select t.task_id as "taskId", t.task_type as type, t.state as status, t.instructions, t.due_at as "dueAt",
      t.created_at as "assignedAt", t.over_at as "endedAt", c.email as creator,
      coalesce(a.email, t.assignee_email) as assignee, coalesce(d.name, t.item_name) as "itemName",
      ${taskRevision(sql, sql`t.assigned_revision_id`, sql`t.revision_number`, sql`t.sha256`)} as assigned,
      ${taskRevision(sql, sql`t.decided_revision_id`, sql`t.decided_revision_number`, sql`t.decided_sha256`)} as decided,
      ${taskRevision(sql, sql`r.revision_id`, sql`r.revision_number`, sql`r.sha256`)} as current
    from states t
    join users c on c.deployment_id = t.deployment_id and c.user_id = t.created_by
    left join users a on a.deployment_id = t.deployment_id and a.user_id = t.assignee_id
    left join documents d on d.deployment_id = t.deployment_id and d.document_id = t.document_id and d.purged_at is null
    left join revisions r on r.deployment_id = d.deployment_id and r.revision_id = d.current_revision_id
    where (t.created_at between ${from} and ${to} or t.over_at between ${from} and ${to})
      ${statuses.length === 0 ? sql`` : sql`and t.state = any (${statuses})`}
      ${assignee === null ? sql`` : sql`and coalesce(a.email_key, lower(t.assignee_email)) = ${emailKey(assignee)}`}
    order by t.task_id
    limit ${limit}`;
  return { rows, last: rows.at(-1)?.taskId };
}

/** The user with the address, deleted or not. Index: users_email. */
export async function findUserIdByEmail(sql: Db, deploymentId: number, email: string): Promise<number | undefined> {
  const [row] = await sql<{ userId: number }[]>`
    select user_id as "userId" from users where email_key = ${emailKey(email)} and deployment_id = ${deploymentId}`;
  return row?.userId;
}
