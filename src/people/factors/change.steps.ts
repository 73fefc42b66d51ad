/** Adding and removing a second factor of any kind. */
import type { Deps } from '../../platform/deps.ts';
import type { Tx } from '../../platform/db/connection.ts';
import { unauthorized } from '../../platform/errors.ts';
import type { Actor } from '../../core/actor.ts';
import { recordActivity } from '../../core/activity/activity.queries.ts';
import { lockUser } from '../credentials/credentials.queries.ts';
import { type Method, endSessions, lockSession, refreshSession } from '../sessions/sessions.queries.ts';
import { createCodes, deleteUnneededCodes, mailFactorNotice } from './factors.steps.ts';

/** A factor. `label` names it in emails, at the beginning of a sentence. */
type Factor = {
  method: Extract<Method, 'totp' | 'passkey'>;
  label: string;
  details?: { passkeyId: number; name: string };
};

/** Locks the user first, so that changes of one person's factors, password and sessions wait for each other. */
export async function lockOwner(tx: Tx, actor: Actor, sessionId: number): Promise<void> {
  await lockUser(tx, actor);
  if (!(await lockSession(tx, actor, sessionId))) throw unauthorized('The session has ended; sign in again.');
}

/**
 * After a factor was added or replaced: records it and mails the person. Returns recovery codes with the first factor,
 * otherwise null. The first factor signs the person out elsewhere: those sessions were opened with one proof.
 */
export async function noteAddition(
  tx: Tx,
  deps: Pick<Deps, 'secretKey'>,
  actor: Actor,
  added: Factor & { isReplaced: boolean; isFirst: boolean; sessionId: number },
): Promise<string[] | null> {
  const { now } = actor;
  const { method, label, isReplaced, isFirst, sessionId } = added;
  await refreshSession(tx, actor, sessionId, { method, now });
  const type = isReplaced ? 'SecondFactorChanged' : 'SecondFactorAdded';
  const details = { factor: method, ...added.details };
  await recordActivity(tx, actor, { type, contentName: actor.email, details });
  await mailFactorNotice(tx, actor, { kind: isReplaced ? 'changed' : 'added', factor: label }, now);
  if (!isFirst) return null;
  await endSessions(tx, actor, sessionId);
  return createCodes(tx, deps, actor, now);
}

/** After a factor was removed: records it and mails the person. Removing the last one also deletes the recovery codes. */
export async function noteRemoval(tx: Tx, actor: Actor, removed: Factor): Promise<void> {
  const isLast = await deleteUnneededCodes(tx, actor);
  const details = { factor: removed.method, ...removed.details, isLast };
  await recordActivity(tx, actor, { type: 'SecondFactorRemoved', contentName: actor.email, details });
  await mailFactorNotice(tx, actor, { kind: 'removed', factor: removed.label, isLast }, actor.now);
}
