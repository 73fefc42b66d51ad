/**
 * The reference of a link and the key of a recipient's personal link: 128 unguessable bits each, shown again to
 * authorized users, and never stored (decision 0015).
 */
import { randomBytes } from 'node:crypto';
import { hashSecret } from '../../platform/crypto/secrets.ts';
import { deriveSecret } from '../../platform/crypto/secret-key.ts';

/** The stored parts of a new reference: the salt that it is derived from, and the hash that it is looked up by. */
export function newReference(secretKey: Buffer): { salt: Buffer; hash: Buffer } {
  const salt = randomBytes(16);
  return { salt, hash: hashSecret(referenceOf(secretKey, salt)) };
}

/** The reference in links: 22 characters, base64url. */
export function referenceOf(secretKey: Buffer, salt: Uint8Array): string {
  return deriveSecret(secretKey, 'share-reference', salt, 16).toString('base64url');
}

/** The stored parts of a new recipient's key, as for a reference. */
export function newRecipientKey(secretKey: Buffer): { salt: Buffer; hash: Buffer } {
  const salt = randomBytes(16);
  return { salt, hash: hashSecret(recipientKeyOf(secretKey, salt)) };
}

/** The key in personal links: 22 characters, base64url. */
export function recipientKeyOf(secretKey: Buffer, salt: Uint8Array): string {
  return deriveSecret(secretKey, 'share-recipient', salt, 16).toString('base64url');
}
