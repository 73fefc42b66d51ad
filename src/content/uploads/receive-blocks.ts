/** Receives a portion of any size into a staged upload, block by block. */
import type { IncomingMessage } from 'node:http';
import { type Block, releaseBlock } from '../../platform/blobs/blocks.ts';
import { fillBlocks } from '../../platform/blobs/source.ts';
import type { Actor } from '../../core/actor.ts';
import { announcedBytes, brokenOff, received } from './receive.ts';
import { appendPiece } from './append-piece.ts';
import type { UploadDeps } from './staged.steps.ts';
import { whileReserved } from './while-reserved.ts';

const LARGEST_BLOCK = 16 * 1024 * 1024;
const SMALLEST_BLOCK = 512 * 1024;

// Uploads in this process. The total size of their blocks stays at that of a few large ones.
let receiving = 0;

/**
 * Appends the body from offset `at`. Receives the next block while one is being appended, and no more. Bytes that the
 * store has acknowledged stay, even if the rest fails; a truncated body (400) keeps everything received. Throws like
 * `appendPiece` and `whileReserved`. Returns the size of the upload. `activeAt`: when the upload last received bytes.
 */
export async function receiveBlocks(
  deps: UploadDeps,
  actor: Actor,
  identifier: string,
  { at, activeAt, body }: { at: number; activeAt: Date; body: IncomingMessage },
): Promise<number> {
  receiving++;
  try {
    const announced = announcedBytes(body) ?? LARGEST_BLOCK;
    // Asked for each block, because other uploads begin and end meanwhile. Powers of two fill their memory, and whole
    // pages pass the page cache.
    const share = () => 2 ** Math.floor(Math.log2(LARGEST_BLOCK / receiving));
    const blockBytes = () => Math.min(announced, Math.max(SMALLEST_BLOCK, share()));
    let size = at;
    const append = async (piece: Block) => {
      ({ size } = await appendPiece(deps, actor, identifier, { at: size, piece }));
    };
    let appending = Promise.resolve();
    const flush = async (full: Block) => {
      await appending;
      appending = append(full);
      appending.catch(() => {}); // The failure surfaces with the next full block, or at the end.
    };
    const chunks = whileReserved(deps, actor, identifier, { activeAt, chunks: received(body) });
    const sizes = { first: blockBytes(), further: blockBytes };
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
