/** The content of a session cookie. */
import { randomBytes, timingSafeEqual } from 'node:crypto';
import { deriveSecret } from '../../platform/crypto/secret-key.ts';

const RANDOM_BYTES = 32;
const TAG_BYTES = 8;

/** 256 random bits, and a tag that proves that this service created them. */
export function newSessionSecret(secretKey: Buffer): string {
  const random = randomBytes(RANDOM_BYTES);
  return Buffer.concat([random, tagOf(secretKey, random)]).toString('base64url');
}

/**
 * Whether this service created the secret. If its session is unknown, the session has ended: the browser is in good
 * faith, and this is no attack on another session.
 */
export function isSessionSecret(secretKey: Buffer, secret: string): boolean {
  const bytes = Buffer.from(secret, 'base64url');
  if (bytes.length !== RANDOM_BYTES + TAG_BYTES) return false;
  const random = bytes.subarray(0, RANDOM_BYTES);
  return timingSafeEqual(bytes.subarray(RANDOM_BYTES), tagOf(secretKey, random));
}

function tagOf(secretKey: Buffer, random: Buffer): Buffer {
  return deriveSecret(secretKey, 'session', random, TAG_BYTES);
}
