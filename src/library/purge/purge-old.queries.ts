import type { Db, Tx } from '../../platform/db/connection.ts';
import type { Page } from '../../platform/http/paging.ts';
import { joinMarks } from '../tree/marks.queries.ts';

/** A range of document ids in a deployment: after one id up to another. */
export type Span = { deploymentId: number; after: number; upTo: number };

export type OldDocument = { documentId: number; folderId: number; libraryId: number; name: string; size: number };

/** The greatest document id of the deployment, 0 if there is none. Index: documents_pkey. */
export async function lastDocumentId(sql: Db, deploymentId: number): Promise<number> {
  const [row] = await sql<{ id: number }[]>`
    select coalesce(max(document_id), 0) as id from documents where deployment_id = ${deploymentId}`;
  return row?.id ?? 0;
}

/** Shortens the span to this many documents of any kind; the whole span if it has fewer. */
export async function shorten(tx: Tx, span: Span, limit: number): Promise<Span> {
  const [row] = await tx<{ id: number }[]>`
    select document_id as id from documents
    where deployment_id = ${span.deploymentId} and document_id > ${span.after} and document_id <= ${span.upTo}
    order by document_id offset ${limit - 1} limit 1`;
  return { ...span, upTo: row?.id ?? span.upTo };
}

/** Locks the documents of the span stored at or before that time, until the end of the transaction. */
export async function lockOldDocuments(tx: Tx, span: Span, storedBefore: string): Promise<void> {
  await tx`
    select from documents
    where deployment_id = ${span.deploymentId} and document_id > ${span.after} and document_id <= ${span.upTo}
      and created_at <= ${storedBefore} and purged_at is null
    order by document_id for update`;
}

/** The documents of the span stored at or before that time, in the trash or not, but not purged. */
export async function listOldDocuments(tx: Tx, span: Span, storedBefore: string): Promise<OldDocument[]> {
  return tx<OldDocument[]>`
    select d.document_id as "documentId", d.folder_id as "folderId", f.library_id as "libraryId", d.name, d.size
    from documents d
    join folders f using (deployment_id, folder_id)
    join libraries l using (deployment_id, library_id)
    ${joinMarks(tx)}
    where d.deployment_id = ${span.deploymentId} and d.document_id > ${span.after} and d.document_id <= ${span.upTo}
      and d.created_at <= ${storedBefore} and d.purged_at is null and not marks.purged`;
}

/** A document that is old enough to be purged, for a preview. */
export type ListedOldDocument = Omit<OldDocument, 'folderId' | 'libraryId'> & {
  /** Names of its containers, the library first. */
  location: string[];
  storedAt: string;
  isInTrash: boolean;
};

/**
 * Purgeable documents stored at or before that time, by the time of storing; one more than the page. Index:
 * documents_pkey. The page is selected before its places are looked up.
 */
export async function listPurgeable(
  sql: Db,
  deploymentId: number,
  storedBefore: Date,
  { after, limit }: Page<[number]>,
): Promise<ListedOldDocument[]> {
  return sql<ListedOldDocument[]>`
    with old as materialized (
      select d.* from documents d join folders f using (deployment_id, folder_id)
      join libraries l using (deployment_id, library_id) ${joinMarks(sql)}
      where d.deployment_id = ${deploymentId} and d.document_id > ${after?.[0] ?? 0} and d.created_at <= ${storedBefore}
        and d.purged_at is null and not marks.purged
      order by d.document_id ${limit === null ? sql`` : sql`limit ${limit + 1}`}
    )
    select old.document_id as "documentId", old.name, old.size, old.created_at as "storedAt",
      marks.trashed or old.trashed_at is not null as "isInTrash", l.name || above.names as location
    from old join folders f using (deployment_id, folder_id) join libraries l using (deployment_id, library_id)
    ${joinMarks(sql)} cross join lateral (
      select array_agg(a.name order by cardinality(a.path)) as names from folders a
      where a.deployment_id = f.deployment_id and a.folder_id = any (f.path)
    ) above
    order by old.document_id`;
}
