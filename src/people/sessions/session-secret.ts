/** The content of a session cookie. */
import { isTaggedSecret, newTaggedSecret } from '../../platform/crypto/tagged-secret.ts';

const PURPOSE = 'session';

export function newSessionSecret(secretKey: Buffer): string {
  return newTaggedSecret(secretKey, PURPOSE);
}

/**
 * Whether this service created the secret. If its session is unknown, the session has ended: the browser is in good
 * faith, and this is no attack on another session.
 */
export function isSessionSecret(secretKey: Buffer, secret: string): boolean {
  return isTaggedSecret(secretKey, PURPOSE, secret);
}
