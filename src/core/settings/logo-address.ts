/** Addresses of logos before sign-in, for people who may know the deployment. */
import { timingSafeEqual } from 'node:crypto';
import type { Deps } from '../../platform/deps.ts';
import { deriveSecret } from '../../platform/crypto/secret-key.ts';

const PATH = '/api/branding/logo';

type Logo = { deploymentId: number; logoVersion: string | null };

/** An address that only this service can make; null without a logo. */
export function signedLogoUri(
  { config, secretKey }: Pick<Deps, 'config' | 'secretKey'>,
  { deploymentId, logoVersion }: Logo,
): string | null {
  if (logoVersion === null) return null;
  const key = signatureOf(secretKey, deploymentId).toString('base64url');
  return `${config.webUrl}${PATH}?deploymentId=${deploymentId}&v=${logoVersion}&key=${key}`;
}

/** Whether an address of the deployment's logo has this key. */
export function isLogoKey({ secretKey }: Pick<Deps, 'secretKey'>, deploymentId: number, key: string): boolean {
  const given = Buffer.from(key, 'base64url');
  const expected = signatureOf(secretKey, deploymentId);
  return given.length === expected.length && timingSafeEqual(given, expected);
}

function signatureOf(secretKey: Buffer, deploymentId: number): Buffer {
  return deriveSecret(secretKey, 'logo', Buffer.from(String(deploymentId)));
}
