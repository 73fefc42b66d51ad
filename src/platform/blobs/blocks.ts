/**
 * A pool of memory blocks for content in transit, shared with worker threads. Transferring or reallocating a buffer for
 * every block makes the garbage collector scan the whole heap repeatedly, which costs more than the work itself.
 */

/** Memory that any thread can read. Previous content is not cleared. */
export type Block = Uint8Array<SharedArrayBuffer>;

// Enough for the blocks of one large upload. Beyond this, released blocks are left to the garbage collector.
const POOL_BYTES = 48 * 1024 * 1024;

const SMALLEST_BYTES = 64 * 1024;
const MIB = 1024 * 1024;

const pool: SharedArrayBuffer[] = [];
let pooledBytes = 0;

/** Takes a block of this size from the pool. Return it with `releaseBlock`. */
export function takeBlock(bytes: number): Block {
  const whole = roundedSize(bytes);
  const index = pool.findLastIndex((buffer) => buffer.byteLength === whole);
  const [buffer = new SharedArrayBuffer(whole)] = index === -1 ? [] : pool.splice(index, 1);
  if (index !== -1) pooledBytes -= whole;
  return new Uint8Array(buffer, 0, bytes);
}

/**
 * Returns a block, or a part of one, to the pool. Nobody may use it afterwards. After a failure that may leave the
 * block in use, do not release it; the garbage collector frees it.
 */
export function releaseBlock({ buffer }: Block): void {
  pool.push(buffer);
  pooledBytes += buffer.byteLength;
  while (pooledBytes > POOL_BYTES) pooledBytes -= pool.shift()?.byteLength ?? 0;
}

// Rounds to a few sizes, so that blocks can be reused.
function roundedSize(bytes: number): number {
  if (bytes > MIB) return Math.ceil(bytes / MIB) * MIB;
  return 2 ** Math.ceil(Math.log2(Math.max(bytes, SMALLEST_BYTES)));
}
