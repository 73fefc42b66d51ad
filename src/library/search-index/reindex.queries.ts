import type { Tx } from '../../platform/db/connection.ts';

/** Logs all documents, or those of a deployment, to be indexed again, and returns how many. Those in the log stay once. */
export async function logAllDocuments(tx: Tx, deploymentId: number | null): Promise<number> {
  const inDeployment = deploymentId === null ? tx`` : tx`where deployment_id = ${deploymentId}`;
  await tx`delete from search_changes where is_backfill ${deploymentId === null ? tx`` : tx`and deployment_id = ${deploymentId}`}`;
  const { count } = await tx`
    insert into search_changes (is_backfill, deployment_id, document_id)
    select true, deployment_id, document_id from documents ${inDeployment} order by document_id`;
  return count;
}

/** Forgets texts that could not be read, so that they are read again; returns how many. */
export async function deleteFailedTexts(tx: Tx, deploymentId: number | null): Promise<number> {
  const { count } = await tx`
    delete from content_texts where vector is null and (missing_part is not null or retry_at is not null or not is_complete)
      ${deploymentId === null ? tx`` : tx`and deployment_id = ${deploymentId}`}`;
  return count;
}
