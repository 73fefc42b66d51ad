/**
 * Messages of WebAuthn (Level 3), verified by SimpleWebAuthn. The library is loaded at first use, because that takes 0.3 s and many
 * services have no passkeys.
 */
import type { Static } from 'typebox';
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import { CHALLENGE_MS, type Ceremony, verificationOf } from './challenges.ts';
import type { Party } from './party.ts';
import type { Credential, CredentialId, NewPasskey } from './passkeys.queries.ts';
import type { CreationOptionsSchema, RequestOptionsSchema } from './passkeys.schema.ts';

/** EdDSA, ES256 and RS256 by their COSE numbers. Every authenticator supports at least one of them. */
const ALGORITHMS = [-8, -7, -257];

type Wanted = { ceremony: Ceremony; challenge: Buffer };

/** Options for `navigator.credentials.create()`. */
export function creationOptions(
  { ceremony: { party }, challenge }: Wanted,
  about: { service: string; user: { name: string; label: string; handle: Buffer }; known: CredentialId[] },
): Static<typeof CreationOptionsSchema> {
  const { service, user, known } = about;
  return {
    challenge: challenge.toString('base64url'),
    timeout: CHALLENGE_MS,
    rp: { id: party.id, name: service },
    user: { id: user.handle.toString('base64url'), name: user.label, displayName: user.name },
    pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: 'public-key', alg })),
    excludeCredentials: known.map(describe),
    // Security keys without a PIN can be a second factor.
    authenticatorSelection: { residentKey: 'preferred', requireResidentKey: false, userVerification: 'preferred' },
    attestation: 'none',
  };
}

/** Options for `navigator.credentials.get()`. `allowed` null: any passkey that the authenticator has of this site. */
export function requestOptions(
  { ceremony, challenge }: Wanted,
  { allowed }: { allowed: CredentialId[] | null },
): Static<typeof RequestOptionsSchema> {
  return {
    challenge: challenge.toString('base64url'),
    timeout: CHALLENGE_MS,
    rpId: ceremony.party.id,
    userVerification: verificationOf(ceremony),
    ...(allowed === null ? {} : { allowCredentials: allowed.map(describe) }),
  };
}

type Response = { response: { clientDataJSON: string } };

/** The challenge that a response names; empty for a malformed response. */
export function challengeOf(response: Response): Buffer {
  const { challenge } = clientDataOf(response);
  return Buffer.from(typeof challenge === 'string' ? challenge : '', 'base64url');
}

/** The new credential; null if the response is not valid. The caller checks the challenge. */
export async function verifyCreation(
  party: Party,
  response: RegistrationResponseJSON,
): Promise<Omit<NewPasskey, 'name' | 'now'> | null> {
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server');
  try {
    if (isFramed(response) || !(await hasSimpleAttestation(response))) return null;
    const { verified, registrationInfo: info } = await verifyRegistrationResponse({
      response,
      expectedChallenge: () => true,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      requireUserVerification: false,
      supportedAlgorithmIDs: ALGORITHMS,
    });
    if (!verified) return null;
    const { id, publicKey, counter } = info.credential;
    return {
      rpId: party.id,
      credentialId: Buffer.from(id, 'base64url'),
      publicKey: Buffer.from(publicKey),
      counter,
      transports: response.response.transports ?? [],
      isBackupEligible: info.credentialDeviceType === 'multiDevice',
      isBackedUp: info.credentialBackedUp,
    };
  } catch {
    // The library throws for each rule that a response breaks.
    return null;
  }
}

/** The content of a valid response. */
export type Assertion = { counter: number; isVerified: boolean; isBackedUp: boolean };

/** Null if the response is not valid. The caller checks the challenge, the counter, and whether the user was verified. */
export async function verifyRequest(
  party: Party,
  response: AuthenticationResponseJSON,
  { publicKey }: Pick<Credential, 'publicKey'>,
): Promise<Assertion | null> {
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server');
  if (isFramed(response)) return null;
  try {
    const { verified, authenticationInfo: info } = await verifyAuthenticationResponse({
      response,
      expectedChallenge: () => true,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      requireUserVerification: false,
      // Without a counter, so that a lower counter can be distinguished from other errors.
      credential: { id: response.id, publicKey: Uint8Array.from(publicKey), counter: 0 },
    });
    if (!verified) return null;
    return { counter: info.newCounter, isVerified: info.userVerified, isBackedUp: info.credentialBackedUp };
  } catch {
    return null;
  }
}

// We request no attestation. Statements with certificates are refused before they are read, because checking one can send
// requests to addresses that it names.
async function hasSimpleAttestation({ response }: RegistrationResponseJSON): Promise<boolean> {
  const { decodeAttestationObject } = await import('@simplewebauthn/server/helpers');
  const decoded = decodeAttestationObject(Uint8Array.from(Buffer.from(response.attestationObject, 'base64url')));
  const format = decoded.get('fmt');
  return format === 'none' || (format === 'packed' && decoded.get('attStmt').get('x5c') === undefined);
}

// Our pages are never framed by other sites. The library accepts a frame if the browser does not name the site.
function isFramed(response: Response): boolean {
  const { crossOrigin = false, topOrigin } = clientDataOf(response);
  return crossOrigin !== false || topOrigin !== undefined;
}

function clientDataOf({ response }: Response): { challenge?: unknown; crossOrigin?: unknown; topOrigin?: unknown } {
  try {
    const data: unknown = JSON.parse(Buffer.from(response.clientDataJSON, 'base64url').toString());
    return typeof data === 'object' && data !== null ? data : {};
  } catch {
    return {};
  }
}

function describe({ id, transports }: CredentialId) {
  return { id: id.toString('base64url'), type: 'public-key', transports };
}
