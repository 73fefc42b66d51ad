import type { Db, Fragment } from '../../platform/db/connection.ts';
import type { Page } from '../../platform/http/paging.ts';
import type { Actor } from '../../core/actor.ts';
import { deniedItems } from '../rights/rights.queries.ts';
import { RIGHTS } from '../rights/rights.ts';
import { isShown } from '../tree/readable.queries.ts';

/** A value in use, in the spelling of its oldest document. */
export type ListedValue = { value: string; key: string };

type TagTypeId = { tagTypeId: number; libraryId: number };

/**
 * The distinct values of a tag type on documents of its library, which the actor can read, in the order of the type.
 * One more than the page. The index leads from each value to the next, so the cost depends on the number of values, not
 * of documents, except for hidden documents: those of a value are skipped until one is visible. Index:
 * document_tags_value.
 */
export async function listValuesOfLibrary(
  sql: Db,
  actor: Actor,
  tagType: TagTypeId,
  { after, limit }: Page<[string]>,
): Promise<ListedValue[]> {
  const isPast = after === null ? sql`true` : sql`t.value_key > ${after[0]}`;
  return sql<ListedValue[]>`
    with recursive denied as materialized (${deniedItems(sql, actor)}), listed (value, key, number) as (
      (select t.value, t.value_key, 1 ${firstShown(sql, actor, tagType, isPast)})
      union all
      select next.* from listed l cross join lateral (
        select t.value, t.value_key, l.number + 1 ${firstShown(sql, actor, tagType, sql`t.value_key > l.key`)}
      ) next
      ${limit === null ? sql`` : sql`where l.number <= ${limit}`}
    )
    select value, key from listed order by number`;
}

function firstShown(sql: Db, actor: Actor, { tagTypeId, libraryId }: TagTypeId, isPast: Fragment): Fragment {
  return sql`
    from document_tags t
    join documents d using (deployment_id, document_id)
    join folders f using (deployment_id, folder_id)
    where t.deployment_id = ${actor.deploymentId} and t.tag_type_id = ${tagTypeId} and ${isPast}
      and f.library_id = ${libraryId} and f.tag_epoch = t.tag_epoch and d.trashed_at is null and ${isShown(sql)}
    order by t.value_key, t.document_id
    limit 1`;
}

/**
 * The same for a user who can read only parts of the library: the values below granted folders and on granted
 * documents. The cost depends on the number of documents there. Indexes: permissions_principal, folders_path,
 * document_tags_pkey.
 */
export async function listValuesOfGranted(
  sql: Db,
  actor: Actor,
  { tagTypeId, libraryId }: TagTypeId,
  { after, limit }: Page<[string]>,
): Promise<ListedValue[]> {
  return sql<ListedValue[]>`
    with denied as materialized (${deniedItems(sql, actor)}), entries as materialized (
      select library_id, folder_id, document_id, allow, deny from permissions
      where deployment_id = ${actor.deploymentId} and principal = any (principals_of(${actor.deploymentId}, ${actor.userId}))
        and (expires_at is null or expires_at > ${actor.now})
    ), granted as materialized (
      select folder_id, document_id from entries
      where allow <> 0 and not exists (select from entries where library_id = ${libraryId} and deny & ${RIGHTS.Read} <> 0)
    ), places as materialized (
      select distinct f.folder_id from granted g
      join folders f on f.deployment_id = ${actor.deploymentId} and f.path @> array[g.folder_id] and f.library_id = ${libraryId}
    ), candidates as (
      select d.document_id from places join documents d on d.deployment_id = ${actor.deploymentId} and d.folder_id = places.folder_id
      union select document_id from granted where document_id is not null
    )
    select distinct on (t.value_key) t.value, t.value_key as key
    from candidates c (id)
    join document_tags t on t.deployment_id = ${actor.deploymentId} and t.document_id = c.id
      and t.tag_type_id = ${tagTypeId}
    join documents d using (deployment_id, document_id)
    join folders f using (deployment_id, folder_id)
    where f.library_id = ${libraryId} and f.tag_epoch = t.tag_epoch and d.trashed_at is null and ${isShown(sql)}
      ${after === null ? sql`` : sql`and t.value_key > ${after[0]}`}
    order by t.value_key, t.document_id
    ${limit === null ? sql`` : sql`limit ${limit + 1}`}`;
}
