import type { Content } from '../../platform/blobs/disk/inspect.ts';
import type { Db } from '../../platform/db/connection.ts';

/** A document with the content in one of its revisions. */
export type AffectedDocument = { DeploymentId: number; DocumentId: number; DocumentName: string };

/** The contents after a key, in key order. Index: blobs_storage_key. */
export async function findContents(sql: Db, after: string, limit: number): Promise<Content[]> {
  return sql<Content[]>`
    select storage_key as key, size, encode(sha256, 'hex') as sha256 from blobs
    where storage_key > ${after} order by storage_key limit ${limit}`;
}

/** The documents with the content in one of their revisions, or null if the content no longer exists. */
export async function findAffectedDocuments(sql: Db, key: string): Promise<AffectedDocument[] | null> {
  const [blob] = await sql<{ deploymentId: number; blobId: number }[]>`
    select deployment_id as "deploymentId", blob_id as "blobId" from blobs where storage_key = ${key}`;
  if (blob === undefined) return null;
  const rows = await sql<AffectedDocument[]>`
    select d.deployment_id as "DeploymentId", d.document_id as "DocumentId", d.name as "DocumentName"
    from documents d
    where d.deployment_id = ${blob.deploymentId} and d.document_id in (
      select r.document_id from revisions r
      where r.deployment_id = ${blob.deploymentId} and r.blob_id = ${blob.blobId})
    order by d.document_id`;
  return [...rows];
}
