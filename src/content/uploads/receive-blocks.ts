/** Receiving a part of any size into a staged upload, block by block. */
import type { IncomingMessage } from 'node:http';
import type { Deps } from '../../platform/deps.ts';
import { type Block, releaseBlock } from '../../platform/blobs/blocks.ts';
import { fillBlocks } from '../../platform/blobs/source.ts';
import type { Actor } from '../../core/actor.ts';
import { announcedBytes, brokenOff, received } from './receive.ts';
import { appendPiece } from './staged.append.ts';
import { whileReserved } from './staged.reserve.ts';

const LARGEST_BLOCK = 16 * 1024 * 1024;
const SMALLEST_BLOCK = 512 * 1024;

// In this process at the moment. All their blocks together stay at the size of a few large ones.
let receiving = 0;

/**
 * Appends what the body brings, from `at` on. While one block is being appended the next is received, and no more than
 * that. What was acknowledged by the store stays, whatever happens to the rest; a body that breaks off (400) keeps all that
 * arrived of it. Refusals are those of `appendPiece` and `whileReserved`. Returns the size of the upload. `activeAt`: when the
 * upload last received bytes.
 */
export async function receiveBlocks(
  deps: Deps,
  actor: Actor,
  identifier: string,
  { at, activeAt, body }: { at: number; activeAt: Date; body: IncomingMessage },
): Promise<number> {
  receiving++;
  try {
    const bytes = Math.min(announcedBytes(body) ?? LARGEST_BLOCK, Math.max(SMALLEST_BLOCK, LARGEST_BLOCK / receiving));
    let size = at;
    const append = async (piece: Block) => {
      ({ size } = await appendPiece(deps, actor, identifier, { at: size, piece }));
    };
    let appending = Promise.resolve();
    const flush = async (full: Block) => {
      await appending;
      appending = append(full);
      appending.catch(() => {}); // Seen when the next block is full, or at the end.
    };
    const chunks = whileReserved(deps, actor, identifier, { activeAt, chunks: received(body) });
    const sizes = { first: bytes, further: bytes };
    const { rest } = await fillBlocks(chunks, { maxBytes: Infinity }, flush, sizes);
    await appending;
    if (rest.byteLength > 0) await append(rest);
    else releaseBlock(rest);
    if (!body.readableEnded) throw brokenOff();
    return size;
  } finally {
    receiving--;
  }
}
