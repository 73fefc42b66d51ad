/**
 * Appends to staged uploads: the only deliberate case of a store operation inside a transaction. The lock of the
 * upload's row ensures a single writer across processes, and ends with its process (decision 0011), or soon after the
 * process froze (decision 0069).
 */
import type { Deps } from '../../platform/deps.ts';
import { type Block, releaseBlock } from '../../platform/blobs/blocks.ts';
import { type GrowthState, isDeferred } from '../../platform/blobs/store.ts';
import { commitLater, transaction } from '../../platform/db/connection.ts';
import { DatabaseError } from '../../platform/db/errors.ts';
import { limitHold, whileHeld } from '../../platform/db/hold.ts';
import { Problem, tooLarge } from '../../platform/errors.ts';
import { type Actor, at } from '../../core/actor.ts';
import { accessUpload, assertOpen, assertSize, atOffset, uploadIsGone } from './staged.access.ts';
import { type StagedUpload, recordGrowth } from './staged.queries.ts';

const LOCK_NOT_AVAILABLE = '55P03';

/**
 * Appends a piece at offset `at` and takes its memory. Of an upload whose length is known, it may be lost with the
 * machine or the database (decision 0079); all others are durable. 404 for the upload; 409 with the offset in
 * `Upload-Offset` if that is not its end, if it is complete, or if another request is writing; 413 beyond its length or
 * the limit. Nothing of a refused or failed piece is kept.
 */
export async function appendPiece(
  deps: Deps,
  asking: Actor,
  identifier: string,
  { at: offset, piece }: { at: number; piece: Block },
): Promise<StagedUpload> {
  // The piece may have taken long to arrive.
  const actor = at(asking, deps.clock);
  const upload = await deps
    .inStoreTurn(() => grow(deps, actor, identifier, offset, piece))
    .catch(async (error: unknown) => {
      // After any other error, the store may still use the memory.
      if (error instanceof Problem) releaseBlock(piece);
      if (!(error instanceof DatabaseError) || error.code !== LOCK_NOT_AVAILABLE) throw error;
      releaseBlock(piece);
      const { size } = await accessUpload(deps.sql, actor, identifier);
      throw atOffset(size, 'Another request is writing to this upload.');
    });
  await deps.sums.add(upload.storageKey, offset, piece);
  return upload;
}

async function grow(deps: Deps, actor: Actor, identifier: string, offset: number, piece: Block): Promise<StagedUpload> {
  return transaction(deps.sql, async (tx) => {
    const [, upload] = await Promise.all([limitHold(tx), accessUpload(tx, actor, identifier, 'or fail')]);
    const size = offset + piece.byteLength;
    assertOpen(upload);
    if (upload.size !== offset) throw atOffset(upload.size, `The upload goes on at ${upload.size}, not at ${offset}.`);
    if (upload.length !== null && size > upload.length) {
      throw tooLarge(`The upload was announced with ${upload.length} bytes, and this piece ends at ${size}.`);
    }
    assertSize(size, deps.config.maxDocumentBytes);
    dropOldSums(deps, upload);
    const growth = await whileHeld(tx, (assertHeld) =>
      deps.blobs.append(upload.storageKey, offset, stateOf(deps, upload), piece, assertHeld),
    ).catch(uploadIsGone);
    const grown = { ...upload, size, growth };
    // The offset need not be more durable than the bytes.
    if (isDeferred(growth)) tx.commitWith(commitLater(tx));
    tx.commitWith(recordGrowth(tx, actor, grown));
    return grown;
  });
}

/**
 * Drops the running hash if another process appended last. After a crash of the database, that process may have written
 * other bytes where this one had written before.
 */
export function dropOldSums({ blobs, sums }: Deps, { growth, storageKey }: StagedUpload): void {
  if (isDeferred(growth) && growth?.['writer'] !== blobs.deferred?.writer) sums.drop(storageKey);
}

// Without a known length, nothing would show that a client went on behind a lost piece.
function stateOf({ blobs }: Deps, { growth, size, length }: StagedUpload): GrowthState {
  return growth ?? (size === 0 && length !== null ? (blobs.deferred ?? null) : null);
}
