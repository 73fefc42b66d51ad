import type { Db, Fragment } from '../../platform/db/connection.ts';
import type { Page } from '../../platform/http/paging.ts';
import type { Actor } from '../../core/actor.ts';
import { type DescribedShareRow, type LinkUsage, isOfPurged, listDescribed } from '../shares/described.queries.ts';

/** The item whose links are listed; without ids, the links to all items. */
type OfItem = { folderId?: number; documentId?: number };

/**
 * The actor's active links, newest first, without those of tasks; one more than the page. Of one item only if
 * given: indexes shares_folder, shares_document. Index: shares_own.
 */
export async function listOwnShares(
  sql: Db,
  actor: Actor,
  page: Page<[number]>,
  of: OfItem = {},
): Promise<DescribedShareRow[]> {
  return listDescribed(sql, actor, pageOf(sql, actor, page, of));
}

/** One of them. Index: shares_pkey. */
export async function findOwnShare(sql: Db, actor: Actor, shareId: number): Promise<DescribedShareRow | undefined> {
  const { deploymentId, userId } = actor;
  const [row] = await listDescribed(
    sql,
    actor,
    sql`
      select s.share_id from shares s
      where s.deployment_id = ${deploymentId} and s.share_id = ${shareId} and s.created_by = ${userId}
        and s.revoked_at is null and s.task_id is null and not ${isOfPurged(sql)}`,
  );
  return row;
}

/** A recipient of a link, or with `email` null all visitors who are not known recipients. */
export type VisitorRow = LinkUsage & { recipientId: number; email: string | null; hasJoined: boolean };

/** Visitors of a link: unknown ones first, then the recipients by id; one more than the page. Index: share_recipients_share. */
export async function listVisitors(
  sql: Db,
  { deploymentId }: Actor,
  shareId: number,
  { after, limit }: Page<[number]>,
): Promise<VisitorRow[]> {
  return sql<VisitorRow[]>`
    select * from (
      select 0::bigint as "recipientId", null as email, false as "hasJoined", s.open_count as "openCount",
        s.last_opened_at as "lastOpenedAt", s.download_count - coalesce((
          select sum(r.download_count) from share_recipients r
          where r.deployment_id = s.deployment_id and r.share_id = s.share_id
        ), 0)::bigint as "downloadCount", s.last_downloaded_at as "lastDownloadedAt"
      from shares s where s.deployment_id = ${deploymentId} and s.share_id = ${shareId}
      union all
      select recipient_id, email, has_joined, open_count, last_opened_at, download_count, last_downloaded_at
      from share_recipients
      where deployment_id = ${deploymentId} and share_id = ${shareId} and (not has_joined or first_opened_at is not null)
    ) visitor
    where "recipientId" > ${after?.[0] ?? -1}
    order by "recipientId" ${limit === null ? sql`` : sql`limit ${limit + 1}`}`;
}

// Purged items count as gone although their rows remain for a while.
function pageOf(sql: Db, { deploymentId, userId }: Actor, page: Page<[number]>, of: OfItem): Fragment {
  const { after, limit } = page;
  const { folderId, documentId } = of;
  return sql`
    select s.share_id from shares s
    where s.deployment_id = ${deploymentId} and s.created_by = ${userId} and s.revoked_at is null and s.task_id is null
      ${folderId === undefined ? sql`` : sql`and s.folder_id = ${folderId}`}
      ${documentId === undefined ? sql`` : sql`and s.document_id = ${documentId}`}
      ${after === null ? sql`` : sql`and s.share_id < ${after[0]}`}
      and not ${isOfPurged(sql)}
    order by s.share_id desc
    ${limit === null ? sql`` : sql`limit ${limit + 1}`}`;
}
