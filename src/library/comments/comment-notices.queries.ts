import type { Db, Tx } from '../../platform/db/connection.ts';
import type { CommentRow, DocumentKey } from './comments.queries.ts';

/** The pause between two notices to a person about a document. */
const PAUSE = '5 minutes';

/** Comments named in a notice; further ones are left out. */
const MOST_GATHERED = 200;

/** People of a thread who are told of a reply: those who wrote last. */
const MOST_CONCERNED = 100;

/**
 * The people whom a comment concerns: the creator of the document, those who wrote in its thread, and the owner of the
 * link; without deleted ones. Indexes: revisions_number, comments_thread.
 */
export async function listConcerned(
  tx: Tx,
  { deploymentId, documentId, threadId }: CommentRow,
  linkOwnerId: number | null,
): Promise<number[]> {
  const rows = await tx<{ userId: number }[]>`
    select u.user_id as "userId" from users u
    where u.deployment_id = ${deploymentId} and u.deleted_at is null and u.user_id in (
      select created_by from revisions
      where deployment_id = ${deploymentId} and document_id = ${documentId} and revision_number = 1
      union all select ${linkOwnerId}::bigint
      union all (
        select author_id from (
          select author_id, max(comment_id) as latest from comments
          where deployment_id = ${deploymentId} and document_id = ${documentId} and thread_id = ${threadId}
            and author_id is not null and deleted_at is null
          group by author_id order by latest desc limit ${MOST_CONCERNED}
        ) authors
      )
    )
    order by u.user_id`;
  return rows.map(({ userId }) => userId);
}

/**
 * Adds a comment to the next notice of each person. Returns those whose notice has to be scheduled, with the time: others
 * have one that waits. Persons are locked in one order.
 */
export async function gatherNotice(
  tx: Tx,
  { deploymentId, documentId, commentId }: CommentRow,
  { userIds, linkOwnerId }: { userIds: number[]; linkOwnerId: number | null },
  now: Date,
): Promise<{ userId: number; runAt: string }[]> {
  if (userIds.length === 0) return [];
  return tx<{ userId: number; runAt: string }[]>`
    with gathered as (
      insert into comment_notices as n (deployment_id, document_id, user_id, comment_ids, is_mailed)
      select ${deploymentId}, ${documentId}, user_id, array[${commentId}::bigint], coalesce(user_id = ${linkOwnerId}::bigint, false)
      from unnest(${userIds}::bigint[]) as user_id order by user_id
      on conflict (deployment_id, document_id, user_id) do update set
        comment_ids = case when cardinality(n.comment_ids) < ${MOST_GATHERED} then n.comment_ids || excluded.comment_ids
          else n.comment_ids end,
        is_mailed = n.is_mailed or excluded.is_mailed
      returning user_id, cardinality(comment_ids) as size, noticed_at
    )
    select user_id as "userId", greatest(${now}::timestamptz(3), noticed_at + ${PAUSE}::interval) as "runAt"
    from gathered where size = 1`;
}

export type NoticeKey = DocumentKey & { userId: number };

/** The comments of a notice, and whether it is mailed. */
export type Notice = { commentIds: number[]; isMailed: boolean };

/** Ends the waiting notice: later comments belong to the next one. Undefined if there is none. */
export async function endNotice(
  tx: Tx,
  { deploymentId, documentId, userId }: NoticeKey,
  now: Date,
): Promise<Notice | undefined> {
  const [row] = await tx<Notice[]>`
    update comment_notices n set comment_ids = '{}', is_mailed = false, noticed_at = ${now}
    from (
      select comment_ids, is_mailed from comment_notices
      where deployment_id = ${deploymentId} and document_id = ${documentId} and user_id = ${userId} for update
    ) before
    where n.deployment_id = ${deploymentId} and n.document_id = ${documentId} and n.user_id = ${userId}
      and before.comment_ids <> '{}'
    returning before.comment_ids as "commentIds", before.is_mailed as "isMailed"`;
  return row;
}

/** A comment in a notice. `author` shows whether a visitor typed the name, which may be anybody's. */
export type NoticedComment = { text: string; author: string; authorId: number | null };

/** Those of the comments that were not deleted since, the oldest first. Index: comments_pkey. */
export async function listNoticed(
  sql: Db,
  { deploymentId, documentId }: DocumentKey,
  commentIds: number[],
): Promise<NoticedComment[]> {
  return sql<NoticedComment[]>`
    select c.text, coalesce(u.name, c.author_email, c.author_name || ' (unverified)') as author, c.author_id as "authorId"
    from comments c left join users u on u.deployment_id = c.deployment_id and u.user_id = c.author_id
    where c.deployment_id = ${deploymentId} and c.document_id = ${documentId}
      and c.comment_id = any (${commentIds}::bigint[]) and c.deleted_at is null
    order by c.comment_id`;
}

/** The addressee of a notice, unless the account is deleted or deactivated. */
export type Addressee = { userId: number; email: string; name: string; isSiteAdmin: boolean };

export async function findAddressee(sql: Db, { deploymentId, userId }: NoticeKey): Promise<Addressee | undefined> {
  const [row] = await sql<Addressee[]>`
    select user_id as "userId", email, name, is_site_admin as "isSiteAdmin" from users
    where deployment_id = ${deploymentId} and user_id = ${userId} and deleted_at is null and deactivated_at is null`;
  return row;
}
