/** The reference of a link: 128 bits that nobody can guess, shown again to those who may see it, and never stored. */
import { randomBytes } from 'node:crypto';
import { hashSecret } from '../../platform/crypto/secrets.ts';
import { deriveSecret } from '../../platform/crypto/secret-key.ts';

/** What is stored of a new reference: the salt that it is derived from, and the hash that it is found by. */
export function newReference(secretKey: Buffer): { salt: Buffer; hash: Buffer } {
  const salt = randomBytes(16);
  return { salt, hash: hashSecret(referenceOf(secretKey, salt)) };
}

/** The reference as links carry it: 22 characters, base64url. */
export function referenceOf(secretKey: Buffer, salt: Uint8Array): string {
  return deriveSecret(secretKey, 'share-reference', salt, 16).toString('base64url');
}
