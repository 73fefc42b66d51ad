/** Random secrets that are shown once and stored as hashes: API tokens, session ids, one-time links. */
import { hash, randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const TOKEN_PREFIX = 'carrel_';
/** Releases without scopes and ends of tokens refuse this one: they would ignore both. */
const LIMITED_PREFIX = 'carrel_limited_';
const RANDOM_LENGTH = 43;
const CHECKSUM_LENGTH = 6;

/** A new API token; `isLimited` for one with scopes or an end. */
export function newToken(isLimited = false): string {
  return newChecked(isLimited ? LIMITED_PREFIX : TOKEN_PREFIX);
}

/** Whether the text has the form and the checksum of an API token. */
export function isToken(text: string): boolean {
  return isChecked(text.startsWith(LIMITED_PREFIX) ? LIMITED_PREFIX : TOKEN_PREFIX, text);
}

/**
 * The prefix, 256 random bits in base62, and a checksum, so that secret scanners can recognize tokens and a mistyped
 * token is detected without a query.
 */
export function newChecked(prefix: string): string {
  const body = prefix + base62(BigInt(`0x${randomBytes(32).toString('hex')}`), RANDOM_LENGTH);
  return body + checksum(body);
}

/** Whether the text is of newChecked with this prefix. */
export function isChecked(prefix: string, text: string): boolean {
  if (text.length !== prefix.length + RANDOM_LENGTH + CHECKSUM_LENGTH) return false;
  return text.startsWith(prefix) && checksum(text.slice(0, -CHECKSUM_LENGTH)) === text.slice(-CHECKSUM_LENGTH);
}

/** 256 random bits in base64url for a session id or a one-time link. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url');
}

/** Whether the text has the form of a secret. */
export function isSecret(text: string): boolean {
  return /^[\w-]{43}$/.test(text);
}

/** The stored form of a secret. It has 256 random bits, so one round of SHA-256 needs no salt. */
export function hashSecret(secret: string): Buffer {
  return hash('sha256', secret, 'buffer');
}

function checksum(text: string): string {
  return base62(BigInt(crc32(text)), CHECKSUM_LENGTH);
}

function base62(value: bigint, length: number): string {
  let text = '';
  for (let rest = value; rest > 0n; rest /= 62n) text = ALPHABET.charAt(Number(rest % 62n)) + text;
  return text.padStart(length, '0');
}
