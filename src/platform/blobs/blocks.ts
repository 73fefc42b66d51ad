/**
 * Memory for content on its way, used again and again. Threads share it: handing it over by transfer, or allocating it anew
 * for each block, makes the garbage collector look at the whole heap again and again, which costs more than the work itself.
 */

/** Memory that any thread may read. What was in it before is not cleared. */
export type Block = Uint8Array<SharedArrayBuffer>;

// Enough for the blocks of one large upload. Beyond it, what was given back first is left to the garbage collector.
const POOL_BYTES = 48 * 1024 * 1024;

const SMALLEST_BYTES = 64 * 1024;
const MIB = 1024 * 1024;

const pool: SharedArrayBuffer[] = [];
let pooledBytes = 0;

/** A block of so many bytes, until `giveBack`. */
export function takeBlock(bytes: number): Block {
  const whole = roundedSize(bytes);
  const index = pool.findLastIndex((buffer) => buffer.byteLength === whole);
  const [buffer = new SharedArrayBuffer(whole)] = index === -1 ? [] : pool.splice(index, 1);
  if (index !== -1) pooledBytes -= whole;
  return new Uint8Array(buffer, 0, bytes);
}

/**
 * Takes the memory of a block, or of a part of one, back: nobody may use it any more. Where work has failed and somebody may
 * still be at it, it is left to the garbage collector instead.
 */
export function releaseBlock({ buffer }: Block): void {
  pool.push(buffer);
  pooledBytes += buffer.byteLength;
  while (pooledBytes > POOL_BYTES) pooledBytes -= pool.shift()?.byteLength ?? 0;
}

// Memory comes in few sizes, so that it fits again.
function roundedSize(bytes: number): number {
  if (bytes > MIB) return Math.ceil(bytes / MIB) * MIB;
  return 2 ** Math.ceil(Math.log2(Math.max(bytes, SMALLEST_BYTES)));
}
