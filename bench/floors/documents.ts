/** The floor's rows, formatted by hand in the shape of the API. */
import type { Db, Sql } from '../../src/platform/db/connection.ts';

export type DocumentRow = {
  documentId: number;
  folderId: number;
  name: string;
  size: number;
  hash: string;
  modifiedAt: string;
};

/** In place of Carrel's hash, so that responses have the same length. */
export const NO_HASH = '0'.repeat(64);

export async function createTable(sql: Sql): Promise<void> {
  await sql`create schema floor`;
  await sql`create table floor.documents (
    document_id bigint primary key,
    folder_id bigint not null,
    name text not null,
    size bigint not null,
    hash text not null,
    modified_at timestamptz(3) not null
  )`;
  await sql`create index on floor.documents (folder_id)`;
}

export async function findDocument(sql: Db, documentId: number): Promise<DocumentRow> {
  const [row] = await sql<DocumentRow[]>`
    select document_id as "documentId", folder_id as "folderId", name, size, hash, modified_at as "modifiedAt"
    from floor.documents where document_id = ${documentId}`;
  if (row === undefined) throw new Error(`There is no document ${documentId}.`);
  return row;
}

export function findDocuments(sql: Db, folderId: number): Promise<DocumentRow[]> {
  return sql<DocumentRow[]>`
    select document_id as "documentId", folder_id as "folderId", name, size, hash, modified_at as "modifiedAt"
    from floor.documents where folder_id = ${folderId}`.then((rows) => rows);
}

/** The JSON text of all documents of a folder. */
export async function listDocuments(sql: Db, origin: string, folderId: number): Promise<string> {
  const rows = await findDocuments(sql, folderId);
  let text = '';
  for (const row of rows) text += `${text === '' ? '[' : ','}${formatDocument(origin, row)}`;
  return `${text === '' ? '[' : text}]`;
}

export async function insertDocument(sql: Db, row: DocumentRow): Promise<void> {
  await sql`insert into floor.documents (document_id, folder_id, name, size, hash, modified_at)
    values (${row.documentId}, ${row.folderId}, ${row.name}, ${row.size}, ${row.hash}, ${row.modifiedAt})`;
}

export function formatDocument(origin: string, row: DocumentRow): string {
  const self = `${origin}/api/documents/${row.documentId}`;
  return (
    `{"DocumentId":${row.documentId},"DocumentName":${JSON.stringify(row.name)},"DateModified":"${row.modifiedAt}",` +
    `"Links":{"Self":"${self}","Content":"${self}/content","Revisions":"${self}/revisions"},` +
    `"DocumentSize":${row.size},"FolderId":${row.folderId},"Hash":"${row.hash}"}`
  );
}

/** Gives a folder this many documents and each order an index. */
export async function fillFolder(sql: Sql, folderId: number, documents: number): Promise<void> {
  await sql`insert into floor.documents (document_id, folder_id, name, size, hash, modified_at)
    select -n, ${folderId}, 'bulk ' || n, 20480, ${NO_HASH}, now() from generate_series(1, ${documents}) n`;
  await sql`create index if not exists documents_name on floor.documents (folder_id, name, document_id)`;
  await sql`create index if not exists documents_date on floor.documents (folder_id, modified_at, document_id)`;
  await sql`create index if not exists documents_size on floor.documents (folder_id, size, document_id)`;
  await sql`analyze floor.documents`;
}

export type FloorPage = { top: number; skip: number; orderBy: string };

/** The JSON text of a page; documents are skipped by counting them. */
export async function listPage(sql: Db, origin: string, folderId: number, page: FloorPage): Promise<string> {
  const name = sql`name, document_id`;
  const orders: Record<string, typeof name> = {
    date: sql`modified_at, document_id`,
    'size desc': sql`size desc, document_id desc`,
  };
  const rows = await sql<DocumentRow[]>`
    select document_id as "documentId", folder_id as "folderId", name, size, hash, modified_at as "modifiedAt"
    from floor.documents where folder_id = ${folderId}
    order by ${orders[page.orderBy] ?? name} limit ${page.top} offset ${page.skip}`;
  return `[${rows.map((row) => formatDocument(origin, row)).join(',')}]`;
}
