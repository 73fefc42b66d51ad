import { timingSafeEqual } from 'node:crypto';
import { deriveSecret } from '../platform/crypto/secret-key.ts';
import type { Sql } from '../platform/db/connection.ts';

/**
 * Throws unless the key is the one that this instance first started with, which is recorded then. Two machines with
 * different keys would create links that the other does not accept.
 */
export async function assertSecretKey(sql: Sql, key: Buffer): Promise<void> {
  const check = deriveSecret(key, 'check', Buffer.alloc(0));
  const [row] = await sql<{ check: Buffer }[]>`
    update instance set secret_key_check = coalesce(secret_key_check, ${check}) returning secret_key_check as check`;
  if (row !== undefined && timingSafeEqual(row.check, check)) return;
  throw new Error(
    'The secret key differs from the one that this instance was started with: set SECRET_KEY, or restore DATA_DIR/secret.key.',
  );
}
