/** The content of the cookie by which a browser is known. It gives no access. */
import { hashSecret } from '../../platform/crypto/secrets.ts';
import { isTaggedSecret, newTaggedSecret } from '../../platform/crypto/tagged-secret.ts';
import type { UserKey } from '../../core/actor.ts';

const PURPOSE = 'browser';

/** The secret that the browser sent, or a new one if it sent none of this service. */
export function browserSecret(secretKey: Buffer, sent: string | null): string {
  if (sent !== null && isTaggedSecret(secretKey, PURPOSE, sent)) return sent;
  return newTaggedSecret(secretKey, PURPOSE);
}

/** The stored form for one account. Rows of several accounts in one browser have nothing in common. */
export function hashBrowser({ deploymentId, userId }: UserKey, secret: string): Buffer {
  return hashSecret(`${secret} ${deploymentId}/${userId}`);
}
