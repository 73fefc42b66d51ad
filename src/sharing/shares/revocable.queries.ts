/** Shares to be revoked, wherever what they lead to is: in the trash too. */
import type { Tx } from '../../platform/db/connection.ts';
import { joinPlace } from './described.queries.ts';
import type { Shared } from './shares.queries.ts';

/** A share that is not revoked yet, with what it leads to. */
export type RevocableRow = {
  shareId: number;
  kind: Shared['kind'];
  name: string;
  libraryId: number;
  folderId: number;
  documentId: number | null;
};

/** Keeps shares as they are until the end of the transaction. */
export async function lockShares(tx: Tx, deploymentId: number, shareIds: number[]): Promise<void> {
  await tx`
    select from shares where deployment_id = ${deploymentId} and share_id = any (${shareIds}::bigint[])
    order by share_id for update`;
}

/** Those of the ids that are not revoked yet; with a creator, of those that this person has made for no task. */
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
