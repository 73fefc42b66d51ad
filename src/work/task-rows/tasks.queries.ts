import type { Db, Fragment, Tx } from '../../platform/db/connection.ts';
import type { Page } from '../../platform/http/paging.ts';
import type { Actor } from '../../core/actor.ts';
import { type PersonRow, personOf } from '../../core/persons/persons.queries.ts';
import { joinMarks } from '../../library/tree/marks.queries.ts';
import { type TaskRevision, taskRevision } from './revision.queries.ts';
import { assigneeReads, creatorReads } from './readers.queries.ts';

export type TaskStatus = 'Open' | 'Completed' | 'Cancelled' | 'Expired';
export type TaskResult = 'Positive' | 'Negative';
export type TaskKey = { deploymentId: number; taskId: number };

/** A task at a point in time. */
export type TaskRow = TaskKey & {
  status: TaskStatus;
  /** Null unless Completed. */
  result: TaskResult | null;
  instructions: string;
  dueAt: string;
  createdAt: string;
  endedAt: string | null;
  creatorId: number;
  creatorName: string;
  creatorEmail: string;
  isCreatorGone: boolean;
  /** Null for an outsider, of whom only the address is known. */
  assigneeId: number | null;
  assigneeName: string | null;
  assigneeEmail: string;
  isAssigneeGone: boolean;
  creator: PersonRow;
  /** Null for an outsider. */
  assignee: PersonRow | null;
  /** Canonical addresses. */
  updateRecipients: string[];
  documentId: number;
  /** The current name; the last name of a purged document. For people who cannot read it: `nameFor`. */
  documentName: string;
  /** Whether the party can read the document now; false if that was not requested. */
  canCreatorRead: boolean;
  canAssigneeRead: boolean;
  /** The last name that the party could read; null if that is the current one. */
  nameForCreator: string | null;
  nameForAssignee: string | null;
  /** The document's place; null once it is removed. */
  folderId: number | null;
  libraryId: number | null;
  /** False in the trash and after a purge. */
  isDocumentThere: boolean;
  /** The revision that the task was created for; its id is null if the document was purged before ids were recorded. */
  assigned: TaskRevision;
  /** The revision that was decided on; null unless Completed, and for old decisions without a known revision. */
  decided: TaskRevision | null;
  /** The document's current revision; null once it is purged. */
  current: TaskRevision | null;
  comment: string | null;
  /** The end of the assignee's access by the task; null once that has ended. */
  accessEndsAt: string | null;
};

/** SQL for a task's status at that time: an open task expires at its due date, even before the worker processes it. */
export function statusAt(sql: Db, now: Date): Fragment {
  return sql`case when t.status = 'Open' and t.due_at <= ${now}::timestamptz then 'Expired' else t.status end`;
}

/** SQL for when the task ended, as of that time; null while it is open. */
export function endedAt(sql: Db, now: Date): Fragment {
  return sql`case when t.status = 'Open' and t.due_at <= ${now}::timestamptz then t.due_at else t.ended_at end`;
}

/** A task in its current state. */
export async function findTask(sql: Db, { deploymentId, taskId }: TaskKey, now: Date): Promise<TaskRow | undefined> {
  const [row] = await sql<TaskRow[]>`
    ${selectTasks(sql, now)} where t.deployment_id = ${deploymentId} and t.task_id = ${taskId}`;
  return row;
}

/** The task that a hidden share belongs to. */
export async function findTaskOfShare(
  sql: Db,
  { deploymentId, shareId }: { deploymentId: number; shareId: number },
  now: Date,
): Promise<TaskRow | undefined> {
  const [row] = await sql<TaskRow[]>`
    ${selectTasks(sql, now)} where t.deployment_id = ${deploymentId} and t.task_id = (
      select task_id from shares where deployment_id = ${deploymentId} and share_id = ${shareId})`;
  return row;
}

/** Tasks that the actor has created or has to decide, newest first. Indexes: tasks_creator, tasks_assignee. */
export async function listTasksOf(sql: Db, actor: Actor, page: Page<[number]>): Promise<TaskRow[]> {
  const { deploymentId, userId, now } = actor;
  const after = page.after === null ? sql`` : sql`and task_id < ${page.after[0]}`;
  const newest = sql`order by task_id desc ${page.limit === null ? sql`` : sql`limit ${page.limit + 1}`}`;
  return sql<TaskRow[]>`
    with mine as materialized (
      (select task_id from tasks where deployment_id = ${deploymentId} and created_by = ${userId} ${after} ${newest})
      union
      (select task_id from tasks where deployment_id = ${deploymentId} and assignee_id = ${userId} ${after} ${newest})
      ${newest}
    )
    ${selectTasks(sql, now, sql`mine join tasks t using (task_id)`, userId)} where t.deployment_id = ${deploymentId}
    order by t.task_id desc`;
}

