import type { Db, Fragment, Tx } from '../../platform/db/connection.ts';
import type { Page } from '../../platform/http/paging.ts';
import { type PersonRow, personOf } from '../../core/persons/persons.queries.ts';

export type DocumentKey = { deploymentId: number; documentId: number };
export type CommentKey = DocumentKey & { commentId: number };

export type CommentRow = CommentKey & {
  /** The first comment of the thread, possibly itself. */
  threadId: number;
  revisionId: number | null;
  revisionNumber: number | null;
  /** Whether it is about the current revision, or about none. */
  isCurrent: boolean;
  page: number | null;
  region: [number, number, number, number] | null;
  text: string;
  /** One of the three is not null. */
  author: PersonRow | null;
  authorEmail: string | null;
  authorName: string | null;
  /** Of the visitor who wrote it. */
  visitorKey: string | null;
  mentions: PersonRow[];
  taskId: number | null;
  /** The comment of a decision, also after its task was deleted. */
  isDecision: boolean;
  taskResult: 'Positive' | 'Negative' | null;
  createdAt: string;
  changedAt: string | null;
  /** Of the thread. */
  resolvedAt: string | null;
  resolver: PersonRow | null;
  isDeleted: boolean;
};

/** The threads to list: null for all. `forVisitors`: without those of decisions. */
export type ThreadFilter = { isResolved: boolean | null; forVisitors: boolean };

/** The sort key of a comment in its document. */
export type CommentPosition = [threadId: number, commentId: number];

/**
 * Threads by the time of their first comment, each followed by its replies. Indexes: comments_thread; comments_state for
 * a filter, which reads the replies thread by thread until the page is full.
 */
export async function listComments(
  sql: Db,
  { deploymentId, documentId }: DocumentKey,
  { isResolved, forVisitors }: ThreadFilter,
  { limit, after }: Page<CommentPosition>,
): Promise<CommentRow[]> {
  const [thread, comment] = after ?? [0, 0];
  const most = limit === null ? sql`` : sql`limit ${limit + 1}`;
  const key = { deploymentId, documentId };
  const shown = forVisitors ? sql`and thread_id not in (${selectDecisions(sql, key)})` : sql``;
  const here = sql`deployment_id = ${deploymentId} and document_id = ${documentId} ${shown}`;
  const chosen =
    isResolved === null
      ? sql`select * from comments where ${here} and (thread_id, comment_id) > (${thread}, ${comment})
          order by thread_id, comment_id ${most}`
      : sql`select c.* from (
            select comment_id from comments
            where ${here} and thread_id = comment_id and (resolved_at is not null) = ${isResolved} and comment_id >= ${thread}
            order by comment_id ${most}
          ) first cross join lateral (
            select * from comments
            where ${here} and thread_id = first.comment_id and (thread_id, comment_id) > (${thread}, ${comment})
            order by thread_id, comment_id ${most}
          ) c
          order by first.comment_id, c.comment_id ${most}`;
  return sql<CommentRow[]>`${selectComments(sql, chosen)} order by c.thread_id, c.comment_id`;
}

/** A comment of a document; undefined for one that was deleted, unless stated. Index: comments_pkey. */
export async function findComment(
  sql: Db,
  { deploymentId, documentId, commentId }: CommentKey,
  { orDeleted = false } = {},
): Promise<CommentRow | undefined> {
  const [row] = await sql<CommentRow[]>`${selectComments(
    sql,
    sql`select * from comments
      where deployment_id = ${deploymentId} and document_id = ${documentId} and comment_id = ${commentId}
        ${orDeleted ? sql`` : sql`and deleted_at is null`}`,
  )}`;
  return row;
}

