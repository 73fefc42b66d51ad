/** What a session cookie contains. */
import { randomBytes, timingSafeEqual } from 'node:crypto';
import { deriveSecret } from '../../platform/crypto/secret-key.ts';

const RANDOM_BYTES = 32;
const TAG_BYTES = 8;

/** 256 random bits, and a tag that shows that they were made here. */
export function newSessionSecret(secretKey: Buffer): string {
  const random = randomBytes(RANDOM_BYTES);
  return Buffer.concat([random, tagOf(secretKey, random)]).toString('base64url');
}

/**
 * Whether the secret was made here. If its session is unknown, it has ended: a browser sends such a cookie in good faith,
 * and it is no attempt at anybody else's session.
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
