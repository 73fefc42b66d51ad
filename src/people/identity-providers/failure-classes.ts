/** Why a sign-in with a provider fails, as a class that pages explain and the activity log records. */
export const FAILURES = [
  /** The provider cannot be reached, is too slow, or sends an unexpected response. */
  'Unavailable',
  /** The provider refuses Carrel: a wrong client id or secret, or another issuer. */
  'Misconfigured',
  /** The person, or the provider, has declined. */
  'Denied',
  /** The attempt is unknown, older than ten minutes, already used, or began in another browser. */
  'Expired',
  /** The response does not match the attempt: signature, issuer, audience or nonce. */
  'Invalid',
  /** The response is outside its validity period: the clocks differ. */
  'Clock',
  /** The provider is disabled or deleted. */
  'Disabled',
  /** The address is not verified by the provider. */
  'Unverified',
  /** No account belongs to the identity, and none may be created or connected. */
  'NoAccount',
  /** The account is deactivated. */
  'Inactive',
  /** The identity belongs to another account, or the account has another identity at the provider. */
  'Taken',
  /** Too many attempts from the network address. */
  'TooMany',
] as const;

export type Failure = (typeof FAILURES)[number];
