/** Recovery codes: three groups of four characters, which are hard to confuse (Crockford's base32). */
import { randomBytes } from 'node:crypto';
import { deriveSecret } from '../../platform/crypto/secret-key.ts';
import type { UserKey } from '../../core/actor.ts';

const CODES = 10;
const LENGTH = 12;
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';

/** A new set of codes with 60 random bits each. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: CODES }, () => {
    const characters = Array.from(randomBytes(LENGTH), (byte) => ALPHABET.charAt(byte % ALPHABET.length)).join('');
    return characters.replaceAll(/.{4}(?=.)/g, '$&-');
  });
}

/**
 * The stored form of a code, however it was typed. 60 bits could be searched by somebody who has a copy of the
 * database, but not without the secret key of the service.
 */
export function hashRecoveryCode(secretKey: Buffer, { deploymentId, userId }: UserKey, code: string): Buffer {
  const typed = code.toLowerCase().replaceAll(/[\s-]/g, '').replaceAll('o', '0').replaceAll(/[il]/g, '1');
  return deriveSecret(secretKey, 'recovery-code', Buffer.from(`${deploymentId}/${userId} ${typed}`));
}
