/** Client secrets are stored encrypted with a key of their row, so that one cannot be moved to another provider. */
import { deriveSecret } from '../../platform/crypto/secret-key.ts';
import { openText, sealText } from '../../platform/crypto/sealed-text.ts';

type Key = { deploymentId: number; providerId: number };

export function sealClientSecret(secretKey: Buffer, key: Key, secret: string): Buffer {
  return sealText(keyOf(secretKey, key), secret);
}

/** Null for a public client. */
export function openClientSecret(secretKey: Buffer, provider: Key & { clientSecret: Buffer | null }): string | null {
  if (provider.clientSecret === null) return null;
  const secret = openText(keyOf(secretKey, provider), provider.clientSecret);
  if (secret === null) throw new Error('The client secret was encrypted with another secret key.');
  return secret;
}

function keyOf(secretKey: Buffer, { deploymentId, providerId }: Key): Buffer {
  return deriveSecret(secretKey, 'identity-provider', Buffer.from(`${deploymentId}/${providerId}`));
}
