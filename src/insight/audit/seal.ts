/** One link of the chain over the activity log (decision 0037). Pure. */
import { deriveSecret } from '../../platform/crypto/secret-key.ts';
import type { Digest, SealRow } from './seals.queries.ts';

/** The predecessor of the first seal. */
export const NO_SEAL = Buffer.alloc(32);

/** HMAC-SHA-256 over all fields of the seal, the digest of its rows, and the previous seal. */
export function sealOf(
  secretKey: Buffer,
  deploymentId: number,
  seal: Pick<SealRow, 'number' | 'afterId' | 'throughId' | 'sealedAt'>,
  { rows, digest }: Digest,
  previous: Buffer,
): Buffer {
  const { number, afterId, throughId, sealedAt } = seal;
  const signed = [
    deploymentId,
    number,
    afterId,
    throughId,
    rows,
    sealedAt,
    digest.toString('hex'),
    previous.toString('hex'),
  ];
  return deriveSecret(secretKey, 'activity-seal', Buffer.from(JSON.stringify(signed)));
}
