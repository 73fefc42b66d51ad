import type { Db } from '../../platform/db/connection.ts';
import type { Actor } from '../../core/actor.ts';
import type { FolderName } from '../visits/visits.queries.ts';

/** The folders from the shared one to each of these, of those that are still in it. Index: folders_pkey. */
export async function findPathsBelow(
  sql: Db,
  { deploymentId }: Actor,
  sharedId: number,
  folderIds: number[],
): Promise<Map<number, FolderName[]>> {
  const rows = await sql<{ folderId: number; path: FolderName[] }[]>`
    select f.folder_id as "folderId", (
      select json_agg(json_build_object('folderId', a.folder_id, 'name', a.name) order by w.n)
      from unnest(f.path) with ordinality w (folder_id, n)
      join folders a on a.deployment_id = f.deployment_id and a.folder_id = w.folder_id
      where w.n >= array_position(f.path, ${sharedId}::bigint)
    ) as path
    from folders f
    where f.deployment_id = ${deploymentId} and f.folder_id = any (${[...new Set(folderIds)]}::bigint[])
      and f.path @> array[${sharedId}]::bigint[]`;
  return new Map(rows.map(({ folderId, path }) => [folderId, path]));
}
