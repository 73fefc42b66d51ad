/**
 * Appending to a staged upload: the one deliberate case of a store at work inside a transaction. The lock of the upload's
 * row is what makes one writer at a time, over all processes, and it ends with its process (decision 0011).
 */
import postgres from 'postgres';
import type { Deps } from '../../deps.ts';
import type { Block } from '../../platform/blobs/source.ts';
import { transaction } from '../../platform/db/connection.ts';
import { tooLarge } from '../../platform/errors.ts';
import type { Actor } from '../actor.ts';
import { accessUpload, assertOpen, atOffset, uploadIsGone } from './staged.access.ts';
import { assertSize } from './staged.actions.ts';
import { type StagedUpload, recordGrowth } from './staged.queries.ts';

const LOCK_NOT_AVAILABLE = '55P03';

export type Appended = { upload: StagedUpload; memory: Block };

/**
 * Appends a piece at `at`, durably, and takes its memory for `wanted` bytes of other memory. 404 for the upload; 409 with
 * the offset in `Upload-Offset` if that is not where the upload ends, if it is complete, or if somebody else is writing;
 * 413 beyond its length or the limit. Nothing of a refused or failed piece is kept.
 */
export async function appendPiece(
  deps: Deps,
  asking: Actor,
  identifier: string,
  { at, piece, wanted = 0 }: { at: number; piece: Block; wanted?: number },
): Promise<Appended> {
  // The piece may have taken its time to arrive.
  const actor = { ...asking, now: deps.clock() };
  const upload = await deps
    .inStoreTurn(() => grow(deps, actor, identifier, at, piece))
    .catch(async (error: unknown) => {
      if (!(error instanceof postgres.PostgresError) || error.code !== LOCK_NOT_AVAILABLE) throw error;
      const { size } = await accessUpload(deps.sql, actor, identifier);
      throw atOffset(size, 'Another request is writing to this upload.');
    });
  return { upload, memory: await deps.sums.add(upload.storageKey, at, piece, wanted) };
}

async function grow(deps: Deps, actor: Actor, identifier: string, at: number, piece: Block): Promise<StagedUpload> {
  return transaction(deps.sql, async (tx) => {
    const upload = await accessUpload(tx, actor, identifier, 'or fail');
    const size = at + piece.byteLength;
    assertOpen(upload);
    if (upload.size !== at) throw atOffset(upload.size, `The upload goes on at ${upload.size}, not at ${at}.`);
    if (upload.length !== null && size > upload.length) {
      throw tooLarge(`The upload was announced with ${upload.length} bytes, and this piece ends at ${size}.`);
    }
    assertSize(size, deps.config.maxDocumentBytes);
    const growth = await deps.blobs.append(upload.storageKey, at, upload.growth, piece).catch(uploadIsGone);
    const grown = { ...upload, size, growth };
    await recordGrowth(tx, actor, grown);
    return grown;
  });
}
