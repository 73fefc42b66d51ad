/** Signed URLs of logos, which work before sign-in. Only people who can see the deployment's name get one. */
import { timingSafeEqual } from 'node:crypto';
import type { Deps } from '../../platform/deps.ts';
import { deriveSecret } from '../../platform/crypto/secret-key.ts';

const PATH = '/api/branding/logo';

type Logo = { deploymentId: number; logoVersion: string | null };

/** A URL that only this service can create; null without a logo. */
export function signedLogoUri(
  { config, secretKey }: Pick<Deps, 'config' | 'secretKey'>,
  { deploymentId, logoVersion }: Logo,
): string | null {
  if (logoVersion === null) return null;
  const key = signatureOf(secretKey, deploymentId).toString('base64url');
  return `${config.webUrl}${PATH}?deploymentId=${deploymentId}&v=${logoVersion}&key=${key}`;
}

/** Whether the key is the signature in the URL of the deployment's logo. */
export function isLogoKey({ secretKey }: Pick<Deps, 'secretKey'>, deploymentId: number, key: string): boolean {
  const given = Buffer.from(key, 'base64url');
  const expected = signatureOf(secretKey, deploymentId);
  return given.length === expected.length && timingSafeEqual(given, expected);
}

function signatureOf(secretKey: Buffer, deploymentId: number): Buffer {
  return deriveSecret(secretKey, 'logo', Buffer.from(String(deploymentId)));
}
