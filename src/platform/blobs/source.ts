/** Takes in a stream of chunks of any size, within a limit, and regroups it into blocks worth a write. */
import { BlobTooLargeError, type PutOptions } from './store.ts';

/** Memory that the holder may hand to another thread: never a slice of a pool. */
export type Block = Uint8Array<ArrayBuffer>;

/** Memory for a block; what was in it before is not cleared. */
export function newBlock(bytes: number): Block {
  return Buffer.allocUnsafeSlow(bytes);
}

/**
 * Fills `first` and then the blocks that `flush` gives in exchange for full ones. Chunks are copied, so they stay the
 * source's. Returns the size of everything and the bytes of the last block, which is not flushed (and may be full).
 */
export async function fillBlocks(
  source: AsyncIterable<Uint8Array>,
  { maxBytes, signal }: PutOptions,
  first: Block,
  flush: (full: Block) => Promise<Block>,
): Promise<{ size: number; rest: Block }> {
  let block = first;
  let filled = 0;
  let size = 0;
  for await (const chunk of signal === undefined ? source : abortable(source, signal)) {
    size += chunk.byteLength;
    if (size > maxBytes) throw new BlobTooLargeError(maxBytes);
    for (let taken = 0; taken < chunk.byteLength;) {
      if (filled === block.byteLength) {
        block = await flush(block);
        filled = 0;
      }
      const part = chunk.subarray(taken, taken + block.byteLength - filled);
      block.set(part, filled);
      filled += part.byteLength;
      taken += part.byteLength;
    }
  }
  signal?.throwIfAborted();
  return { size, rest: block.subarray(0, filled) };
}

// `for await` alone would notice the signal only when the next chunk comes, which from a stalled client is never.
async function* abortable<T>(source: AsyncIterable<T>, signal: AbortSignal): AsyncGenerator<T, void> {
  const aborted = Promise.withResolvers<never>();
  aborted.promise.catch(() => {});
  const abort = () => aborted.reject(signal.reason);
  if (signal.aborted) abort();
  signal.addEventListener('abort', abort);
  const iterator = source[Symbol.asyncIterator]();
  try {
    for (;;) {
      const next = await Promise.race([aborted.promise, iterator.next()]);
      if (next.done === true) return;
      yield next.value;
    }
  } finally {
    signal.removeEventListener('abort', abort);
    // Not awaited: a source that hangs answers only after the read it hangs in.
    iterator.return?.().catch(() => {});
  }
}
