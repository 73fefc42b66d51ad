import { timingSafeEqual } from 'node:crypto';
import type { Deps } from '../../platform/deps.ts';
import type { Tx } from '../../platform/db/connection.ts';
import type { UserKey } from '../../core/actor.ts';
import { type Ceremony, isChallenge, verificationOf } from './challenges.ts';
import { type Credential, findCredential, updateUse } from './passkeys.queries.ts';
import type { PasskeyProof } from './passkeys.schema.ts';
import { useChallenge } from './used-challenges.queries.ts';
import { challengeOf, verifyRequest } from './webauthn.ts';

/**
 * Why a passkey was refused. `Counter`: its counter is not higher than at its last use, so there may be a copy of the
 * authenticator. The person only sees that it was refused; the class goes into the activity log.
 */
export type PasskeyFailure = 'Challenge' | 'Used' | 'Unknown' | 'Invalid' | 'Unverified' | 'Counter';

/** A passkey of the person, for the activity log. */
export type KnownPasskey = { passkeyId: number; name: string };

/** `failure` null: it is valid. `passkey` null: the credential does not belong to this person. */
export type PasskeyUse = { failure: PasskeyFailure | null; passkey: KnownPasskey | null };

/** A response of an authenticator, and the ceremony that it must belong to. */
export type GivenPasskey = { proof: PasskeyProof; ceremony: Ceremony };

type Parts = Pick<Deps, 'secretKey' | 'clock'>;

/**
 * Uses the passkey of `user`, whose row the caller has locked, and consumes its challenge. Returns which one it
 * is, and why it was refused.
 */
export async function usePasskey(tx: Tx, deps: Parts, user: UserKey, given: GivenPasskey): Promise<PasskeyUse> {
  const { proof, ceremony } = given;
  if (!isChallenge(deps.secretKey, ceremony, challengeOf(proof), deps.clock())) {
    return { failure: 'Challenge', passkey: null };
  }
  const credential = await findCredential(tx, credentialIdOf(proof));
  if (credential === undefined || !isOf(credential, user) || credential.rpId !== ceremony.party.id) {
    return { failure: 'Unknown', passkey: null };
  }
  const failure = await useCredential(tx, deps, credential, given);
  return { failure, passkey: { passkeyId: credential.passkeyId, name: credential.passkeyName } };
}

/** The passkey for the activity log. Its name is kept there, because the person can rename and remove it. */
export function passkeyDetails(passkey: KnownPasskey | null): { passkeyId?: number; passkeyName?: string } {
  return passkey === null ? {} : { passkeyId: passkey.passkeyId, passkeyName: passkey.name };
}

/** The id of the credential that signed the proof. */
export function credentialIdOf({ id }: PasskeyProof): Buffer {
  return Buffer.from(id, 'base64url');
}

async function useCredential(
  tx: Tx,
  { clock }: Parts,
  credential: Credential,
  { proof, ceremony }: GivenPasskey,
): Promise<PasskeyFailure | null> {
  if (!hasHandle(proof, credential, ceremony)) return 'Invalid';
  const assertion = await verifyRequest(ceremony.party, { ...proof, clientExtensionResults: {} }, credential);
  if (assertion === null) return 'Invalid';
  if (verificationOf(ceremony) === 'required' && !assertion.isVerified) return 'Unverified';
  const now = clock();
  if (!(await useChallenge(tx, challengeOf(proof), now))) return 'Used';
  if (isLower(assertion.counter, credential.counter)) return 'Counter';
  await updateUse(tx, credential, { ...assertion, now });
  return null;
}

function isOf(credential: UserKey, { deploymentId, userId }: UserKey): boolean {
  return credential.deploymentId === deploymentId && credential.userId === userId;
}

// WebAuthn 7.2, step 6: authenticators send it if the request named no credentials, and may otherwise.
function hasHandle({ response }: PasskeyProof, { handle }: Credential, { purpose }: Ceremony): boolean {
  if (response.userHandle === undefined) return purpose !== 'signIn';
  const sent = Buffer.from(response.userHandle, 'base64url');
  return sent.length === handle.length && timingSafeEqual(sent, handle);
}

// Authenticators that do not count always send 0 (WebAuthn 7.2, step 22).
function isLower(counter: number, last: number): boolean {
  return (counter > 0 || last > 0) && counter <= last;
}
