/** Creates and revokes API tokens, for the user and for site admins (docs/api/authentication.md#api-tokens). */
import type { Deps } from '../../platform/deps.ts';
import { type Tx, transaction } from '../../platform/db/connection.ts';
import { notFound, unauthorized } from '../../platform/errors.ts';
import { displayName } from '../../platform/values/names.ts';
import { recordForBoth } from '../../core/activity/activity.queries.ts';
import type { Actor } from '../../core/actor.ts';
import { creation } from '../../core/idempotency/idempotency.steps.ts';
import { enqueueMail } from '../../core/mails/mails.steps.ts';
import { escapeMarkup, mention } from '../../core/notifications/markup.ts';
import { insertNotifications } from '../../core/notifications/notifications.queries.ts';
import { lockPassword } from '../credentials/credentials.queries.ts';
import { type GivenPassword, verifyUnlessFresh, wrongCurrentPassword } from '../sessions/current-password.ts';
import { lockSession } from '../sessions/sessions.queries.ts';
import { readSettings } from '../../core/settings/settings.access.ts';
import { accessUser } from '../users/users.access.ts';
import type { UserRow } from '../users/users.queries.ts';
import { renderTokenCreatedEmail } from './tokens.emails.ts';
import { type TokenRow, findToken, lockToken } from './tokens.queries.ts';
import { addToken, revokeTokenTree } from './tokens.steps.ts';

export type WantedToken = { userId: number; name: string; isSync: boolean; given: GivenPassword };

export type CreatedToken = TokenRow & { token: string };

/**
 * Creates a token, which is returned only here. Its parent is the token of the request, if any. 403 from a session
 * older than 10 minutes without the current password.
 */
export async function createToken(deps: Deps, actor: Actor, wanted: WantedToken): Promise<CreatedToken> {
  const name = displayName(wanted.name, 'Name');
  const { userId, isSync } = wanted;
  const { deploymentId, userId: createdBy, via, now } = actor;
  const parentTokenId = via.kind === 'token' ? via.tokenId : null;
  // Checked before the password, which cannot be verified inside the transaction.
  await accessUser(deps.sql, actor, userId, 'ManageTokens');
  const passwordHash = await verifyUnlessFresh(deps, actor, wanted.given);
  return creation(deps.sql, actor, async (tx) => {
    if (passwordHash !== null && !(await lockPassword(tx, actor, passwordHash))) throw wrongCurrentPassword();
    const owner = await accessUser(tx, actor, userId, 'ManageTokens', 'child');
    if (via.kind === 'session' && !(await lockSession(tx, actor, via.sessionId))) throw sessionEnded();
    const made = await addToken(tx, { deploymentId, userId, name, parentTokenId, createdBy, isSync, now });
    const details = { tokenId: made.tokenId };
    await recordForBoth(tx, actor, userId, { type: 'TokenCreated', contentName: name, details });
    if (userId !== createdBy) await notifyOwner(tx, actor, owner, name);
    const row = await findToken(tx, { deploymentId, userId }, made.tokenId);
    if (row === undefined) throw new Error('The new token was not found.');
    return { ...row, token: made.token };
  });
}

/** Revokes a token and all tokens created with it, effective at the commit. */
export async function revokeToken(deps: Deps, actor: Actor, userId: number, tokenId: number): Promise<void> {
  await transaction(deps.sql, async (tx) => {
    await accessUser(tx, actor, userId, 'ManageTokens');
    const token = await lockToken(tx, { deploymentId: actor.deploymentId, userId }, tokenId);
    if (token === undefined) throw notFound('token');
    await revokeTokenTree(tx, actor.deploymentId, tokenId, actor.now);
    await recordForBoth(tx, actor, userId, { type: 'TokenRevoked', contentName: token.name, details: { tokenId } });
  });
}

function sessionEnded() {
  return unauthorized('The session has ended; sign in again.');
}

// Programs with the token act as its owner, so the owner must be informed.
async function notifyOwner(tx: Tx, actor: Actor, owner: UserRow, name: string): Promise<void> {
  const { deploymentId, now } = actor;
  const maker = mention('UserId', actor.userId, actor.name);
  const message = `${maker} created the API token “${escapeMarkup(name)}” for your account.`;
  await insertNotifications(tx, deploymentId, [owner.userId], message, now);
  const { Branding } = await readSettings(tx, deploymentId);
  const email = renderTokenCreatedEmail(Branding, owner, { name, madeBy: actor });
  await enqueueMail(tx, { deploymentId, to: owner.email, ...email, topic: null, now });
}
