/** Versions of lists, by which a client sees whether the rows that it has are current (decision 0095). */
import type { Db, Fragment } from '../../platform/db/connection.ts';

/** A library or folder with an open list, or a document with open comments: one of the ids is not null. */
export type ListKey = {
  deploymentId: number;
  folderId: number | null;
  libraryId: number | null;
  documentId: number | null;
};

/**
 * The version of each list, in the order of the keys. It changes with every change of a name, place, date or size in the
 * list: the changes that were added up, and those still in the log. Comments have no log. Indexes: folder_counts_pkey,
 * libraries_pkey, comment_counts_pkey, count_changes_folder, count_changes_library.
 */
export async function listVersions(sql: Db, keys: ListKey[]): Promise<number[]> {
  const rows = await sql<{ version: number }[]>`
    select (coalesce(
        (select changes from folder_counts c where c.deployment_id = k.deployment_id and c.folder_id = k.folder_id),
        (select changes from libraries l where l.deployment_id = k.deployment_id and l.library_id = k.library_id),
        (select changes from comment_counts c where c.deployment_id = k.deployment_id and c.document_id = k.document_id), 0)
      + (select count(*) from count_changes c where c.deployment_id = k.deployment_id and c.folder_id = k.folder_id)
      + (select count(*) from count_changes c where c.deployment_id = k.deployment_id and c.library_id = k.library_id)
      )::bigint as version
    from unnest(
      ${keys.map(({ deploymentId }) => deploymentId)}::bigint[],
      ${keys.map(({ folderId }) => folderId)}::bigint[],
      ${keys.map(({ libraryId }) => libraryId)}::bigint[],
      ${keys.map(({ documentId }) => documentId)}::bigint[]
    ) with ordinality as k (deployment_id, folder_id, library_id, document_id, position)
    order by position`;
  return rows.map(({ version }) => version);
}

/** A folder, or a library. */
type Container = { libraryId: number; folderId: number | null };

/** SQL for the version of the list of a folder, or of the root folders of a library. Indexes: as for listVersions. */
export function versionOf(
  sql: Db,
  { deploymentId }: { deploymentId: number },
  { libraryId, folderId }: Container,
): Fragment {
  const added =
    folderId === null
      ? sql`select changes from libraries where deployment_id = ${deploymentId} and library_id = ${libraryId}`
      : sql`select changes from folder_counts where deployment_id = ${deploymentId} and folder_id = ${folderId}`;
  const isListed = folderId === null ? sql`library_id = ${libraryId}` : sql`folder_id = ${folderId}`;
  return sql`(coalesce((${added}), 0)
    + (select count(*) from count_changes where deployment_id = ${deploymentId} and ${isListed}))::bigint`;
}

export async function readVersion(sql: Db, ...list: [{ deploymentId: number }, Container]): Promise<number> {
  const [row] = await sql<{ version: number }[]>`select ${versionOf(sql, ...list)} as version`;
  return row?.version ?? 0;
}
