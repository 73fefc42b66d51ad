/** Documents whose names contain the words of a search as parts, if the caller can reach few documents. */
import type { Db } from '../../platform/db/connection.ts';
import { containing } from '../../platform/db/like.ts';
import type { Actor } from '../../core/actor.ts';
import { findReach, foldersInReach } from '../search-query/reach.queries.ts';
import { type Scope, isReadable, judgePlaces } from '../tree/readable.queries.ts';

const MAX_FOLDERS = 2000;
const MAX_DOCUMENTS = 2000;

/**
 * The readable ones, the most similar first; null if the caller can reach more documents than are compared here. Names of other documents
 * cost nothing, as those of folders (decision 0104). Index: documents_by_name.
 */
export async function findParts(
  sql: Db,
  actor: Actor,
  scope: Scope,
  names: string[],
  limit: number,
): Promise<{ id: number; score: number }[] | null> {
  const { deploymentId } = actor;
  const below = scope.folderId ? [scope.folderId] : null;
  const holds = names.reduce((all, name) => sql`${all} and name_key like ${containing(name)}`, sql`true`);
  const rows = await sql<{ id: number | null; score: number; isCut: boolean }[]>`
    with ${findReach(sql, actor)}, near as materialized (${foldersInReach(sql, actor, { ...scope, below }, MAX_FOLDERS + 1)}),
    compared as materialized (
      select distinct * from (
        select * from (
          select d.* from near n cross join lateral (
            select document_id, folder_id, name_key from documents
            where deployment_id = ${deploymentId} and folder_id = n.folder_id and trashed_at is null limit ${MAX_DOCUMENTS + 1}
          ) d limit ${MAX_DOCUMENTS + 1}
        ) d
        union all
        select d.* from (select document_id from granted where document_id is not null limit ${MAX_DOCUMENTS + 1}) g
        cross join lateral (
          select document_id, folder_id, name_key from documents
          where deployment_id = ${deploymentId} and document_id = g.document_id and trashed_at is null
        ) d
      ) d
    ), candidates as materialized (select * from compared where ${holds}),
    ${judgePlaces(sql, actor, scope, sql`select distinct folder_id from candidates`)}
    select f.id, f.score, b.is_cut as "isCut"
    from (
      select (select count(*) from near) > ${MAX_FOLDERS} or (select count(*) from compared) > ${MAX_DOCUMENTS} as is_cut
    ) b left join (
      select c.document_id as id, round(similarity(c.name_key, ${names.join(' ')}) * 1000000)::integer as score
      from candidates c where ${isReadable(sql, actor)}
      order by score desc, c.document_id desc limit ${limit}
    ) f on true`;
  if (rows[0]?.isCut !== false) return null;
  return rows.flatMap(({ id, score }) => (id === null ? [] : [{ id, score }]));
}
