/** Shares for tests: rows of `shares` with a working reference. */
import { insertRecipients } from '../../src/sharing/shares/recipients.queries.ts';
import { newReference, recipientKeyOf } from '../../src/sharing/shares/reference.ts';
import { transaction } from '../../src/platform/db/connection.ts';
import type { TestApp } from '../harness.ts';

/** Creates an Active share of a folder or document that never expires; `more` overrides columns. Returns its id. */
export async function makeShare(
  { sql, clock, deps }: Pick<TestApp, 'sql' | 'clock' | 'deps'>,
  creator: { deploymentId: number; userId: number },
  item: { folderId: number } | { documentId: number },
  more: Record<string, string | boolean | Date> = {},
): Promise<number> {
  const { salt, hash } = newReference(deps.secretKey);
  const row = {
    deployment_id: creator.deploymentId,
    folder_id: 'folderId' in item ? item.folderId : null,
    document_id: 'documentId' in item ? item.documentId : null,
    reference_salt: salt,
    reference_hash: hash,
    allow_view: true,
    allow_download: false,
    created_by: creator.userId,
    created_at: clock.now,
    ...more,
  };
  const [made] = await sql<{ shareId: number }[]>`insert into shares ${sql(row)} returning share_id as "shareId"`;
  if (made === undefined) throw new Error('An insert returned no row.');
  return made.shareId;
}

/** Adds a recipient of the share; `key` is the `recipient` parameter of their link. */
export async function addRecipient(
  { sql, deps }: Pick<TestApp, 'sql' | 'deps'>,
  share: { deploymentId: number; shareId: number },
  email: string,
): Promise<{ recipientId: number; key: string }> {
  const [row] = await transaction(sql, (tx) => insertRecipients(tx, deps.secretKey, share, [email]));
  if (row === undefined) throw new Error('An insert returned no row.');
  return { recipientId: row.recipientId, key: recipientKeyOf(deps.secretKey, row.keySalt) };
}
