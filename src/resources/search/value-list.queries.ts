import type { Db } from '../../platform/db/connection.ts';
import type { Page } from '../../platform/http/paging.ts';
import type { Actor } from '../actor.ts';
import { isKept, isReadable, judgePlaces } from './readable.queries.ts';

/** A value that some document carries, in the spelling of the oldest of them. */
export type ListedValue = { value: string; key: string };

/**
 * The different values of a tag type on documents of its library that the actor may read, in the order of the type. One
 * more than the page. Index: document_tags_value.
 */
export async function listValues(
  sql: Db,
  actor: Actor,
  tagType: { tagTypeId: number; libraryId: number },
  page: Page<[string]>,
): Promise<ListedValue[]> {
  return sql<ListedValue[]>`
    with candidates as materialized (
      select t.document_id, d.folder_id, t.tag_epoch, t.value, t.value_key
      from document_tags t join documents d using (deployment_id, document_id)
      where t.deployment_id = ${actor.deploymentId} and t.tag_type_id = ${tagType.tagTypeId} and d.trashed_at is null
        ${page.after === null ? sql`` : sql`and t.value_key > ${page.after[0]}`}
    ), ${judgePlaces(sql, actor, tagType, sql`select distinct folder_id from candidates`)}
    select distinct on (value_key) value, value_key as key from candidates c
    where ${isKept(sql)} and ${isReadable(sql, actor)}
    order by value_key, document_id
    ${page.limit === null ? sql`` : sql`limit ${page.limit + 1}`}`;
}
