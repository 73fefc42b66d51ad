/** The content of the cookie that identifies a known browser. It gives no access. */
import { hashSecret } from '../../platform/crypto/secrets.ts';
import { isTaggedSecret, newTaggedSecret } from '../../platform/crypto/tagged-secret.ts';
import type { UserKey } from '../../core/actor.ts';

const PURPOSE = 'browser';

/** The secret that the browser sent, or a new one if it sent no valid secret. */
export function browserSecret(secretKey: Buffer, sent: string | null): string {
  if (sent !== null && isTaggedSecret(secretKey, PURPOSE, sent)) return sent;
  return newTaggedSecret(secretKey, PURPOSE);
}

/** The stored hash for one account. Hashes of several accounts in one browser cannot be correlated. */
export function hashBrowser({ deploymentId, userId }: UserKey, secret: string): Buffer {
  return hashSecret(`${secret} ${deploymentId}/${userId}`);
}
