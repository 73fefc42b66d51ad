/** Creates and revokes API tokens, for the user and for site admins (docs/api/authentication.md#api-tokens). */
import type { Deps } from '../../platform/deps.ts';
import { type Tx, transaction } from '../../platform/db/connection.ts';
import { forbidden, notFound, unauthorized } from '../../platform/errors.ts';
import { displayName } from '../../platform/values/names.ts';
import { recordForBoth } from '../../core/activity/activity.queries.ts';
import type { Actor } from '../../core/actor.ts';
import { isParty } from '../../core/policy.ts';
import { creation } from '../../core/idempotency/idempotency.steps.ts';
import { enqueueMail } from '../../core/mails/mails.steps.ts';
import { escapeMarkup, mention } from '../../core/notifications/markup.ts';
import { insertNotifications } from '../../core/notifications/notifications.queries.ts';
import { lockPassword } from '../credentials/credentials.queries.ts';
import { type GivenPassword, verifyUnlessFresh, wrongCurrentPassword } from '../sessions/current-password.ts';
import { lockSession } from '../sessions/sessions.queries.ts';
import { readSettings } from '../../core/settings/settings.access.ts';
import { USER_POLICY } from '../users/people.policy.ts';
import { accessUser } from '../users/users.access.ts';
import type { UserRow } from '../users/users.queries.ts';
import { renderTokenCreatedEmail } from './tokens.emails.ts';
import {
  type WantedLimits,
  assertManages,
  assertWithin,
  limitDetails,
  limitsOfNew,
  readExpiry,
} from './tokens.access.ts';
import { type LockedToken, findToken, findTokenOwner, lockToken } from './tokens.queries.ts';
import { type CreatedToken, addToken, revokeTokenTree, rotateSecret } from './tokens.steps.ts';

export type WantedToken = WantedLimits & { userId: number; name: string; isSync: boolean; given: GivenPassword };

export type Rotation = { overlapHours: number; expiresOn: string | undefined; given: GivenPassword };

const HOUR_MS = 3_600_000;

/**
 * Creates a token, which is returned only here. Its parent is the token of the request, if any. 403 from a session
 * older than 10 minutes without the current password.
 */
export async function createToken(deps: Deps, actor: Actor, wanted: WantedToken): Promise<CreatedToken> {
  const name = displayName(wanted.name, 'Name');
  const { userId, isSync } = wanted;
  const { deploymentId, userId: createdBy, via, now } = actor;
  const parentTokenId = via.kind === 'token' ? via.parentTokenId : null;
  // Checked before the password, which cannot be verified inside the transaction.
  await accessUser(deps.sql, actor, userId, 'ManageTokens');
  if (userId !== createdBy) assertManages(actor, null);
  const limits = limitsOfNew(actor, wanted);
  const passwordHash = await verifyUnlessFresh(deps, actor, wanted.given, 'TokenCreated');
  return creation(deps.sql, actor, async (tx) => {
    if (passwordHash !== null && !(await lockPassword(tx, actor, passwordHash))) throw wrongCurrentPassword();
    const owner = await accessUser(tx, actor, userId, 'ManageTokens', 'child');
    if (via.kind === 'session' && !(await lockSession(tx, actor, via.sessionId))) throw sessionEnded();
    const made = await addToken(tx, { deploymentId, userId, name, parentTokenId, createdBy, isSync, ...limits, now });
    const details = { tokenId: made.tokenId, ...limitDetails(limits) };
    await recordForBoth(tx, actor, userId, { type: 'TokenCreated', contentName: name, details });
    if (userId !== createdBy) await notifyOwner(tx, actor, owner, { name, verb: 'created' });
    return shown(tx, deploymentId, made, now);
  });
}

/**
 * Gives a token a new secret, which is returned only here. The previous secret stays valid for the overlap. 403 from a
 * session older than 10 minutes without the current password, and from a token that can do less.
 */
