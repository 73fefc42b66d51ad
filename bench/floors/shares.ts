/** The floor's shares: a row each with a random reference, looked up by its hash. */
import { createHash, randomBytes } from 'node:crypto';
import type { Db, Sql } from '../../src/platform/db/connection.ts';

export async function createShareTable(sql: Sql): Promise<void> {
  await sql`
    create table floor.shares (share_id bigint generated always as identity primary key, folder_id bigint not null,
      reference_hash bytea not null unique, created_at timestamptz(3) not null)`;
}

/** One statement, one durable row; returns the same response as Carrel. */
export async function shareFolder(sql: Db, origin: string, folderId: number): Promise<string> {
  const reference = randomBytes(16).toString('base64url');
  const hash = createHash('sha256').update(reference).digest();
  const now = new Date();
  const [row] = await sql<{ id: number }[]>`
    insert into floor.shares (folder_id, reference_hash, created_at) values (${folderId}, ${hash}, ${now})
    returning share_id as id`;
  const link = `${origin}/folder/${folderId}/share/${reference}`;
  return JSON.stringify({
    ShareId: row?.id,
    FolderId: folderId,
    ReferenceString: reference,
    Status: 'Active',
    ShareType: 'Content',
    Link: link,
    Links: { WebUri: link, Self: `${origin}/api/folders/${folderId}/shares/${row?.id}` },
    CreatedBy: 'admin@localhost',
    DateCreated: now.toISOString(),
    ExpiresOn: null,
    AccessCodeRequired: false,
    HasPassword: false,
    AllowView: true,
    AllowDownload: false,
    AllowUpload: false,
  });
}
