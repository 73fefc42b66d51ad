/** The floor's folders: a row each, with the mark of the trash. */
import type { Sql } from '../../src/platform/db/connection.ts';

export async function createFolderTable(sql: Sql): Promise<void> {
  await sql`create table floor.folders (folder_id bigint primary key, trashed_at timestamptz(3))`;
}

export async function insertFolder(sql: Sql, folderId: number): Promise<void> {
  await sql`insert into floor.folders (folder_id) values (${folderId})`;
}

/** Puts a folder into the trash or takes it out: one statement, one durable row. */
export async function markFolder(sql: Sql, folderId: number, trashedAt: Date | null): Promise<void> {
  await sql`update floor.folders set trashed_at = ${trashedAt} where folder_id = ${folderId}`;
}

export function printFolder(folderId: number): string {
  return `{"FolderId":${folderId}}`;
}
