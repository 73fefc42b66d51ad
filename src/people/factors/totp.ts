/** Codes of authenticator apps (RFC 6238): six digits by SHA-1 every 30 seconds, which every app supports. */
import { Secret, TOTP } from 'otpauth';

/** As RFC 4226 recommends. */
const KEY_BYTES = 20;
const STEP_SECONDS = 30;
const DIGITS = 6;

/** Clocks of phones differ: a code of the step before or after is accepted too (RFC 6238, 5.2). */
const DRIFT_STEPS = 1;

/** A random key in base32, as people type it. */
export function newTotpKey(): string {
  return new Secret({ size: KEY_BYTES }).base32;
}

/** The content of the QR code. `issuer` and `label` are what the app shows. */
export function totpUri({ issuer, label, key }: { issuer: string; label: string; key: string }): string {
  return new TOTP({ issuer: issuer.replaceAll(':', ' '), label, secret: key }).toString();
}

/** The time step that the code belongs to; null if it is wrong. */
export function stepOfCode(key: string, code: string, now: Date): number | null {
  const token = code.replaceAll(/\s/g, '');
  if (!/^\d{6}$/.test(token)) return null;
  const timestamp = now.getTime();
  const secret = Secret.fromBase32(key);
  // Compares in constant time.
  const delta = TOTP.validate({ token, secret, digits: DIGITS, period: STEP_SECONDS, timestamp, window: DRIFT_STEPS });
  return delta === null ? null : TOTP.counter({ period: STEP_SECONDS, timestamp }) + delta;
}
