/** Secrets in cookies that carry a proof of this service, so that a forged one is refused without a query. */
import { randomBytes, timingSafeEqual } from 'node:crypto';
import { deriveSecret } from './secret-key.ts';

const RANDOM_BYTES = 32;
const TAG_BYTES = 8;

/** 256 random bits, and a tag for this purpose that only the service can compute. */
export function newTaggedSecret(secretKey: Buffer, purpose: string): string {
  const random = randomBytes(RANDOM_BYTES);
  return Buffer.concat([random, tagOf(secretKey, purpose, random)]).toString('base64url');
}

/** Whether this service created the secret for this purpose. */
export function isTaggedSecret(secretKey: Buffer, purpose: string, secret: string): boolean {
  const bytes = Buffer.from(secret, 'base64url');
  if (bytes.length !== RANDOM_BYTES + TAG_BYTES) return false;
  const random = bytes.subarray(0, RANDOM_BYTES);
  return timingSafeEqual(bytes.subarray(RANDOM_BYTES), tagOf(secretKey, purpose, random));
}

function tagOf(secretKey: Buffer, purpose: string, random: Buffer): Buffer {
  return deriveSecret(secretKey, purpose, random, TAG_BYTES);
}
