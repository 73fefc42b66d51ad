import type { Db, Tx } from '../../platform/db/connection.ts';
import { newRecipientKey } from './reference.ts';

/** A recipient of a share; `personalUriOf` builds their link. */
export type RecipientRow = {
  recipientId: number;
  /** Canonical email address. */
  email: string;
  keySalt: Buffer;
};

/** Adds the recipients of a new share, each with their own key, in this order. */
export async function insertRecipients(
  tx: Tx,
  secretKey: Buffer,
  share: { deploymentId: number; shareId: number },
  emails: string[],
): Promise<RecipientRow[]> {
  if (emails.length === 0) return [];
  const rows = emails.map((email) => {
    const { salt, hash } = newRecipientKey(secretKey);
    return { deployment_id: share.deploymentId, share_id: share.shareId, email, key_salt: salt, key_hash: hash };
  });
  return tx<RecipientRow[]>`
    insert into share_recipients ${tx(rows)} returning recipient_id as "recipientId", email, key_salt as "keySalt"`;
}

/** The recipients whom the creator named, in the order of the request. Index: share_recipients_share. */
export async function listRecipients(sql: Db, deploymentId: number, shareId: number): Promise<RecipientRow[]> {
  return sql<RecipientRow[]>`
    select recipient_id as "recipientId", email, key_salt as "keySalt" from share_recipients
    where deployment_id = ${deploymentId} and share_id = ${shareId} and not has_joined
    order by recipient_id`;
}
