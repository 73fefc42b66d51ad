/** Setting up, replacing and removing an authenticator app, in a freshly authenticated session. */
import type { Deps } from '../../platform/deps.ts';
import { type Tx, transaction } from '../../platform/db/connection.ts';
import { conflict, invalidParameter, notFound } from '../../platform/errors.ts';
import { brandName } from '../../platform/mail/render-email.ts';
import type { Actor } from '../../core/actor.ts';
import { recordActivity } from '../../core/activity/activity.queries.ts';
import { readSettings } from '../../core/settings/settings.access.ts';
import { freshSessionOf } from '../credentials/fresh.ts';
import { attemptFactor } from './attempt-factor.ts';
import { listFactorMethods } from './factors.queries.ts';
import { lockOwner, noteAddition, noteRemoval } from './change.steps.ts';
import { createCodes, mailFactorNotice } from './factors.steps.ts';
import { newTotpKey, stepOfCode, totpUri } from './totp.ts';
import { confirmSetup, deleteTotp, findTotp, storeSetup } from './totp.queries.ts';
import { openTotpKey, sealTotpKey } from './totp.steps.ts';

/** How long a shown key can be confirmed. */
const SETUP_MS = 3_600_000;

const APP = 'The authenticator app';

/** Creates a key that takes effect when a code confirms it. An app that is in use works until then. */
export async function startTotpSetup(deps: Deps, actor: Actor): Promise<{ key: string; uri: string }> {
  const { sessionId } = freshSessionOf(actor);
  const key = newTotpKey();
  await transaction(deps.sql, async (tx) => {
    await lockOwner(tx, actor, sessionId);
    await storeSetup(tx, actor, sealTotpKey(deps, actor, key), actor.now);
  });
  const { Branding } = await readSettings(deps.sql, actor.deploymentId);
  return { key, uri: totpUri({ issuer: brandName(Branding), label: actor.email, key }) };
}

/**
 * Confirms the key with its first code. Returns recovery codes with the first factor, otherwise null. The first factor
 * signs the person out elsewhere: those sessions were opened with one proof.
 */
export async function confirmTotp(
  deps: Deps,
  actor: Actor,
  { code, address }: { code: string; address: string },
): Promise<string[] | null> {
  const { sessionId } = freshSessionOf(actor);
  let codes: string[] | null = null;
  const isRight = await attemptFactor(deps, { user: actor, address }, () =>
    transaction(deps.sql, async (tx) => {
      await lockOwner(tx, actor, sessionId);
      const step = await stepOfSetup(tx, deps, actor, code);
      if (step === null) return false;
      codes = await takeApp(tx, deps, actor, { step, sessionId });
      return true;
    }),
  );
  if (!isRight)
    throw invalidParameter('Code', 'The code is wrong. Check the clock of your phone and enter a new code.');
  return codes;
}

/** Removes the authenticator app. 404 if there is none. */
export async function removeTotp(deps: Deps, actor: Actor): Promise<void> {
  const { sessionId } = freshSessionOf(actor);
  await transaction(deps.sql, async (tx) => {
    await lockOwner(tx, actor, sessionId);
    if (!(await deleteTotp(tx, actor))) throw notFound('authenticator app');
    await noteRemoval(tx, actor, { method: 'totp', label: APP });
  });
}

/** Replaces the recovery codes. 409 without a second factor. */
export async function renewCodes(deps: Deps, actor: Actor): Promise<string[]> {
  const { sessionId } = freshSessionOf(actor);
  return transaction(deps.sql, async (tx) => {
    await lockOwner(tx, actor, sessionId);
    if ((await listFactorMethods(tx, actor)).length === 0) {
      throw conflict('Recovery codes require a second factor. Set one up first.');
    }
    const codes = await createCodes(tx, deps, actor, actor.now);
    await recordActivity(tx, actor, { type: 'RecoveryCodesCreated', contentName: actor.email });
    await mailFactorNotice(tx, actor, { kind: 'codesCreated' }, actor.now);
    return codes;
  });
}

async function stepOfSetup(tx: Tx, deps: Deps, actor: Actor, code: string): Promise<number | null> {
  const { setupKey = null, setupAt = null } = (await findTotp(tx, actor)) ?? {};
  const isValid = setupAt !== null && actor.now.getTime() - Date.parse(setupAt) <= SETUP_MS;
  if (setupKey === null || !isValid) throw conflict('Start the setup of the authenticator app again.');
  const key = openTotpKey(deps, actor, setupKey);
  return key === null ? null : stepOfCode(key, code, actor.now);
}

async function takeApp(
  tx: Tx,
  deps: Deps,
  actor: Actor,
  { step, sessionId }: { step: number; sessionId: number },
): Promise<string[] | null> {
  const { now } = actor;
  const before = await listFactorMethods(tx, actor);
  const isReplaced = before.includes('Totp');
  await confirmSetup(tx, actor, step, now);
  const added = { method: 'totp', label: APP, isReplaced, isFirst: before.length === 0 } as const;
  return noteAddition(tx, deps, actor, { ...added, sessionId });
}
