/** Sends ranges of a file through pooled memory. */
import type { FileHandle } from 'node:fs/promises';
import type { Writable } from 'node:stream';
import { type Block, releaseBlock, takeBlock } from './blocks.ts';
import { withSendMemory } from './room.ts';
import type { ByteRange } from './store.ts';

const BLOCK_BYTES = 1024 * 1024;
/** For many receivers at once. */
const SMALL_BLOCK_BYTES = 64 * 1024;

/**
 * Writes the range to `to` and resolves once all of it is taken; does not end `to`. Reads into one of two blocks while
 * the other is being written. Rejects if the file is shorter or `to` closes.
 */
export async function sendRange(file: FileHandle, range: ByteRange, to: Writable): Promise<void> {
  return withSendMemory((isAmple) => sendInBlocks(file, range, to, isAmple ? BLOCK_BYTES : SMALL_BLOCK_BYTES));
}

async function sendInBlocks(file: FileHandle, range: ByteRange, to: Writable, bytes: number): Promise<void> {
  const size = Math.min(bytes, range.end - range.start);
  const lanes = [newLane(size), newLane(size)] as const;
  try {
    await sendAlternating(file, range, to, lanes);
  } finally {
    // Waits for failed writes as well.
    await Promise.allSettled(lanes.map((lane) => lane.taken));
    for (const { block } of lanes) releaseBlock(block);
  }
}

async function sendAlternating(
  file: FileHandle,
  { start, end }: ByteRange,
  to: Writable,
  lanes: readonly [Lane, Lane],
) {
  for (let position = start, turn: 0 | 1 = 0; position < end; turn = turn === 0 ? 1 : 0) {
    const lane = lanes[turn];
    await lane.taken;
    const { bytesRead } = await file.read(lane.block, 0, Math.min(lane.block.length, end - position), position);
    if (bytesRead === 0) throw new Error('The file is shorter than the range to send.');
    lane.taken = writeTo(to, lane.block.subarray(0, bytesRead));
    // Awaited at the lane's next turn or at the end; an earlier failure must not be an unhandled rejection.
    lane.taken.catch(() => {});
    position += bytesRead;
  }
  await Promise.all(lanes.map((lane) => lane.taken));
}

type Lane = { block: Block; taken: Promise<void> };

function newLane(size: number): Lane {
  return { block: takeBlock(size), taken: Promise.resolve() };
}

/** Writes the bytes and resolves once they are taken; rejects if `to` closes first. */
export function writeTo(to: Writable, bytes: Uint8Array | string): Promise<void> {
  return new Promise((resolve, reject) => {
    const closed = () => reject(new Error('The receiver has disconnected.'));
    if (to.destroyed) return closed();
    to.once('close', closed);
    to.write(bytes, (error) => {
      to.off('close', closed);
      if (error) reject(error);
      else resolve();
    });
  });
}
