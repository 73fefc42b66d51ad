/**
 * Challenges that authenticators sign. The service recognizes its own by an HMAC instead of a row, because every
 * visit to the sign-in page requests one. Only used challenges are stored (used-challenges.queries.ts).
 */
import { randomBytes, timingSafeEqual } from 'node:crypto';
import { deriveSecret } from '../../platform/crypto/secret-key.ts';
import type { Party } from './party.ts';

/** How long a challenge can be answered. */
export const CHALLENGE_MS = 600_000;

/** The purpose of a challenge and its site. `binding`: the secret of the browser, or its session. */
export type Ceremony = { purpose: 'register' | 'signIn' | 'secondStep' | 'confirm'; party: Party; binding: string };

/**
 * Whether the authenticator must verify the person by a PIN or biometrics: yes if the passkey is the only proof, or if
 * the browser may be unattended. A second step already has another proof.
 */
export function verificationOf({ purpose }: Ceremony): 'required' | 'preferred' {
  return purpose === 'signIn' || purpose === 'confirm' ? 'required' : 'preferred';
}

const RANDOM_BYTES = 24;
const TIME_BYTES = 6;
const CODE_BYTES = 24;

/** A new challenge: random bytes, its expiry time, and an HMAC over both and the ceremony. */
export function newChallenge(secretKey: Buffer, ceremony: Ceremony, now: Date): Buffer {
  const content = Buffer.alloc(RANDOM_BYTES + TIME_BYTES);
  randomBytes(RANDOM_BYTES).copy(content);
  content.writeUIntBE(now.getTime() + CHALLENGE_MS, RANDOM_BYTES, TIME_BYTES);
  return Buffer.concat([content, codeOf(secretKey, ceremony, content)]);
}

/** Whether the service created this challenge for the ceremony, and it has not expired. */
export function isChallenge(secretKey: Buffer, ceremony: Ceremony, challenge: Buffer, now: Date): boolean {
  if (challenge.length !== RANDOM_BYTES + TIME_BYTES + CODE_BYTES) return false;
  const content = challenge.subarray(0, RANDOM_BYTES + TIME_BYTES);
  const code = challenge.subarray(RANDOM_BYTES + TIME_BYTES);
  if (!timingSafeEqual(code, codeOf(secretKey, ceremony, content))) return false;
  return content.readUIntBE(RANDOM_BYTES, TIME_BYTES) > now.getTime();
}

function codeOf(secretKey: Buffer, { purpose, party, binding }: Ceremony, content: Buffer): Buffer {
  const input = Buffer.concat([content, Buffer.from(`${purpose}\0${party.origin}\0${binding}`)]);
  return deriveSecret(secretKey, 'passkey-challenge', input, CODE_BYTES);
}