// `offset 0` reads the comments before the people.
function selectComments(sql: Db, chosen: Fragment): Fragment {
  return sql`
    select c.deployment_id as "deploymentId", c.document_id as "documentId", c.comment_id as "commentId",
      c.thread_id as "threadId", c.revision_id as "revisionId", r.revision_number as "revisionNumber",
      c.revision_id is null or c.revision_id = d.current_revision_id as "isCurrent", c.page, c.region,
      c.text, ${personOf(sql, sql`a`)} as author, c.author_email as "authorEmail", c.author_name as "authorName",
      c.visitor_key as "visitorKey", c.task_id as "taskId", c.is_decision as "isDecision", t.result as "taskResult", c.created_at as "createdAt",
      c.changed_at as "changedAt", h.resolved_at as "resolvedAt", ${personOf(sql, sql`s`)} as resolver,
      c.deleted_at is not null as "isDeleted",
      case when c.mentioned_ids = '{}' then '[]'::json else (
        select coalesce(json_agg(${personOf(sql, sql`m`)} order by m.name_key, m.user_id), '[]'::json) from users m
        where m.deployment_id = c.deployment_id and m.user_id = any (c.mentioned_ids)
      ) end as mentions
    from (${chosen} offset 0) c
    join documents d on d.deployment_id = c.deployment_id and d.document_id = c.document_id
    join comments h on h.deployment_id = c.deployment_id and h.document_id = c.document_id and h.comment_id = c.thread_id
    left join users a on a.deployment_id = c.deployment_id and a.user_id = c.author_id
    left join users s on s.deployment_id = c.deployment_id and s.user_id = h.resolved_by
    left join revisions r on r.deployment_id = c.deployment_id and r.revision_id = c.revision_id
    left join tasks t on t.deployment_id = c.deployment_id and t.task_id = c.task_id`;
}

export type CommentCounts = { comments: number; openThreads: number };

/** Index: comment_counts_pkey. */
export async function countComments(sql: Db, { deploymentId, documentId }: DocumentKey): Promise<CommentCounts> {
  const [row] = await sql<CommentCounts[]>`
    select comments, open_threads as "openThreads" from comment_counts
    where deployment_id = ${deploymentId} and document_id = ${documentId}`;
  return row ?? { comments: 0, openThreads: 0 };
}

/** The same for visitors, who see no threads of decisions. Indexes: comments_decisions, comments_thread. */
export async function countCommentsForVisitors(sql: Db, key: DocumentKey): Promise<CommentCounts> {
  const [row] = await sql<CommentCounts[]>`
    select count(*) filter (where deleted_at is null)::integer as comments,
      count(*) filter (where thread_id = comment_id and resolved_at is null)::integer as "openThreads"
    from comments
    where deployment_id = ${key.deploymentId} and document_id = ${key.documentId}
      and thread_id in (${selectDecisions(sql, key)})`;
  const all = await countComments(sql, key);
  const hidden = row ?? { comments: 0, openThreads: 0 };
  return { comments: all.comments - hidden.comments, openThreads: all.openThreads - hidden.openThreads };
}

// The threads that begin with the comment of a decision.
function selectDecisions(sql: Db, { deploymentId, documentId }: DocumentKey): Fragment {
  return sql`
    select d.comment_id from comments d
    where d.deployment_id = ${deploymentId} and d.document_id = ${documentId} and d.is_decision`;
}

/**
 * Locks the comments of a document, whose row is locked, until the end of the transaction, and returns how many there are.
 * All writers of a document take turns: a reply finds its thread, or the deletion of the thread finds the reply.
 */
export async function lockComments(tx: Tx, { deploymentId, documentId }: DocumentKey): Promise<number> {
  await tx`
    insert into comment_counts (deployment_id, document_id) values (${deploymentId}, ${documentId}) on conflict do nothing`;
  const [row] = await tx<{ comments: number }[]>`
    select comments from comment_counts where deployment_id = ${deploymentId} and document_id = ${documentId} for update`;
  return row?.comments ?? 0;
}

/** The author: exactly one of the first three is not null. */
export type AuthorKey = {
  authorId: number | null;
  authorEmail: string | null;
  authorName: string | null;
  visitorKey: string | null;
};

