import type { Db, Tx } from '../../platform/db/connection.ts';
import type { Page } from '../../platform/http/paging.ts';
import type { Actor } from '../../core/actor.ts';
import { type PersonRow, personOf } from '../../core/persons/persons.queries.ts';
import type { AdoptedContent } from '../../content/blobs/blobs.queries.ts';
import { insertRevisedTag } from '../tags/status-tags.queries.ts';

export type RevisionRow = {
  revisionId: number;
  revisionNumber: number;
  documentId: number;
  name: string;
  blobId: number;
  size: number;
  hash: string;
  storageKey: string;
  createdAt: string;
  /** Null: the operator. */
  createdBy: PersonRow | null;
  isCurrent: boolean;
};

/** The revisions of a document, newest first. Index: revisions_number. */
export async function listRevisions(
  sql: Db,
  deploymentId: number,
  documentId: number,
  page: Page<[number]>,
): Promise<RevisionRow[]> {
  return sql<RevisionRow[]>`
    ${selectRevisions(sql)}
    where r.deployment_id = ${deploymentId} and r.document_id = ${documentId}
      ${page.after === null ? sql`` : sql`and r.revision_number < ${page.after[0]}`}
    order by r.revision_number desc
    ${page.limit === null ? sql`` : sql`limit ${page.limit + 1}`}`;
}

/** One revision of a document. */
export async function findRevision(
  sql: Db,
  deploymentId: number,
  documentId: number,
  revisionId: number,
): Promise<RevisionRow | undefined> {
  const [row] = await sql<RevisionRow[]>`
    ${selectRevisions(sql)}
    where r.deployment_id = ${deploymentId} and r.document_id = ${documentId} and r.revision_id = ${revisionId}`;
  return row;
}

/**
 * Sets the current revision of a document whose row is locked, marks it as revised, and returns the revision's id. A
 * duplicate in the folder violates the unique index documents_name_and_content (409).
 */
export async function insertRevision(
  tx: Tx,
  actor: Actor,
  documentId: number,
  revision: { name: string; content: AdoptedContent },
): Promise<number> {
  const { content } = revision;
  const [row] = await tx<{ revisionId: number }[]>`
    with revision as (
      insert into revisions (deployment_id, document_id, revision_number, name, blob_id, size, sha256, created_by, created_at)
      select ${actor.deploymentId}, ${documentId}, 1 + max(revision_number), ${revision.name}, ${content.blobId},
        ${content.size}, decode(${content.hash}, 'hex'), ${actor.userId}, ${actor.now}
      from revisions where deployment_id = ${actor.deploymentId} and document_id = ${documentId}
      returning revision_id
    ), tag as (${insertRevisedTag(tx, actor.deploymentId, documentId)})
    update documents d set current_revision_id = r.revision_id, blob_id = ${content.blobId}, size = ${content.size},
      sha256 = decode(${content.hash}, 'hex'), modified_at = ${actor.now}
    from revision r
    where d.deployment_id = ${actor.deploymentId} and d.document_id = ${documentId}
    returning r.revision_id as "revisionId"`;
  if (row === undefined) throw new Error('The document to revise was not found.');
  return row.revisionId;
}

function selectRevisions(sql: Db) {
  return sql`
    select r.revision_id as "revisionId", r.revision_number as "revisionNumber", r.document_id as "documentId", r.name,
      r.blob_id as "blobId", r.size, encode(r.sha256, 'hex') as hash, b.storage_key as "storageKey",
      r.created_at as "createdAt", ${personOf(sql, sql`u`)} as "createdBy", d.current_revision_id = r.revision_id as "isCurrent"
    from revisions r
    join documents d using (deployment_id, document_id)
    join blobs b on b.deployment_id = r.deployment_id and b.blob_id = r.blob_id
    left join users u on u.deployment_id = r.deployment_id and u.user_id = r.created_by`;
}
