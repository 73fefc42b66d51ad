import { timingSafeEqual } from 'node:crypto';
import { deriveSecret } from '../platform/crypto/secret-key.ts';
import type { Sql } from '../platform/db/connection.ts';

/**
 * Throws unless the key is the one that this instance first started with, which is recorded then. Two machines with
 * different keys would create links that the other does not accept.
 */
export async function assertSecretKey(sql: Sql, key: Buffer): Promise<void> {
  const fingerprint = fingerprintOf(key);
  const [row] = await sql<{ recorded: Buffer }[]>`
    update instance set secret_key_check = coalesce(secret_key_check, ${fingerprint})
    returning secret_key_check as recorded`;
  assertSame(row?.recorded, fingerprint);
}

/** The same for a command, which records nothing: until the first start, every key is accepted. */
export async function assertRecordedKey(sql: Sql, key: Buffer): Promise<void> {
  const [row] = await sql<{ recorded: Buffer | null }[]>`select secret_key_check as recorded from instance`;
  const fingerprint = fingerprintOf(key);
  assertSame(row?.recorded ?? fingerprint, fingerprint);
}

function assertSame(recorded: Buffer | undefined, fingerprint: Buffer): void {
  if (recorded !== undefined && timingSafeEqual(recorded, fingerprint)) return;
  throw new Error(
    'The secret key differs from the one that this instance was started with: set SECRET_KEY or SECRET_KEY_FILE, or restore DATA_DIR/secret.key.',
  );
}

/** Equal for equal keys; reveals nothing about the key. */
export function fingerprintOf(key: Buffer): Buffer {
  return deriveSecret(key, 'check', Buffer.alloc(0));
}
