/** The log of changes from which the index of the search is written (decision 0102). */
import type { Db, Fragment, Tx } from '../../platform/db/connection.ts';
import { joinMarks } from '../tree/marks.queries.ts';

/** One of the ids: a document, all documents with a content, or all in a folder. */
export type Change = {
  isBackfill: boolean;
  deploymentId: number;
  documentId: number | null;
  blobId: number | null;
  folderId: number | null;
};

/** The changes of a batch: some of them, those of people first, or a single one. */
export type Portion = { limit: number } | { changeId: number };

/** The number of changes in the log, of people and of the backfill. Reads the whole log. */
export async function countChanges(sql: Db): Promise<{ recent: number; backfill: number }> {
  const [row] = await sql<{ recent: number; backfill: number }[]>`
    select count(*) filter (where not is_backfill) + (select count(*) from search_trees) as recent,
      count(*) filter (where is_backfill) as backfill
    from search_changes`;
  return row ?? { recent: 0, backfill: 0 };
}

/** Whether the log has changes of people. Indexes: search_changes_pkey, search_trees_pkey. */
export async function hasRecentChanges(sql: Db): Promise<boolean> {
  const [row] = await sql<{ found: boolean }[]>`
    select exists (select from search_changes where not is_backfill) or exists (select from search_trees) as found`;
  return row?.found ?? false;
}

/** The ids of the changes that the next batch takes. Index: search_changes_pkey. */
export async function firstChanges(sql: Db, limit: number): Promise<number[]> {
  const rows = await sql<{ changeId: number }[]>`
    select change_id as "changeId" from (${chooseChanges(sql, limit)}) c order by is_backfill, change_id`;
  return rows.map(({ changeId }) => changeId);
}

/** Removes a change that cannot be indexed. */
export async function dropChange(sql: Db, changeId: number): Promise<void> {
  await sql`delete from search_changes where is_backfill in (false, true) and change_id = ${changeId}`;
}

/** Takes the changes out of the log. Index: search_changes_pkey. */
export async function takeChanges(tx: Tx, portion: Portion): Promise<Change[]> {
  const chosen =
    'changeId' in portion
      ? tx`select is_backfill, change_id from search_changes where is_backfill in (false, true) and change_id = ${portion.changeId}`
      : chooseChanges(tx, portion.limit);
  return tx<Change[]>`
    delete from search_changes where (is_backfill, change_id) in (${chosen})
    returning is_backfill as "isBackfill", deployment_id as "deploymentId", document_id as "documentId",
      blob_id as "blobId", folder_id as "folderId"`;
}

// Of the changes of people the oldest and the newest, so that an upload does not wait for thousands of documents of a moved folder.
function chooseChanges(sql: Db, limit: number): Fragment {
  const newest = Math.floor(limit / 2);
  return sql`
    select * from (
      (select is_backfill, change_id from search_changes where not is_backfill order by is_backfill, change_id limit ${limit - newest})
      union
      (select is_backfill, change_id from search_changes where not is_backfill order by is_backfill desc, change_id desc limit ${newest})
      union all
      (select is_backfill, change_id from search_changes where is_backfill order by is_backfill, change_id limit ${limit})
    ) c order by is_backfill, change_id limit ${limit}`;
}

/** Takes trees of folders out of their list; their folders go to the log. Indexes: folders_library, folders_path. */
export async function expandTrees(tx: Tx): Promise<number> {
  const trees = await tx<{ deploymentId: number; libraryId: number | null; folderId: number | null }[]>`
    delete from search_trees where tree_id in (select tree_id from search_trees order by tree_id limit ${MAX_TREES})
    returning deployment_id as "deploymentId", library_id as "libraryId", folder_id as "folderId"`;
  for (const { deploymentId, libraryId, folderId } of trees) {
    await tx`
      insert into search_changes (deployment_id, folder_id)
      select deployment_id, folder_id from folders
      where deployment_id = ${deploymentId}
        and ${folderId === null ? tx`library_id = ${libraryId}` : tx`path @> array[${folderId}]::bigint[]`}
      order by folder_id`;
  }
  return trees.length;
}

const MAX_TREES = 20;

/**
 * A folder or content can have any number of documents, so they go back to the log. Those in the trash only leave the index. Indexes:
 * documents_folder, revisions_blob.
 */
export async function expandChanges(tx: Tx, changes: Change[]): Promise<void> {
  if (changes.length === 0) return;
  await removeTrashed(
    tx,
    changes.filter(({ folderId }) => folderId !== null),
  );
  await tx`
    insert into search_changes (is_backfill, deployment_id, document_id)
    select c.is_backfill, d.deployment_id, d.document_id
    from jsonb_to_recordset(${tx.json(changes.map(toRecord))}::jsonb)
      as c (is_backfill boolean, deployment_id bigint, blob_id bigint, folder_id bigint)
    cross join lateral (
      select d.deployment_id, d.document_id from documents d
      join folders f on f.deployment_id = d.deployment_id and f.folder_id = d.folder_id
      join libraries l on l.deployment_id = f.deployment_id and l.library_id = f.library_id
      ${joinMarks(tx)}
      where d.deployment_id = c.deployment_id and d.folder_id = c.folder_id and d.trashed_at is null and not marks.trashed
      union all
      select r.deployment_id, r.document_id from revisions r
      join documents d on d.deployment_id = r.deployment_id and d.document_id = r.document_id
        and d.current_revision_id = r.revision_id and d.trashed_at is null
      where r.deployment_id = c.deployment_id and r.blob_id = c.blob_id
    ) d
    order by d.document_id`;
}

// A folder that is restored meanwhile is in the log, and is taken after this. Indexes: documents_folder, document_search_pkey.
async function removeTrashed(tx: Tx, changes: Change[]): Promise<void> {
  if (changes.length === 0) return;
  await tx`
    delete from document_search s
    using jsonb_to_recordset(${tx.json(changes.map(toRecord))}::jsonb) as c (deployment_id bigint, folder_id bigint)
      join folders f on f.deployment_id = c.deployment_id and f.folder_id = c.folder_id
      join libraries l on l.deployment_id = f.deployment_id and l.library_id = f.library_id
      ${joinMarks(tx)}
      join documents d on d.deployment_id = f.deployment_id and d.folder_id = f.folder_id
    where marks.trashed and s.deployment_id = d.deployment_id and s.document_id = d.document_id`;
}

function toRecord({ isBackfill, deploymentId, blobId, folderId }: Change) {
  return { is_backfill: isBackfill, deployment_id: deploymentId, blob_id: blobId, folder_id: folderId };
}