/** Open tasks assigned to the actor, most urgent first. Index: tasks_waiting. */
export async function listWaitingTasks(sql: Db, actor: Actor, limit: number): Promise<TaskRow[]> {
  const { deploymentId, userId, now } = actor;
  return sql<TaskRow[]>`
    with mine as materialized (
      select task_id from tasks
      where deployment_id = ${deploymentId} and assignee_id = ${userId} and status = 'Open' and due_at > ${now}
      order by due_at, task_id limit ${limit}
    )
    ${selectTasks(sql, now, sql`mine join tasks t using (task_id)`, userId)} where t.deployment_id = ${deploymentId}
    order by t.due_at, t.task_id`;
}

/** The actor's tasks about a document, newest first. Index: tasks_document. */
export async function listTasksOfDocument(
  sql: Db,
  actor: Actor,
  documentId: number,
  page: Page<[number]>,
): Promise<TaskRow[]> {
  const { deploymentId, userId, now } = actor;
  return sql<TaskRow[]>`
    with mine as materialized (
      select task_id from tasks
      where deployment_id = ${deploymentId} and document_id = ${documentId}
        and (created_by = ${userId} or assignee_id = ${userId})
        ${page.after === null ? sql`` : sql`and task_id < ${page.after[0]}`}
      order by task_id desc ${page.limit === null ? sql`` : sql`limit ${page.limit + 1}`}
    )
    ${selectTasks(sql, now, sql`mine join tasks t using (task_id)`, userId)} where t.deployment_id = ${deploymentId}
    order by t.task_id desc`;
}

/** The stored fields of a new task, besides the current state of the document. */
export type NewTask = {
  documentId: number;
  instructions: string;
  dueAt: Date;
  /** One of the two is null. */
  assigneeId: number | null;
  assigneeEmail: string | null;
  updateRecipients: string[];
};

/** Creates a task for the current revision of a document whose row is locked; returns its id. */
export async function insertTask(tx: Tx, actor: Actor, task: NewTask): Promise<number> {
  const [row] = await tx<{ taskId: number }[]>`
    insert into tasks (deployment_id, document_id, item_name, assigned_revision_id, revision_number, sha256, instructions,
      due_at, created_by, created_at, assignee_id, assignee_email, update_recipients)
    select d.deployment_id, d.document_id, d.name, r.revision_id, r.revision_number, d.sha256, ${task.instructions}, ${task.dueAt},
      ${actor.userId}, ${actor.now}, ${task.assigneeId}, ${task.assigneeEmail}, ${task.updateRecipients}
    from documents d join revisions r on r.deployment_id = d.deployment_id and r.revision_id = d.current_revision_id
    where d.deployment_id = ${actor.deploymentId} and d.document_id = ${task.documentId}
    returning task_id as "taskId"`;
  if (row === undefined) throw new Error('The document for the task was not found.');
  return row.taskId;
}

/** How an open task ends. */
export type Ending =
  | { status: 'Completed'; result: TaskResult; comment: string | null; revision: { revisionId: number; hash: string } }
  | { status: 'Cancelled' }
  | { status: 'Expired' };

/**
 * Ends a task; false if it is not open anymore. Of several concurrent endings one succeeds: before the due date the
 * task can be decided and canceled, afterwards it can only expire, as of that date.
 */
export async function endTask(tx: Tx, { deploymentId, taskId }: TaskKey, ending: Ending, now: Date): Promise<boolean> {
  const isExpiry = ending.status === 'Expired';
  const { count } = await tx`
    update tasks set status = ${ending.status}, ${ending.status === 'Completed' ? decided(tx, ending) : tx``}
      ended_at = ${isExpiry ? tx`due_at` : tx`${now}::timestamptz`}
    where deployment_id = ${deploymentId} and task_id = ${taskId} and status = 'Open'
      and ${isExpiry ? tx`due_at <= ${now}` : tx`due_at > ${now}`}`;
  return count > 0;
}

function decided(
  tx: Tx,
  { result, comment, revision: { revisionId, hash } }: Ending & { status: 'Completed' },
): Fragment {
  return tx`result = ${result}, comment = ${comment}, decided_revision_id = ${revisionId}, decided_revision_number = (
      select r.revision_number from revisions r
      where r.deployment_id = tasks.deployment_id and r.revision_id = ${revisionId}
    ), decided_sha256 = decode(${hash}, 'hex'),`;
}

/**
 * The number of the newest revision of a document with this content; undefined if there is none. Index:
 * revisions_number.
 */
export async function findRevisionNumber(
  tx: Tx,
  { deploymentId, documentId }: { deploymentId: number; documentId: number },
  hash: string,
): Promise<number | undefined> {
  const [row] = await tx<{ revisionNumber: number }[]>`
    select revision_number as "revisionNumber" from revisions
    where deployment_id = ${deploymentId} and document_id = ${documentId} and sha256 = decode(${hash}, 'hex')
    order by revision_number desc limit 1`;
  return row?.revisionNumber;
}

/** Deletes the task with its permission entry and hidden share. False if it was already deleted. */
export async function deleteTaskRow(tx: Tx, { deploymentId, taskId }: TaskKey): Promise<boolean> {
  const { count } = await tx`delete from tasks where deployment_id = ${deploymentId} and task_id = ${taskId}`;
  return count > 0;
}

