/** Making and revoking API tokens (contract: Authentication; docs/api.md, "People"). For the user and for site admins. */
import type { Deps } from '../../deps.ts';
import { type Tx, transaction } from '../../platform/db/connection.ts';
import { notFound } from '../../platform/errors.ts';
import { displayName } from '../../platform/names.ts';
import { recordForBoth } from '../activity/activity.queries.ts';
import type { Actor } from '../actor.ts';
import { enqueueMail } from '../mails/mails.steps.ts';
import { readSettings } from '../settings/settings.access.ts';
import { accessUser } from '../users/users.access.ts';
import type { UserRow } from '../users/users.queries.ts';
import { foreignTokenLetter } from './tokens.letters.ts';
import { holdToken } from './tokens.queries.ts';
import { addToken, revokeTokenTree } from './tokens.steps.ts';

export type CreatedToken = { tokenId: number; name: string; token: string; createdAt: string };

/** Makes a token, which is returned this once. Its parent is the token that the request was made with, if it was one. */
export async function createToken(deps: Deps, actor: Actor, userId: number, wanted: string): Promise<CreatedToken> {
  const name = displayName(wanted, 'Name');
  const { deploymentId, userId: createdBy, via, now } = actor;
  const parentTokenId = via.kind === 'token' ? via.tokenId : null;
  return transaction(deps.sql, async (tx) => {
    const owner = await accessUser(tx, actor, userId, 'child');
    const created = await addToken(tx, { deploymentId, userId, name, parentTokenId, createdBy, now });
    const details = { tokenId: created.tokenId };
    await recordForBoth(tx, actor, userId, { type: 'TokenCreated', contentName: name, details });
    if (userId !== createdBy) await tellOwner(tx, actor, owner, name);
    return { ...created, name, createdAt: now.toISOString() };
  });
}

/** Revokes a token with all that were made with it: from the commit on, nobody can use any of them. */
export async function revokeToken(deps: Deps, actor: Actor, userId: number, tokenId: number): Promise<void> {
  await transaction(deps.sql, async (tx) => {
    await accessUser(tx, actor, userId);
    const token = await holdToken(tx, { deploymentId: actor.deploymentId, userId }, tokenId);
    if (token === undefined) throw notFound('token');
    await revokeTokenTree(tx, actor.deploymentId, tokenId, actor.now);
    await recordForBoth(tx, actor, userId, { type: 'TokenRevoked', contentName: token.name, details: { tokenId } });
  });
}

async function tellOwner(tx: Tx, actor: Actor, owner: UserRow, name: string): Promise<void> {
  const { deploymentId, now } = actor;
  const { Branding } = await readSettings(tx, deploymentId);
  const letter = foreignTokenLetter(Branding, owner, { name, madeBy: actor });
  await enqueueMail(tx, { deploymentId, to: owner.email, ...letter, now });
}
