/** Turns stored bytes into a content in use: the last step of every upload. */
import type { Deps } from '../../platform/deps.ts';
import type { StoredBlob } from '../../platform/blobs/store.ts';
import type { Tx } from '../../platform/db/connection.ts';
import { DatabaseError, endsConnection } from '../../platform/db/errors.ts';
import { Problem } from '../../platform/errors.ts';
import type { Actor } from '../../core/actor.ts';
import { creation } from '../../core/idempotency/idempotency.steps.ts';
import { type AdoptedContent, adoptBlob } from '../blobs/blobs.queries.ts';

/** Makes the stored bytes a content of the deployment. Call it after locking the rows that will use it. */
export type Adopt = () => Promise<AdoptedContent>;

/**
 * Runs `work` in a transaction in which it adopts the stored bytes. Removes the new bytes if the deployment has the
 * same content already, or if the work is refused. `attempt` is 2 or more when the work runs again after a conflict
 * with a document of the same name and content.
 */
export async function commitContent<T>(
  deps: Deps,
  actor: Actor,
  stored: StoredBlob,
  work: (tx: Tx, adopt: Adopt, attempt: number) => Promise<T>,
  again: { againOn: string },
): Promise<T> {
  try {
    let usedKey: string | undefined;
    const adopting = (tx: Tx) => async () => {
      const { blobId, storageKey } = await adoptBlob(tx, actor.deploymentId, stored, actor.now);
      usedKey = storageKey;
      return { blobId, size: stored.size, hash: stored.sha256.toString('hex') };
    };
    const result = await creation(deps.sql, actor, (tx, attempt) => work(tx, adopting(tx), attempt), again);
    if (usedKey !== stored.key) await discard(deps, stored);
    return result;
  } catch (error) {
    if (isRefusal(error)) await discard(deps, stored);
    throw error;
  }
}

// If the connection broke or the server ended it, the commit may have succeeded: the sweep decides later.
function isRefusal(error: unknown): boolean {
  return error instanceof Problem || (error instanceof DatabaseError && !endsConnection(error));
}

// Bytes that cannot be removed here become orphans, which the sweep removes.
async function discard({ blobs, log }: Deps, stored: StoredBlob): Promise<void> {
  await blobs
    .remove(stored.key)
    .catch((error: unknown) => log.warn({ err: error }, 'Unused bytes are left to the sweep.'));
}
