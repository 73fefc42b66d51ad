/**
 * Access codes (docs/api/links.md#access-codes): derived from the recipient and the issue number, and never stored. A
 * code belongs to its recipient, not to a browser, and the first browser that it unlocks uses it up (decision 0056).
 */
import { timingSafeEqual } from 'node:crypto';
import { deriveSecret } from '../../platform/crypto/secret-key.ts';

export const CODE_LIFE_MS = 600_000;

export type Issue = { recipientId: number; codeIssue: number; codeIssuedAt: string | null };

/** Six digits. */
export function codeOf(secretKey: Buffer, { recipientId, codeIssue }: Issue): string {
  const secret = deriveSecret(secretKey, 'access-code', Buffer.from(`${recipientId}:${codeIssue}`), 8);
  return String(secret.readBigUInt64BE() % 1_000_000n).padStart(6, '0');
}

/** Whether the recipient has a valid code now: issued, not expired and not used. */
export function isLive({ codeIssuedAt }: Issue, now: Date): boolean {
  return codeIssuedAt !== null && Date.parse(codeIssuedAt) + CODE_LIFE_MS > now.getTime();
}

/**
 * Whether these are the digits of the code, ignoring spaces. Without a recipient it takes as long and returns false.
 */
export function isRightCode(secretKey: Buffer, issue: Issue | undefined, given: string, now: Date): boolean {
  const known = issue ?? { recipientId: 0, codeIssue: 0, codeIssuedAt: null };
  const expected = Buffer.from(codeOf(secretKey, known));
  const bytes = Buffer.from(given.replaceAll(/\s/g, ''));
  return bytes.length === expected.length && timingSafeEqual(bytes, expected) && isLive(known, now);
}
