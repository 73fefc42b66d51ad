/** Signing in with a passkey, and the challenges for all uses of passkeys. */
import type { Deps } from '../../platform/deps.ts';
import { type Tx, transaction } from '../../platform/db/connection.ts';
import { attempt } from '../../platform/limits/attempts.ts';
import { type Problem, conflict, forbidden, notFound, unauthorized } from '../../platform/errors.ts';
import type { Actor, UserKey } from '../../core/actor.ts';
import { type Site, serves } from '../../core/hosts/sites.ts';
import { insertActivity } from '../../core/activity/activity.queries.ts';
import { readSettings } from '../../core/settings/settings.access.ts';
import { lockUser } from '../credentials/credentials.queries.ts';
import { type Ceremony, newChallenge } from '../passkeys/challenges.ts';
import { type Credential, findCredential, listCredentialIds } from '../passkeys/passkeys.queries.ts';
import { type GivenPasskey, credentialIdOf } from '../passkeys/use-passkey.steps.ts';
import { requestOptions } from '../passkeys/webauthn.ts';
import type { Account, SignedIn, WantedSession } from '../sessions/open-session.ts';
import { finishSignIn } from '../sign-in/finish-sign-in.ts';
import { findPending } from '../sign-in/pending.queries.ts';
import { detailsOf, useProof } from '../sign-in/proofs.ts';
import { opened, refuseSignIn } from '../sign-in/refused.steps.ts';
import { signInEnded } from '../sign-in/sign-in-ended.ts';

/** Options for signing in with any passkey for this host. */
export function startSignIn({ secretKey, clock }: Deps, ceremony: Ceremony) {
  const challenge = newChallenge(secretKey, ceremony, clock());
  return requestOptions({ ceremony, challenge }, { allowed: null });
}

/** Options for the second step with a passkey. 410 without a pending sign-in, 409 if the person has no passkey here. */
export async function startSecondStep(
  deps: Deps,
  ceremony: Ceremony,
  { pending, site }: { pending: string | null; site: Site },
) {
  const user = pending === null ? undefined : await findPending(deps.sql, pending, deps.clock());
  if (user === undefined || !serves(site, user)) throw signInEnded();
  return optionsOf(deps, ceremony, user);
}

/** Options for confirming the session with a passkey. 404 without a session, 409 if the person has no passkey here. */
export async function startConfirmation(deps: Deps, ceremony: Ceremony, actor: Actor) {
  if (actor.via.kind !== 'session') throw notFound('session');
  return optionsOf(deps, ceremony, actor);
}

async function optionsOf({ sql, secretKey, clock }: Deps, ceremony: Ceremony, user: UserKey) {
  const allowed = await listCredentialIds(sql, user, ceremony.party.id);
  // An empty list would allow passkeys of any account.
  if (allowed.length === 0) throw conflict('You have no passkey for this address of the service.');
  const challenge = newChallenge(secretKey, ceremony, clock());
  return requestOptions({ ceremony, challenge }, { allowed });
}

type WithPasskey = Omit<WantedSession, 'methods' | 'origin'> & { given: GivenPasskey; site: Site };

/**
 * Opens a session with a passkey alone. 401 for every passkey that is not accepted, whether or not it belongs to an
 * account; 429 after too many from the address.
 */
export async function signInWithPasskey(deps: Deps, wanted: WithPasskey): Promise<SignedIn> {
  const credentialId = credentialIdOf(wanted.given.proof);
  const place = { scope: 'passkey', subject: credentialId.toString('base64url'), address: wanted.browser.address };
  const owner = await findCredential(deps.sql, credentialId);
  let result: SignedIn | Problem | null = null;
  await attempt(deps, place, async () => {
    if (owner === undefined || !serves(wanted.site, owner)) return false;
    result = await transaction(deps.sql, (tx) => open(tx, deps, owner, wanted));
    return result !== null;
  });
  if (result === null) throw unauthorized('The passkey could not be verified.');
  return opened<SignedIn>(result);
}

async function open(tx: Tx, deps: Deps, owner: Credential, wanted: WithPasskey): Promise<SignedIn | Problem | null> {
  await lockUser(tx, owner);
  const use = await useProof(tx, deps, owner, { method: 'passkey', ...wanted.given });
  const { passkey } = use;
  if (use.failure !== null) {
    const { deploymentId, userId, email } = owner;
    const details = detailsOf(use);
    const who = { deploymentId, userId, at: deps.clock() };
    await insertActivity(tx, who, { type: 'InvalidPasskey', contentName: email, details });
    return null;
  }
  // Only after a valid passkey: others must not learn which deployment the person belongs to.
  const { PasswordSignIn } = await readSettings(tx, owner.deploymentId);
  if (!PasswordSignIn) {
    const problem = forbidden('Sign in with your identity provider. Passkeys alone are turned off.');
    return refuseSignIn(tx, owner, { method: 'passkey', passkey, reason: 'PasswordsOff', at: deps.clock(), problem });
  }
  const { browser, replaced } = wanted;
  const session = { browser, replaced, methods: ['passkey' as const], passkey };
  const signedIn = await finishSignIn(deps, tx, accountOf(owner), session);
  if ('pending' in signedIn) throw new Error('No second step follows a passkey alone.');
  return signedIn;
}

function accountOf({ deploymentId, userId, email, name, isSiteAdmin, createdAt }: Credential): Account {
  return { deploymentId, userId, email, name, isSiteAdmin, createdAt };
}
