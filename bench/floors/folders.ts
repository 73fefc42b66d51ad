/** The floor's folders: a row each, with a trash mark. */
import type { Db, Sql } from '../../src/platform/db/connection.ts';

export async function createFolderTable(sql: Sql): Promise<void> {
  await sql`create table floor.folders (folder_id bigint primary key, trashed_at timestamptz(3))`;
}

export async function insertFolder(sql: Sql, folderId: number): Promise<void> {
  await sql`insert into floor.folders (folder_id) values (${folderId})`;
}

/** Moves a folder to the trash or restores it: one statement, one durable row. */
export async function markFolder(sql: Db, folderId: number, trashedAt: Date | null): Promise<void> {
  await sql`update floor.folders set trashed_at = ${trashedAt} where folder_id = ${folderId}`;
}

export function formatFolder(folderId: number): string {
  return `{"FolderId":${folderId}}`;
}