export async function rotateToken(
  deps: Deps,
  actor: Actor,
  tokenId: number,
  { overlapHours, expiresOn, given }: Rotation,
): Promise<CreatedToken> {
  const { deploymentId, now } = actor;
  const expiry = readExpiry(expiresOn, now);
  const userId = await findTokenOwner(deps.sql, deploymentId, tokenId, now);
  if (userId === undefined || !canManageTokensOf(actor, userId)) throw notFound('token');
  assertNotReplaced(actor, tokenId);
  assertManages(actor, tokenId);
  const passwordHash = await verifyUnlessFresh(deps, actor, given, 'TokenRotated');
  return creation(deps.sql, actor, async (tx) => {
    if (passwordHash !== null && !(await lockPassword(tx, actor, passwordHash))) throw wrongCurrentPassword();
    const owner = await accessUser(tx, actor, userId, 'ManageTokens', 'child');
    if (actor.via.kind === 'session' && !(await lockSession(tx, actor, actor.via.sessionId))) throw sessionEnded();
    const token = await lockToken(tx, { deploymentId, userId }, tokenId, now);
    if (token === undefined) throw notFound('token');
    assertCurrent(actor, token);
    const expiresAt = expiry ?? (token.expiresAt === null ? null : new Date(token.expiresAt));
    assertCanRotate(actor, token, expiresAt);
    const previousUntil = endOfPrevious(token, { expiresAt, overlapHours, now });
    const secret = await rotateSecret(tx, token, { expiresAt, previousUntil, now });
    const details = { tokenId, overlapHours, ...limitDetails({ scopes: token.scopes, expiresAt }) };
    await recordForBoth(tx, actor, userId, { type: 'TokenRotated', contentName: token.name, details });
    if (userId !== actor.userId) await notifyOwner(tx, actor, owner, { name: token.name, verb: 'rotated' });
    return shown(tx, deploymentId, { tokenId, token: secret }, now);
  });
}

/** Revokes a token and all tokens created with it, effective at the commit. */
export async function revokeToken(deps: Deps, actor: Actor, userId: number, tokenId: number): Promise<void> {
  await transaction(deps.sql, async (tx) => {
    await accessUser(tx, actor, userId, 'ManageTokens');
    assertManages(actor, tokenId);
    const token = await lockToken(tx, { deploymentId: actor.deploymentId, userId }, tokenId, actor.now);
    if (token === undefined) throw notFound('token');
    await revokeTokenTree(tx, actor.deploymentId, tokenId, actor.now);
    await recordForBoth(tx, actor, userId, { type: 'TokenRevoked', contentName: token.name, details: { tokenId } });
  });
}

function sessionEnded() {
  return unauthorized('The session has ended; sign in again.');
}

function canManageTokensOf(actor: Actor, userId: number): boolean {
  return isParty(USER_POLICY.ManageTokens, { self: userId === actor.userId, siteAdmin: actor.isSiteAdmin });
}

// The previous secret lasts no longer than it would have without the rotation.
function endOfPrevious(
  before: LockedToken,
  { expiresAt, overlapHours, now }: { expiresAt: Date | null; overlapHours: number; now: Date },
): Date {
  const ends = [expiresAt, before.expiresAt === null ? null : new Date(before.expiresAt)];
  return new Date(Math.min(now.getTime() + overlapHours * HOUR_MS, ...ends.map((end) => end?.getTime() ?? Infinity)));
}

// The new token as lists show it, with its text.
async function shown(
  tx: Tx,
  deploymentId: number,
  { tokenId, token }: { tokenId: number; token: string },
  now: Date,
): Promise<CreatedToken> {
  const row = await findToken(tx, deploymentId, tokenId, now);
  if (row === undefined) throw new Error('The new token was not found.');
  return { ...row, token };
}

// The holder of a replaced secret must not replace the new one.
function assertNotReplaced({ via }: Actor, tokenId: number): void {
  if (via.kind !== 'token' || via.parentTokenId !== tokenId || via.tokenId === tokenId) return;
  throw wasRotated();
}

// Of several rotations at once by the token itself, one succeeds: the others were sent with a secret that it replaced.
function assertCurrent({ via }: Actor, { tokenId, secretHash }: LockedToken): void {
  if (via.kind !== 'token' || via.tokenId !== tokenId || via.secretHash === null) return;
  if (!secretHash.equals(via.secretHash)) throw wasRotated();
}

function wasRotated() {
  return forbidden('This token was rotated. Rotate it with its new secret.');
}

// The expiry that the token would get counts too: otherwise a token could extend itself.
function assertCanRotate(actor: Actor, { scopes, expiresAt: before }: LockedToken, expiresAt: Date | null): void {
  assertWithin(actor, { scopes, expiresAt });
  assertWithin(actor, { scopes, expiresAt: before === null ? null : new Date(before) });
}

// Programs with the token act as its owner, so the owner must be informed.
async function notifyOwner(
  tx: Tx,
  actor: Actor,
  owner: UserRow,
  { name, verb }: { name: string; verb: 'created' | 'rotated' },
): Promise<void> {
  const { deploymentId, now } = actor;
  const maker = mention('UserId', actor.userId, actor.name);
  const message = `${maker} ${verb} the API token “${escapeMarkup(name)}” ${verb === 'created' ? 'for' : 'of'} your account.`;
  await insertNotifications(tx, deploymentId, [owner.userId], message, now);
  const { Branding } = await readSettings(tx, deploymentId);
  const email = renderTokenCreatedEmail(Branding, owner, { name, verb, madeBy: actor });
  await enqueueMail(tx, { deploymentId, to: owner.email, ...email, topic: null, now });
}