export type NewComment = AuthorKey & {
  /** Null: it starts a thread. */
  threadId: number | null;
  revisionId: number;
  page: number | null;
  region: number[] | null;
  text: string;
  mentionedIds: number[];
};

/** Returns its id. */
export async function insertComment(
  tx: Tx,
  { deploymentId, documentId }: DocumentKey,
  comment: NewComment,
  now: Date,
): Promise<number> {
  const [row] = await tx<{ commentId: number }[]>`
    insert into comments (deployment_id, comment_id, document_id, thread_id, revision_id, page, region, text, author_id,
      author_email, author_name, visitor_key, mentioned_ids, created_at)
    overriding system value
    select ${deploymentId}, id, ${documentId}, coalesce(${comment.threadId}, id), ${comment.revisionId}, ${comment.page},
      ${comment.region}::double precision[], ${comment.text}, ${comment.authorId}, ${comment.authorEmail},
      ${comment.authorName}, ${comment.visitorKey}, ${comment.mentionedIds}::bigint[], ${now}
    from nextval(pg_get_serial_sequence('comments', 'comment_id')) as id
    returning comment_id as "commentId"`;
  if (row === undefined) throw new Error('An insert returned no row.');
  return row.commentId;
}

export async function updateText(
  tx: Tx,
  { deploymentId, documentId, commentId }: CommentKey,
  { text, mentionedIds }: { text: string; mentionedIds: number[] },
  now: Date,
): Promise<void> {
  await tx`
    update comments set text = ${text}, mentioned_ids = ${mentionedIds}::bigint[], changed_at = ${now}
    where deployment_id = ${deploymentId} and document_id = ${documentId} and comment_id = ${commentId}`;
}

/** Resolves the thread of a first comment, or reopens it (null). */
export async function setResolved(
  tx: Tx,
  { deploymentId, documentId, threadId }: DocumentKey & { threadId: number },
  resolved: { by: number; at: Date } | null,
): Promise<void> {
  await tx`
    update comments set resolved_at = ${resolved?.at ?? null}, resolved_by = ${resolved?.by ?? null}
    where deployment_id = ${deploymentId} and document_id = ${documentId} and comment_id = ${threadId}`;
}

/**
 * Deletes a comment. The first one of a thread with replies keeps its row without the text; that row goes with the last
 * reply. Index: comments_thread.
 */
export async function deleteCommentRow(
  tx: Tx,
  { deploymentId, documentId, commentId, threadId }: CommentKey & { threadId: number },
  now: Date,
): Promise<void> {
  const here = tx`deployment_id = ${deploymentId} and document_id = ${documentId}`;
  const hasOthers = tx`exists (
    select from comments o where o.deployment_id = ${deploymentId} and o.document_id = ${documentId}
      and o.thread_id = ${threadId} and o.comment_id not in (${threadId}, ${commentId}))`;
  if (commentId === threadId) {
    const { count } = await tx`
      update comments set text = '', mentioned_ids = '{}', deleted_at = ${now}
      where ${here} and comment_id = ${commentId} and ${hasOthers}`;
    if (count === 0) await tx`delete from comments where ${here} and comment_id = ${commentId}`;
    return;
  }
  await tx`delete from comments where ${here} and comment_id = ${commentId}`;
  await tx`
    delete from comments where ${here} and comment_id = ${threadId} and deleted_at is not null and not ${hasOthers}`;
}

/** Whether the revision is one of the document. Index: revisions_pkey. */
export async function hasRevision(
  sql: Db,
  { deploymentId, documentId }: DocumentKey,
  revisionId: number,
): Promise<boolean> {
  const [row] = await sql<{ found: boolean }[]>`
    select exists (select from revisions where deployment_id = ${deploymentId} and revision_id = ${revisionId}
      and document_id = ${documentId}) as found`;
  return row?.found ?? false;
}
