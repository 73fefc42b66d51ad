/** The parent folders of many items, limited to those that the actor can read. */
import type { Db } from '../../platform/db/connection.ts';
import type { Actor } from '../../core/actor.ts';
import { judgePlaces } from '../tree/readable.queries.ts';
import type { Step } from './places.queries.ts';

/** For each folder, the readable folders on its path from the top, ending with the folder itself. Index: folders_pkey. */
export async function findPaths(sql: Db, actor: Actor, folderIds: number[]): Promise<Map<number, Step[]>> {
  const paths = new Map<number, Step[]>(folderIds.map((id) => [id, []]));
  if (paths.size === 0) return paths;
  const wanted = sql`select folder_id, path from folders
    where deployment_id = ${actor.deploymentId} and folder_id = any (${[...paths.keys()]}::bigint[])`;
  const rows = await sql<(Step & { below: number })[]>`
    with wanted as materialized (${wanted}),
    ${judgePlaces(sql, actor, {}, sql`select distinct unnest(path) as folder_id from wanted`)}
    select w.folder_id as below, f.folder_id as "folderId", f.name
    from wanted w cross join lateral unnest(w.path) with ordinality above (folder_id, depth)
    join folders f on f.deployment_id = ${actor.deploymentId} and f.folder_id = above.folder_id
    where above.folder_id in (select folder_id from readable)
    order by w.folder_id, above.depth`;
  for (const { below, ...step } of rows) paths.get(below)?.push(step);
  return paths;
}
