import type { Db, Tx } from '../../platform/db/connection.ts';
import type { Page } from '../../platform/http/paging.ts';
import type { Actor } from '../../core/actor.ts';
import type { TagValue } from '../tag-types/tag-values.ts';

/** A document's value of a user-defined type. */
export type DocumentTagRow = { tagTypeId: number; name: string; value: string };

/** The user-set values of a document, by tag type id. */
export async function listDocumentTags(
  sql: Db,
  deploymentId: number,
  documentId: number,
  page: Page<[number]>,
): Promise<DocumentTagRow[]> {
  return sql<DocumentTagRow[]>`
    select t.tag_type_id as "tagTypeId", y.name, t.value
    from document_tags t
    join documents d using (deployment_id, document_id)
    join folders f using (deployment_id, folder_id)
    join tag_types y on y.deployment_id = t.deployment_id and y.tag_type_id = t.tag_type_id
    where t.deployment_id = ${deploymentId} and t.document_id = ${documentId}
      and t.tag_epoch = f.tag_epoch and y.library_id = f.library_id and not y.is_status
      ${page.after === null ? sql`` : sql`and t.tag_type_id > ${page.after[0]}`}
    order by t.tag_type_id
    ${page.limit === null ? sql`` : sql`limit ${page.limit + 1}`}`;
}

/** Deletes the user-set values of a document: all of them, or those of the given types. */
export async function deleteSimpleTags(tx: Tx, actor: Actor, documentId: number, of: 'all' | number[]): Promise<void> {
  await tx`
    delete from document_tags t using tag_types y
    where t.deployment_id = ${actor.deploymentId} and t.document_id = ${documentId}
      ${of === 'all' ? tx`` : tx`and t.tag_type_id = any (${of}::bigint[])`}
      and y.deployment_id = t.deployment_id and y.tag_type_id = t.tag_type_id and not y.is_status`;
}

/** Inserts values of types that the document lacks. Skips types that are not of its library at this moment. */
export async function insertTags(
  tx: Tx,
  actor: Actor,
  documentId: number,
  tags: (TagValue & { tagTypeId: number })[],
): Promise<void> {
  await tx`
    insert into document_tags (deployment_id, document_id, tag_type_id, value, value_key, tag_epoch)
    select d.deployment_id, d.document_id, y.tag_type_id, n.value, n.value_key, f.tag_epoch
    from unnest(${tags.map((tag) => tag.tagTypeId)}::bigint[], ${tags.map((tag) => tag.value)}::text[],
      ${tags.map((tag) => tag.key)}::text[]) n (tag_type_id, value, value_key)
    join documents d on d.deployment_id = ${actor.deploymentId} and d.document_id = ${documentId}
    join folders f using (deployment_id, folder_id)
    join tag_types y on y.deployment_id = f.deployment_id and y.tag_type_id = n.tag_type_id
      and y.library_id = f.library_id`;
}
