/** Reads a stream of chunks of any size, up to a limit, and regroups it into blocks of a useful size. */
import { abortable } from '../abortable.ts';
import { type Block, releaseBlock, takeBlock } from './blocks.ts';
import { BlobTooLargeError, type PutOptions, SMALL_CONTENT_BYTES } from './store.ts';

const MIB = 1024 * 1024;

/** Bytes of the first block, and of the one that is about to be filled. */
export type BlockSizes = { first: number; further: () => number };
const USUAL: BlockSizes = { first: SMALL_CONTENT_BYTES, further: () => MIB };

/**
 * Fills block after block; `flush` takes each full block and its memory. Copies chunks, so the source keeps theirs.
 * Returns the total size and the bytes of the last block, which is not flushed (and may be full) and belongs to the
 * caller.
 */
export async function fillBlocks(
  source: AsyncIterable<Uint8Array>,
  { maxBytes, signal }: PutOptions,
  flush: (full: Block) => Promise<void>,
  { first, further }: BlockSizes = USUAL,
): Promise<{ size: number; rest: Block }> {
  // None while one is being flushed, so that there is never one more than needed.
  let block: Block | undefined = takeBlock(first);
  let filled = 0;
  let size = 0;
  try {
    for await (const chunk of signal === undefined ? source : abortable(source, signal)) {
      size += chunk.byteLength;
      if (size > maxBytes) throw new BlobTooLargeError(maxBytes);
      for (let taken = 0; taken < chunk.byteLength;) {
        if (filled === block?.byteLength) {
          const full = block;
          block = undefined;
          await flush(full);
          filled = 0;
        }
        block ??= takeBlock(further());
        const copied = copyInto(block, filled, chunk, taken);
        filled += copied;
        taken += copied;
      }
    }
    signal?.throwIfAborted();
  } catch (error) {
    if (block !== undefined) releaseBlock(block);
    throw error;
  }
  return { size, rest: block.subarray(0, filled) };
}

// Not by TypedArray.set, which copies into shared memory in small units and takes nearly twice the CPU.
function copyInto(block: Block, at: number, chunk: Uint8Array, from: number): number {
  const source = Buffer.isBuffer(chunk) ? chunk : Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
  return source.copy(block, at, from);
}

/**
 * Yields chunks that the source gives away. Each is released when the next one is requested. They are few objects with
 * much external memory: left to the garbage collector, that memory accumulates and triggers dozens of full collections
 * for large content. Chunks that share their memory, as small ones do, are not released.
 */
export async function* passing(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer, void> {
  for await (const chunk of source) {
    yield chunk;
    const { buffer, byteLength } = chunk;
    if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0);
  }
}
