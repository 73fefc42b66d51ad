/** Changes of people's pictures (docs/api/users.md#pictures). */
import { createHash } from 'node:crypto';
import type { Deps } from '../../platform/deps.ts';
import { transaction } from '../../platform/db/connection.ts';
import { tooManyRequests } from '../../platform/errors.ts';
import { limitConcurrencyByKey } from '../../platform/limits/limit-concurrency.ts';
import { hit } from '../../platform/limits/throttle.ts';
import { recordForBoth } from '../../core/activity/activity.queries.ts';
import type { Actor } from '../../core/actor.ts';
import { accessUser } from '../users/users.access.ts';
import { encodePicture } from './encode-picture.ts';
import { deletePicture, storePicture } from './pictures.queries.ts';

/** Enough bytes to distinguish the pictures of one person. */
const VERSION_LENGTH = 16;

/** Limit of pictures per person and hour. Pictures are rendered one after the other, and must not delay thumbnails. */
const PICTURES_AN_HOUR = 30;
const HOUR_MS = 3_600_000;
const inTurnOf = limitConcurrencyByKey(1);

/** Sets the caller's picture. 429 beyond 30 an hour. */
export async function setPicture(deps: Deps, actor: Actor, image: Buffer): Promise<void> {
  const whose = `${actor.deploymentId}/${actor.userId}`;
  const { hits, resetsInMs } = await hit(deps.sql, { scope: 'pictures', subject: whose, windowMs: HOUR_MS }, actor.now);
  if (hits > PICTURES_AN_HOUR) throw tooManyRequests('Too many pictures. Try again later.', resetsInMs / 1000);
  const encoded = await inTurnOf(whose, () => encodePicture(deps.renderer, image));
  const pictures = encoded.map((each) => ({ ...each, hash: createHash('sha256').update(each.png).digest('hex') }));
  const version = pictures[0]?.hash.slice(0, VERSION_LENGTH) ?? '';
  await transaction(deps.sql, async (tx) => {
    const user = await accessUser(tx, actor, actor.userId, 'ChangePicture', 'change');
    await storePicture(tx, { deploymentId: actor.deploymentId, userId: user.userId }, version, pictures);
    await record(tx, actor, user, true);
  });
}

/** Removes a person's picture: people can remove their own, and site admins anyone's. */
export async function removePicture(deps: Deps, actor: Actor, userId: number): Promise<void> {
  await transaction(deps.sql, async (tx) => {
    const user = await accessUser(tx, actor, userId, 'ChangePicture', 'change');
    await deletePicture(tx, { deploymentId: actor.deploymentId, userId });
    await record(tx, actor, user, false);
  });
}

async function record(
  tx: Parameters<typeof recordForBoth>[0],
  actor: Actor,
  { userId, email }: { userId: number; email: string },
  hasPicture: boolean,
): Promise<void> {
  await recordForBoth(tx, actor, userId, { type: 'UserChanged', contentName: email, details: { hasPicture } });
}
