/** Shares to revoke, wherever their items are, even in the trash. */
import type { Tx } from '../../platform/db/connection.ts';
import { joinPlace } from './described.queries.ts';
import type { Shared } from './shares.queries.ts';

/** An active share with its item. */
export type RevocableRow = {
  shareId: number;
  kind: Shared['kind'];
  name: string;
  libraryId: number;
  folderId: number;
  documentId: number | null;
};

/** Locks shares until the end of the transaction. */
export async function lockShares(tx: Tx, deploymentId: number, shareIds: number[]): Promise<void> {
  await tx`
    select from shares where deployment_id = ${deploymentId} and share_id = any (${shareIds}::bigint[])
    order by share_id for update`;
}

/** The ids that are not revoked; with a creator, only those created by this person and not by a task. */
export async function listRevocable(
  tx: Tx,
  { deploymentId, createdBy }: { deploymentId: number; createdBy?: number },
  shareIds: number[],
): Promise<RevocableRow[]> {
  return tx<RevocableRow[]>`
    select s.share_id as "shareId", case when s.folder_id is null then 'document' else 'folder' end as kind,
      coalesce(d.name, f.name) as name, f.library_id as "libraryId", f.folder_id as "folderId",
      d.document_id as "documentId"
    from shares s ${joinPlace(tx)}
    where s.deployment_id = ${deploymentId} and s.share_id = any (${shareIds}::bigint[]) and s.revoked_at is null
      ${createdBy === undefined ? tx`` : tx`and s.created_by = ${createdBy} and s.task_id is null`}
    order by s.share_id`;
}
