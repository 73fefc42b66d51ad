import type { Db, Fragment } from '../../platform/db/connection.ts';
import type { Page } from '../../platform/http/paging.ts';
import type { Actor } from '../../core/actor.ts';
import { type Scope, isReadable, judgePlaces } from '../tree/readable.queries.ts';
import { findCandidates } from './candidates.queries.ts';

type Common = { id: number; name: string; nameKey: string; score: number; libraryId: number; libraryName: string };

/** `kind` orders items with the same name. Columns that an item does not have are null. */
export type NamedItem =
  | (Common & { kind: 2 })
  | (Common & { kind: 3; folderId: number; size: number; hash: string; modifiedAt: string });

/** The folder itself, or that of a document. */
export const folderOf = (item: { kind: 2; id: number } | { kind: 3; folderId: number }): number =>
  item.kind === 2 ? item.id : item.folderId;

/** The cursor of the list: score, name key, kind, id. */
export type NameSearchKey = [number, string, number, number];

/**
 * Readable folders and documents outside the trash whose name key contains all the words, most similar first; one more
 * than the page. If `isCut`, there may be others (findCandidates).
 */
export async function searchByName(
  sql: Db,
  actor: Actor,
  scope: Scope,
  words: string[],
  page: Page<NameSearchKey>,
  kinds: 'all' | 'documents' = 'all',
): Promise<{ items: NamedItem[]; isCut: boolean }> {
  const { after, limit } = page;
  const score = sql`round(similarity(name_key, ${words.join(' ')}) * 1000000)::integer`;
  const rows = await sql<((NamedItem | { kind: null }) & { isCut: boolean })[]>`
    with ${findCandidates(sql, actor, scope, words, kinds)},
    ${judgePlaces(sql, actor, scope, sql`select folder_id from named_folders union select folder_id from named_documents`)},
    matches as (
      ${readableFolders(sql, scope)} union all ${readableDocuments(sql, actor)}
    ), scored as (select *, ${score} as score from matches), page as materialized (
      select * from scored
      ${after === null ? sql`` : sql`where (-score, name_key, kind, id) > (${-after[0]}, ${after[1]}, ${after[2]}, ${after[3]})`}
      order by -score, name_key, kind, id
      ${limit === null ? sql`` : sql`limit ${limit + 1}`}
    )
    select items.*, bounds.is_cut as "isCut" from bounds left join (${describedPage(sql, actor)}) items on true
    order by -score, "nameKey", kind, id`;
  const items = rows.filter((row): row is NamedItem & { isCut: boolean } => row.kind !== null);
  return { items, isCut: rows[0]?.isCut === true };
}

function readableFolders(sql: Db, { folderId = null }: Scope): Fragment {
  return sql`
    select 2 as kind, folder_id as id, folder_id, name_key from named_folders
    where (folder_id in (select folder_id from readable)) is true
      ${folderId === null ? sql`` : sql`and folder_id <> ${folderId}`}`;
}

function readableDocuments(sql: Db, actor: Actor): Fragment {
  return sql`
    select 3, c.document_id, c.folder_id, c.name_key from named_documents c where ${isReadable(sql, actor)}`;
}

function describedPage(sql: Db, actor: Actor): Fragment {
  return sql`
    select page.kind, page.id, coalesce(d.name, f.name) as name, page.name_key as "nameKey", page.score,
      l.library_id as "libraryId", l.name as "libraryName", page.folder_id as "folderId", d.size,
      encode(d.sha256, 'hex') as hash, d.modified_at as "modifiedAt"
    from page
    join folders f on f.deployment_id = ${actor.deploymentId} and f.folder_id = page.folder_id
    join libraries l on l.deployment_id = f.deployment_id and l.library_id = f.library_id
    left join documents d on page.kind = 3 and d.deployment_id = f.deployment_id and d.document_id = page.id`;
}
