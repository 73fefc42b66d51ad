/** From stored bytes to a content in use: the step that every upload ends with. */
import postgres from 'postgres';
import type { Deps } from '../../deps.ts';
import type { StoredBlob } from '../../platform/blobs/store.ts';
import { type Tx, transaction } from '../../platform/db/connection.ts';
import { Problem } from '../../platform/errors.ts';
import type { Actor } from '../actor.ts';
import type { Content } from '../documents/documents.queries.ts';
import { adoptBlob } from './blobs.queries.ts';

/**
 * Runs `work` in a transaction in which the stored bytes are a content of the actor's deployment. If the deployment has
 * the same content already, that one is used and the new bytes are removed; so are they when the work is refused.
 */
export async function commitContent<T>(
  deps: Deps,
  actor: Actor,
  stored: StoredBlob,
  work: (tx: Tx, content: Content) => Promise<T>,
): Promise<T> {
  try {
    const { result, storageKey } = await transaction(deps.sql, async (tx) => {
      const blob = await adoptBlob(tx, actor.deploymentId, stored, actor.now);
      const content = { blobId: blob.blobId, size: stored.size, hash: stored.sha256.toString('hex') };
      return { result: await work(tx, content), storageKey: blob.storageKey };
    });
    if (storageKey !== stored.key) await discard(deps, stored);
    return result;
  } catch (error) {
    // Only a refusal is certain. If the connection broke, the commit may have come through: the sweeper will know.
    if (error instanceof Problem || error instanceof postgres.PostgresError) await discard(deps, stored);
    throw error;
  }
}

// What is not removed here is an orphan, which the sweeper removes.
async function discard({ blobs, log }: Deps, stored: StoredBlob): Promise<void> {
  await blobs
    .remove(stored.key)
    .catch((error: unknown) => log.warn({ err: error }, 'Unused bytes are left to the sweeper.'));
}
