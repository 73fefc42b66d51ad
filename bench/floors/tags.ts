/**
 * The floor's tags: a plain indexed select, formatted by hand in the shape of the API; no rights, trash or Status tags.
 */
import type { Db, Sql } from '../../src/platform/db/connection.ts';

/** The floor's tag types, and the only library in its search path. */
export const FLOOR_LIBRARY = { libraryId: 1, color: 1, number: 2 };

type Criterion = { TagTypeId: number; Value: string };
type Row = { documentId: number; folderId: number; name: string; modifiedAt: string };

// Above every id that the server itself assigns, and those of planted documents.
const FIRST_ID = 2_000_000_000;

/** The same values on the same number of documents as `unscopedFillLibrary`. */
export async function fillTags(sql: Sql, documents: number): Promise<void> {
  await sql`create table if not exists floor.tags (
    tag_type_id bigint not null, value text not null, document_id bigint not null
  )`;
  await sql`
    insert into floor.documents (document_id, folder_id, name, size, hash, modified_at)
    select ${FIRST_ID} + n, ${FIRST_ID} + n / 50, 'Document ' || n || '.pdf', 0, '', now()
    from generate_series(0, ${documents - 1}::bigint) n`;
  await sql`
    insert into floor.tags
    select v.tag_type_id, v.value, ${FIRST_ID} + n from generate_series(0, ${documents - 1}::bigint) n
    cross join lateral (values
      (${FLOOR_LIBRARY.color}::bigint, 'color ' || (n * 7919) % 10007 % 10),
      (${FLOOR_LIBRARY.number}::bigint, ((n * 104729) % 1000003 % 1000)::text)
    ) v (tag_type_id, value)`;
  await sql`create index on floor.tags (tag_type_id, value, document_id)`;
  await sql`vacuum (analyze) floor.tags, floor.documents`;
}

/** The JSON text of a search for one value or for two. */
export async function searchTags(sql: Db, origin: string, criteria: Criterion[]): Promise<string> {
  const [first, second] = criteria;
  if (first === undefined) throw new Error('There is nothing to search for.');
  const also =
    second === undefined
      ? sql``
      : sql`join floor.tags u on u.document_id = t.document_id and u.tag_type_id = ${second.TagTypeId}
          and u.value = ${second.Value.toLowerCase()}`;
  const rows = await sql<Row[]>`
    select d.document_id as "documentId", d.folder_id as "folderId", d.name, d.modified_at as "modifiedAt"
    from floor.tags t ${also} join floor.documents d on d.document_id = t.document_id
    where t.tag_type_id = ${first.TagTypeId} and t.value = ${first.Value.toLowerCase()}
    order by d.document_id`;
  const documents = rows.map((row) => formatFound(origin, row)).join(',');
  return `{"TotalCount":${rows.length},"Embedded":{"Documents":[${documents}]}}`;
}

function formatFound(origin: string, row: Row): string {
  const self = `${origin}/api/documents/${row.documentId}`;
  return (
    `{"DateModified":"${row.modifiedAt}","DocumentId":${row.documentId},"DocumentName":${JSON.stringify(row.name)},` +
    `"DocumentAutoName":null,"FolderId":${row.folderId},"FolderName":"Folder","LibraryName":"Library",` +
    `"StatusInformation":[],"Links":{"Self":"${self}","Content":"${self}/content","DocumentUri":"${self}",` +
    `"FolderUri":"${origin}/api/folders/${row.folderId}","LibraryUri":"${origin}/api/libraries/1",` +
    `"FolderIconUri":"${origin}/api/images/folder.svg"}}`
  );
}