/**
 * Some open tasks whose due date has passed, earliest first, locked with their documents; skips tasks that others have
 * locked. An open task has its document, because a purge ends the task first. Index: tasks_due.
 */
export async function lockDueTasks(tx: Tx, now: Date, limit: number): Promise<TaskKey[]> {
  return tx<TaskKey[]>`
    select t.deployment_id as "deploymentId", t.task_id as "taskId"
    from tasks t join documents d using (deployment_id, document_id)
    where t.status = 'Open' and t.due_at <= ${now}
    order by t.due_at limit ${limit}
    for update of d skip locked for update of t skip locked`;
}

/** The open tasks of documents, which are locked. Index: tasks_document. */
export async function listOpenTasks(tx: Tx, deploymentId: number, documentIds: number[]): Promise<TaskKey[]> {
  return tx<TaskKey[]>`
    select deployment_id as "deploymentId", task_id as "taskId" from tasks
    where deployment_id = ${deploymentId} and document_id = any (${documentIds}::bigint[]) and status = 'Open'
    order by task_id`;
}

/** Freezes the document names of tasks at the current ones. Index: tasks_document. */
export async function keepNames(tx: Tx, deploymentId: number, documentIds: number[]): Promise<void> {
  await tx`
    update tasks t set item_name = d.name from documents d
    where d.deployment_id = ${deploymentId} and d.document_id = any (${documentIds}::bigint[])
      and t.deployment_id = d.deployment_id and t.document_id = d.document_id and t.item_name <> d.name`;
}

// `from` comes first, because PostgreSQL does not reorder this many tables. Indexes: permissions_task, shares_task.
// Rights are computed for the requesting party only, if there is one.
function selectTasks(sql: Db, now: Date, from: Fragment = sql`tasks t`, forUserId: number | null = null): Fragment {
  const accessEnd = sql`coalesce(p.expires_at, s.expires_at)`;
  const isAsked = (userId: Fragment) =>
    forUserId === null ? sql`true` : sql`coalesce(${userId} = ${forUserId}, false)`;
  return sql`
    select t.deployment_id as "deploymentId", t.task_id as "taskId", ${statusAt(sql, now)} as status, t.result,
      t.instructions, t.due_at as "dueAt", t.created_at as "createdAt", ${endedAt(sql, now)} as "endedAt",
      c.user_id as "creatorId", c.name as "creatorName", c.email as "creatorEmail",
      c.deleted_at is not null as "isCreatorGone", t.assignee_id as "assigneeId", a.name as "assigneeName",
      coalesce(a.email, t.assignee_email) as "assigneeEmail", a.deleted_at is not null as "isAssigneeGone",
      ${personOf(sql, sql`c`)} as creator, ${personOf(sql, sql`a`)} as assignee,
      t.update_recipients as "updateRecipients", t.document_id as "documentId",
      coalesce(d.name, t.item_name) as "documentName",
      case when ${isAsked(sql`t.created_by`)} then ${creatorReads(sql, now)} else false end as "canCreatorRead",
      case when ${isAsked(sql`t.assignee_id`)} then ${assigneeReads(sql, now)} else false end as "canAssigneeRead",
      t.name_for_creator as "nameForCreator", t.name_for_assignee as "nameForAssignee", d.folder_id as "folderId",
      d.library_id as "libraryId", coalesce(d.is_there, false) as "isDocumentThere",
      ${taskRevision(sql, sql`t.assigned_revision_id`, sql`t.revision_number`, sql`t.sha256`)} as assigned,
      ${taskRevision(sql, sql`t.decided_revision_id`, sql`t.decided_revision_number`, sql`t.decided_sha256`)} as decided,
      case when not d.is_gone then ${taskRevision(sql, sql`d.revision_id`, sql`d.revision_number`, sql`d.sha256`)} end as current,
      t.comment,
      case when ${accessEnd} > ${now}::timestamptz then ${accessEnd} end as "accessEndsAt"
    from ${from}
    join users c on c.deployment_id = t.deployment_id and c.user_id = t.created_by
    left join users a on a.deployment_id = t.deployment_id and a.user_id = t.assignee_id
    left join lateral (
      select d.name, d.sha256, r.revision_id, r.revision_number, d.folder_id, f.path, f.library_id, l.owner_id,
        d.purged_at is not null or marks.purged as is_gone, d.trashed_at is null and not marks.trashed as is_there
      from documents d
      join revisions r on r.deployment_id = d.deployment_id and r.revision_id = d.current_revision_id
      join folders f on f.deployment_id = d.deployment_id and f.folder_id = d.folder_id
      join libraries l on l.deployment_id = f.deployment_id and l.library_id = f.library_id
      ${joinMarks(sql)}
      where d.deployment_id = t.deployment_id and d.document_id = t.document_id
    ) d on true
    left join permissions p on p.deployment_id = t.deployment_id and p.task_id = t.task_id
    left join shares s on s.deployment_id = t.deployment_id and s.task_id = t.task_id and s.revoked_at is null`;
}
