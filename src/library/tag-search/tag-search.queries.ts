import type { Db, Fragment } from '../../platform/db/connection.ts';
import type { Page } from '../../platform/http/paging.ts';
import type { Actor } from '../../core/actor.ts';
import { deniedItems } from '../rights/rights.queries.ts';
import { isNotDenied, notInTrash } from '../tree/readable.queries.ts';
import type { Container } from '../tree/tree.queries.ts';

/** A tag type and the key of the required value. */
export type Criterion = { tagTypeId: number; key: string };

/** A value on a document: the tag type's id, the value, its key. */
export type FoundTag = [number, string, string];

export type FoundDocument = {
  documentId: number;
  name: string;
  modifiedAt: string;
  createdAt: string;
  createdBy: number | null;
  folderId: number;
  folderName: string;
  libraryName: string;
  /** By tag type id. */
  tags: FoundTag[];
};

/** `total` counts all matches; `documents` are those of the page and one more. */
export type Found = { total: number; carriesStatus: boolean; documents: FoundDocument[] };

/**
 * Documents of the readable scope that have all the values and are readable, by id. `carriesStatus`, if requested:
 * whether any of them has a Status tag. Starts from the smallest of the intersected sets. Index: document_tags_value,
 * or for a small folder folders_path.
 */
export async function searchByTags(
  sql: Db,
  actor: Actor,
  { scope, criteria }: { scope: Container; criteria: Criterion[] },
  page: Page<[number]>,
  { asksForStatus = false }: { asksForStatus?: boolean } = {},
): Promise<Found> {
  const start = await smallestSet(sql, actor, scope, criteria);
  const rest = criteria.filter((_, index) => index !== start);
  const rows = await sql<(FoundDocument & { total: number; carriesStatus: boolean })[]>`
    with denied as materialized (${deniedItems(sql, actor)}), candidates as materialized (
      select d.document_id, d.name, d.modified_at, d.created_at, d.created_by, f.folder_id, f.name as folder_name, f.tag_epoch,
        f.path
      from ${startOf(sql, actor, criteria[start])}
      and d.trashed_at is null ${liesIn(sql, scope)} ${carriesAll(sql, actor, rest)} and ${isNotDenied(sql)}
    ), matches as materialized (${notInTrash(sql, actor)})
    select every.total, every."carriesStatus", every."libraryName", page.*
    from (
      select (select count(*) from matches) as total, ${asksForStatus ? anyCarriesStatus(sql, actor) : sql`false`} as "carriesStatus",
        (select name from libraries where deployment_id = ${actor.deploymentId} and library_id = ${scope.libraryId}) as "libraryName"
    ) every
    left join lateral (${pageOfMatches(sql, actor, page)}) page on true
    order by page."documentId"`;
  const [first] = rows;
  const documents = first?.documentId === null ? [] : rows;
  return { total: first?.total ?? 0, carriesStatus: first?.carriesStatus ?? false, documents };
}

const FIRST_COUNT = 1000;

// Counts the sets up to a growing limit until one is complete: counting costs little compared with walking even the
// smallest set.
async function smallestSet(sql: Db, actor: Actor, scope: Container, criteria: Criterion[]): Promise<number> {
  const sets: Fragment[] = criteria.map(
    (criterion) => sql`select from document_tags t where ${isCarried(sql, actor, criterion)}`,
  );
  if (scope.folderId !== null) sets.push(documentsBelow(sql, actor, scope.folderId));
  if (sets.length === 1) return 0;
  for (let limit = FIRST_COUNT; ; limit *= 10) {
    const sizes = sets
      .map((set, index) => sql`select ${index}::integer as index, count(*) as size from (${set} limit ${limit}) s`)
      .reduce((all, size) => sql`${all} union all ${size}`);
    const [smallest] = await sql<{ index: number; size: number }[]>`${sizes} order by size, index limit 1`;
    if (smallest === undefined || smallest.size < limit) return smallest?.index ?? 0;
  }
}

// Documents `d` in folders `f`: those with a value, or without a criterion those below the scope's folder.
function startOf(sql: Db, actor: Actor, criterion: Criterion | undefined): Fragment {
  if (criterion === undefined) {
    return sql`folders f join documents d using (deployment_id, folder_id) where f.deployment_id = ${actor.deploymentId}`;
  }
  return sql`document_tags t
    join documents d using (deployment_id, document_id)
    join folders f using (deployment_id, folder_id)
    where ${isCarried(sql, actor, criterion)} and f.tag_epoch = t.tag_epoch`;
}

function liesIn(sql: Db, { libraryId, folderId }: Container): Fragment {
  return folderId === null
    ? sql`and f.library_id = ${libraryId}`
    : sql`and f.library_id = ${libraryId} and f.path @> array[${folderId}]::bigint[]`;
}

function documentsBelow(sql: Db, actor: Actor, folderId: number): Fragment {
  return sql`select from folders f join documents d using (deployment_id, folder_id)
    where f.deployment_id = ${actor.deploymentId} and f.path @> array[${folderId}]::bigint[] and d.trashed_at is null`;
}

function isCarried(sql: Db, actor: Actor, { tagTypeId, key }: Criterion): Fragment {
  return sql`t.deployment_id = ${actor.deploymentId} and t.tag_type_id = ${tagTypeId} and t.value_key = ${key}`;
}

// Looks up each candidate, whatever the planner estimates: for `exists` it could build a table of all documents with
// the value. A document has one value of a type.
function carriesAll(sql: Db, actor: Actor, criteria: Criterion[]): Fragment {
  return criteria
    .map(
      (criterion) => sql`and (
        select t.tag_epoch = f.tag_epoch from document_tags t
        where ${isCarried(sql, actor, criterion)} and t.document_id = d.document_id
      )`,
    )
    .reduce((all, one) => sql`${all} ${one}`, sql``);
}

function anyCarriesStatus(sql: Db, actor: Actor): Fragment {
  return sql`exists (
    select from matches m join document_tags t on t.deployment_id = ${actor.deploymentId} and t.document_id = m.document_id
    join tag_types y on y.deployment_id = t.deployment_id and y.tag_type_id = t.tag_type_id
    where y.is_status and t.tag_epoch = m.tag_epoch)`;
}

function pageOfMatches(sql: Db, actor: Actor, page: Page<[number]>): Fragment {
  return sql`
    select m.document_id as "documentId", m.name, m.modified_at as "modifiedAt", m.created_at as "createdAt",
      m.created_by as "createdBy", m.folder_id as "folderId", m.folder_name as "folderName", ${tagsOfDocument(sql, actor)} as tags
    from matches m
    ${page.after === null ? sql`` : sql`where m.document_id > ${page.after[0]}`}
    order by m.document_id
    ${page.limit === null ? sql`` : sql`limit ${page.limit + 1}`}`;
}

// Without their types, which are the same for all documents and already loaded.
function tagsOfDocument(sql: Db, actor: Actor): Fragment {
  return sql`coalesce((
    select json_agg(json_build_array(t.tag_type_id, t.value, t.value_key) order by t.tag_type_id) from document_tags t
    where t.deployment_id = ${actor.deploymentId} and t.document_id = m.document_id and t.tag_epoch = m.tag_epoch), '[]'::json)`;
}
