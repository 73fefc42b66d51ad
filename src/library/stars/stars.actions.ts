/** Stars items for the caller (docs/api/home.md#starred-items). */
import type { Deps } from '../../platform/deps.ts';
import { type Tx, transaction } from '../../platform/db/connection.ts';
import { waitForTurn } from '../../platform/db/locks.ts';
import { conflict } from '../../platform/errors.ts';
import { limitConcurrencyByKey } from '../../platform/limits/limit-concurrency.ts';
import type { Actor } from '../../core/actor.ts';
import { accessDocument, accessFolder, accessLibrary } from '../tree/tree.access.ts';
import { type StarredKey, countOtherStars, deleteStar, insertStar } from './stars.queries.ts';

// Those of a person wait without a connection.
const inTurnOf = limitConcurrencyByKey(1);

/** Limited, because each list reads all stars of a person. */
export const MAX_STARS = 200;

/** Stars an item that the actor can read. 409 if the actor has MAX_STARS others. */
export async function star(deps: Deps, actor: Actor, item: StarredKey): Promise<void> {
  const work = async (tx: Tx) => {
    await waitForTurn(tx, `stars:${actor.userId}`);
    await accessItem(tx, actor, item);
    if ((await countOtherStars(tx, actor, item)) >= MAX_STARS) {
      throw conflict(`At most ${MAX_STARS} items can be starred. Remove a star first.`);
    }
    await insertStar(tx, actor, item);
  };
  await inTurnOf(actor.userId, () => transaction(deps.sql, work));
}

/** Removes a star. Does not check the item, so that the caller does not learn whether it exists. */
export async function unstar(deps: Deps, actor: Actor, item: StarredKey): Promise<void> {
  await deleteStar(deps.sql, actor, item);
}

async function accessItem(tx: Tx, actor: Actor, { kind, id }: StarredKey): Promise<void> {
  if (kind === 'library') await accessLibrary(tx, actor, id, 'View', 'child');
  else if (kind === 'folder') await accessFolder(tx, actor, id, 'View', 'child');
  else await accessDocument(tx, actor, id, 'View', 'child');
}
