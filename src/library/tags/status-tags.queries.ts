/** The built-in tag types of every library, and their values (docs/api/tags.md#status-tags). */
import type { Db, Fragment, Tx } from '../../platform/db/connection.ts';
import { nameKey } from '../../platform/values/names.ts';
import { RESERVED_PREFIX } from '../tag-types/tag-types.body.ts';
import { DATA_TYPES } from '../tag-types/tag-values.ts';

const CONTENT_STATUS = `${RESERVED_PREFIX}Content_Status`;

/** Types about the latest task of a document. */
export const TASK_STATUS_TYPES = {
  status: `${RESERVED_PREFIX}ToDo_Status`,
  assignedOn: `${RESERVED_PREFIX}Assigned_Date`,
  assignedTo: `${RESERVED_PREFIX}Assigned_UserId`,
} as const;

const STATUS_TYPES = [
  [CONTENT_STATUS, DATA_TYPES.String],
  [TASK_STATUS_TYPES.status, DATA_TYPES.String],
  [TASK_STATUS_TYPES.assignedOn, DATA_TYPES.Date],
  [TASK_STATUS_TYPES.assignedTo, DATA_TYPES.Numeric],
] as const;

/** Creates the Status types of a new library. */
export async function insertStatusTypes(
  tx: Tx,
  library: { deploymentId: number; libraryId: number; now: Date },
): Promise<void> {
  const rows = STATUS_TYPES.map(([name, dataType]) => ({
    deployment_id: library.deploymentId,
    library_id: library.libraryId,
    name,
    name_key: nameKey(name),
    data_type: dataType,
    is_status: true,
    created_at: library.now,
  }));
  await tx`insert into tag_types ${tx(rows)}`;
}

/** An insert that marks a document as revised; part of the statement that revises it. */
export function insertRevisedTag(sql: Db, deploymentId: number, documentId: number): Fragment {
  return sql`
    insert into document_tags (deployment_id, document_id, tag_type_id, value, value_key, tag_epoch)
    select d.deployment_id, d.document_id, y.tag_type_id, 'Revised', 'revised', f.tag_epoch
    from documents d join folders f using (deployment_id, folder_id)
    join tag_types y on y.deployment_id = f.deployment_id and y.library_id = f.library_id
      and y.name_key = ${nameKey(CONTENT_STATUS)}
    where d.deployment_id = ${deploymentId} and d.document_id = ${documentId}
    on conflict (deployment_id, document_id, tag_type_id) do update set tag_epoch = excluded.tag_epoch
      where document_tags.tag_epoch <> excluded.tag_epoch`;
}

/**
 * Marks documents revised in their previous library as revised in this one: the document, or up to `limit` of those
 * below a folder. Returns how many; 0 when none are left. Index: revisions_number.
 */
export async function markRevised(
  sql: Db,
  deploymentId: number,
  came: { documentId: number } | { folderId: number; limit: number },
): Promise<number> {
  const which =
    'documentId' in came ? sql`d.document_id = ${came.documentId}` : sql`f.path @> array[${came.folderId}]::bigint[]`;
  const { count } = await sql`
    insert into document_tags (deployment_id, document_id, tag_type_id, value, value_key, tag_epoch)
    select d.deployment_id, d.document_id, y.tag_type_id, 'Revised', 'revised', f.tag_epoch
    from folders f join documents d using (deployment_id, folder_id)
    join revisions r on r.deployment_id = d.deployment_id and r.document_id = d.document_id and r.revision_number = 2
    join tag_types y on y.deployment_id = f.deployment_id and y.library_id = f.library_id
      and y.name_key = ${nameKey(CONTENT_STATUS)}
    where f.deployment_id = ${deploymentId} and ${which} and not exists (
      select from document_tags t where t.deployment_id = d.deployment_id and t.document_id = d.document_id
        and t.tag_type_id = y.tag_type_id and t.tag_epoch = f.tag_epoch)
    ${'limit' in came ? sql`limit ${came.limit}` : sql``}
    on conflict (deployment_id, document_id, tag_type_id) do update set tag_epoch = excluded.tag_epoch`;
  return count;
}
