import type { Db, Fragment } from '../../platform/db/connection.ts';
import type { Page } from '../../platform/http/paging.ts';
import type { Actor } from '../../core/actor.ts';
import { type DescribedShareRow, isOfPurged, listDescribed } from '../shares/described.queries.ts';

/**
 * The actor's active links, newest first, without those of tasks; one more than the page. Of one document only if
 * given: index shares_document. Index: shares_own.
 */
export async function listOwnShares(
  sql: Db,
  actor: Actor,
  page: Page<[number]>,
  documentId?: number,
): Promise<DescribedShareRow[]> {
  return listDescribed(sql, actor, pageOf(sql, actor, page, documentId));
}

// Purged items count as gone although their rows remain for a while.
function pageOf(sql: Db, { deploymentId, userId }: Actor, page: Page<[number]>, documentId?: number): Fragment {
  const { after, limit } = page;
  return sql`
    select s.share_id from shares s
    where s.deployment_id = ${deploymentId} and s.created_by = ${userId} and s.revoked_at is null and s.task_id is null
      ${documentId === undefined ? sql`` : sql`and s.document_id = ${documentId}`}
      ${after === null ? sql`` : sql`and s.share_id < ${after[0]}`}
      and not ${isOfPurged(sql)}
    order by s.share_id desc
    ${limit === null ? sql`` : sql`limit ${limit + 1}`}`;
}
