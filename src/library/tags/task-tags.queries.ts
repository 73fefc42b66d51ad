/** The Status tags about the latest task of a document (docs/api/tags.md#status-tags). */
import { type Sql, type Tx, transaction } from '../../platform/db/connection.ts';
import { nameKey } from '../../platform/values/names.ts';
import { DATA_TYPES, type TagValue, readTagValue } from '../tag-types/tag-values.ts';
import { TASK_STATUS_TYPES } from './status-tags.queries.ts';

type LatestTask = {
  documentId: number;
  status: 'Open' | 'Approved' | 'Denied' | 'Cancelled' | 'Expired';
  createdAt: string;
  assigneeId: number | null;
};

/**
 * Sets the task tags of documents by their latest tasks; removes them if there is none. The rows are locked, as for
 * every change of a task, so the tasks cannot change meanwhile.
 */
export async function setTaskTags(tx: Tx, deploymentId: number, documentIds: number[]): Promise<void> {
  const tags = (await listLatestTasks(tx, deploymentId, documentIds)).flatMap(tagsOf);
  const column = <Key extends keyof (typeof tags)[number]>(key: Key) => tags.map((tag) => tag[key]);
  await tx`
    delete from document_tags t using tag_types y
    where t.deployment_id = ${deploymentId} and t.document_id = any (${documentIds}::bigint[])
      and y.deployment_id = t.deployment_id and y.tag_type_id = t.tag_type_id
      and y.name_key = any (${Object.values(TASK_STATUS_TYPES).map(nameKey)})`;
  await tx`
    insert into document_tags (deployment_id, document_id, tag_type_id, value, value_key, tag_epoch)
    select d.deployment_id, d.document_id, y.tag_type_id, n.value, n.value_key, f.tag_epoch
    from unnest(${column('documentId')}::bigint[], ${column('type')}::text[], ${column('value')}::text[],
      ${column('key')}::text[]) n (document_id, name_key, value, value_key)
    join documents d on d.deployment_id = ${deploymentId} and d.document_id = n.document_id
    join folders f using (deployment_id, folder_id)
    join tag_types y on y.deployment_id = f.deployment_id and y.library_id = f.library_id and y.name_key = n.name_key`;
}

/**
 * The same for up to `limit` documents with tasks that came below a folder from another library; returns how many it
 * found, 0 when none are left.
 */
export async function setTaskTagsBelow(
  sql: Sql,
  deploymentId: number,
  folderId: number,
  limit: number,
): Promise<number> {
  return transaction(sql, async (tx) => {
    const rows = await tx<{ documentId: number }[]>`
      select d.document_id as "documentId"
      from folders f join documents d using (deployment_id, folder_id)
      join tag_types y on y.deployment_id = f.deployment_id and y.library_id = f.library_id
        and y.name_key = ${nameKey(TASK_STATUS_TYPES.status)}
      where f.deployment_id = ${deploymentId} and f.path @> array[${folderId}]::bigint[]
        and exists (select from tasks t where t.deployment_id = d.deployment_id and t.document_id = d.document_id)
        and not exists (
          select from document_tags t where t.deployment_id = d.deployment_id and t.document_id = d.document_id
            and t.tag_type_id = y.tag_type_id and t.tag_epoch = f.tag_epoch)
      limit ${limit} for update of d`;
    const documentIds = rows.map(({ documentId }) => documentId);
    if (documentIds.length > 0) await setTaskTags(tx, deploymentId, documentIds);
    return documentIds.length;
  });
}

// Index: tasks_document.
async function listLatestTasks(tx: Tx, deploymentId: number, documentIds: number[]): Promise<LatestTask[]> {
  return tx<LatestTask[]>`
    select t.document_id as "documentId", t.created_at as "createdAt", t.assignee_id as "assigneeId",
      case t.result when 'Positive' then 'Approved' when 'Negative' then 'Denied' else t.status end as status
    from unnest(${documentIds}::bigint[]) d (id)
    cross join lateral (
      select * from tasks t where t.deployment_id = ${deploymentId} and t.document_id = d.id
      order by t.task_id desc limit 1
    ) t`;
}

function tagsOf({ documentId, status, createdAt, assigneeId }: LatestTask) {
  const day = createdAt.slice(0, 10);
  const date = readTagValue(DATA_TYPES.Date, `${day.slice(5, 7)}${day.slice(8)}${day.slice(0, 4)}`, 'DateAssigned');
  const user = assigneeId === null ? null : readTagValue(DATA_TYPES.Numeric, String(assigneeId), 'Assignee');
  const tag = (name: string, value: TagValue | null) =>
    value === null ? [] : [{ documentId, type: nameKey(name), ...value }];
  return [
    ...tag(TASK_STATUS_TYPES.status, readTagValue(DATA_TYPES.String, status, 'Status')),
    ...tag(TASK_STATUS_TYPES.assignedOn, date),
    ...tag(TASK_STATUS_TYPES.assignedTo, user),
  ];
}
