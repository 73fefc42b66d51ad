/** Adding, renaming and removing one's own passkeys. */
import type { Deps } from '../../platform/deps.ts';
import { type Tx, transaction } from '../../platform/db/connection.ts';
import { newSecret } from '../../platform/crypto/secrets.ts';
import { conflict, forbidden, invalidParameter, notFound } from '../../platform/errors.ts';
import { brandName } from '../../platform/mail/render-email.ts';
import { displayName } from '../../platform/values/names.ts';
import type { Actor } from '../../core/actor.ts';
import { recordActivity } from '../../core/activity/activity.queries.ts';
import { readSettings } from '../../core/settings/settings.access.ts';
import { findShownDeployment } from '../../core/settings/settings.queries.ts';
import { freshSessionOf } from '../credentials/fresh.ts';
import { lockOwner, noteAddition, noteRemoval } from '../factors/change.steps.ts';
import { listFactorMethods } from '../factors/factors.queries.ts';
import { type Ceremony, isChallenge, newChallenge } from '../passkeys/challenges.ts';
import type { Party } from '../passkeys/party.ts';
import type { NewCredential } from '../passkeys/passkeys.schema.ts';
import {
  type NewPasskey,
  type PasskeyRow,
  deletePasskey,
  ensureHandle,
  insertPasskey,
  listCredentialIds,
  listPasskeys,
  renamePasskey,
} from '../passkeys/passkeys.queries.ts';
import { useChallenge } from '../passkeys/used-challenges.queries.ts';
import { challengeOf, creationOptions, verifyCreation } from '../passkeys/webauthn.ts';

export const MAX_PASSKEYS = 20;

/** Options for a new passkey of the actor, in a freshly authenticated session. */
export async function startRegistration(deps: Deps, actor: Actor, party: Party) {
  const ceremony = registration(actor, party, freshSessionOf(actor).sessionId);
  const [only, { Branding }, handle, known] = await Promise.all([
    findShownDeployment(deps.sql, null),
    readSettings(deps.sql, actor.deploymentId),
    ensureHandle(deps.sql, actor, Buffer.from(newSecret(), 'base64url')),
    listCredentialIds(deps.sql, actor, party.id),
  ]);
  const challenge = newChallenge(deps.secretKey, ceremony, actor.now);
  const service = brandName(Branding);
  // An address may have an account in each deployment, and a browser offers the passkeys of all of them.
  const label = only === null ? `${actor.email} (${service})` : actor.email;
  return creationOptions({ ceremony, challenge }, { service, user: { name: actor.name, label, handle }, known });
}

/** The new passkey, with recovery codes if it is the first second factor. */
export type AddedPasskey = { passkey: PasskeyRow; codes: string[] | null };

/** Adds the passkey. 400 if it cannot be verified, 409 if it is already registered or the person has 20. */
export async function addPasskey(
  deps: Deps,
  actor: Actor,
  wanted: { name: string; credential: NewCredential; party: Party },
): Promise<AddedPasskey> {
  const { credential, party } = wanted;
  const name = displayName(wanted.name, 'Name');
  const { sessionId } = freshSessionOf(actor);
  const challenge = challengeOf(credential);
  const isOurs = isChallenge(deps.secretKey, registration(actor, party, sessionId), challenge, actor.now);
  const verified = isOurs ? await verifyCreation(party, { ...credential, clientExtensionResults: {} }) : null;
  if (verified === null) throw unverified();
  return transaction(deps.sql, async (tx) => {
    await lockOwner(tx, actor, sessionId);
    if (!(await useChallenge(tx, challenge, actor.now))) throw unverified();
    const isFirst = (await listFactorMethods(tx, actor)).length === 0;
    const passkey = await store(tx, actor, { ...verified, name, now: actor.now });
    const factor = describe(passkey);
    const codes = await noteAddition(tx, deps, actor, { ...factor, isReplaced: false, isFirst, sessionId });
    return { passkey, codes };
  });
}

/** Renames a passkey of the actor. Requires a session, but no fresh authentication. */
export async function changePasskey(deps: Deps, actor: Actor, passkeyId: number, wanted: string): Promise<PasskeyRow> {
  const name = displayName(wanted, 'Name');
  const { via } = actor;
  if (via.kind !== 'session') throw forbidden('This requires a browser session. API tokens cannot do this.');
  return transaction(deps.sql, async (tx) => {
    await lockOwner(tx, actor, via.sessionId);
    const passkey = await renamePasskey(tx, actor, passkeyId, name);
    if (passkey === undefined) throw notFound('passkey');
    const details = { factor: 'passkey', passkeyId, name };
    await recordActivity(tx, actor, { type: 'SecondFactorChanged', contentName: actor.email, details });
    return passkey;
  });
}

/** Removes a passkey of the actor, in a freshly authenticated session. */
export async function removePasskey(deps: Deps, actor: Actor, passkeyId: number): Promise<void> {
  const { sessionId } = freshSessionOf(actor);
  await transaction(deps.sql, async (tx) => {
    await lockOwner(tx, actor, sessionId);
    const name = await deletePasskey(tx, actor, passkeyId);
    if (name === undefined) throw notFound('passkey');
    await noteRemoval(tx, actor, describe({ passkeyId, name }));
  });
}

function registration({ deploymentId }: Actor, party: Party, sessionId: number): Ceremony {
  return { purpose: 'register', party, binding: `session ${deploymentId}/${sessionId}` };
}

async function store(tx: Tx, actor: Actor, passkey: NewPasskey): Promise<PasskeyRow> {
  if ((await listPasskeys(tx, actor)).length >= MAX_PASSKEYS) {
    throw conflict(`You have ${MAX_PASSKEYS} passkeys. Remove one first.`);
  }
  const added = await insertPasskey(tx, actor, passkey);
  if (added === undefined) throw conflict('This passkey was added already.');
  return added;
}

function describe({ passkeyId, name }: Pick<PasskeyRow, 'passkeyId' | 'name'>) {
  return { method: 'passkey', label: `The passkey “${name}”`, details: { passkeyId, name } } as const;
}

function unverified() {
  return invalidParameter('Passkey', 'The passkey could not be verified. Start again.');
}
