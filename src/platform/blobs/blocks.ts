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
const PAGE_BYTES = 4096;
const WASM_PAGE_BYTES = 64 * 1024;

/** The only memory of JavaScript that begins at a page. The types of Node.js lack it. */
declare const WebAssembly: {
  Memory: new (size: { initial: number; maximum: number; shared: true }) => { buffer: SharedArrayBuffer };
};

// Buffers that begin at a page.
const aligned = new WeakSet<ArrayBufferLike>();

const pool: SharedArrayBuffer[] = [];
let pooledBytes = 0;

/** Takes a block of this size from the pool. Return it with `releaseBlock`. From 1 MiB on it begins at a page. */
export function takeBlock(bytes: number): Block {
  const whole = roundedSize(bytes);
  const index = pool.findLastIndex((buffer) => buffer.byteLength === whole);
  const [buffer = allocate(whole)] = index === -1 ? [] : pool.splice(index, 1);
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

/** Whether the bytes begin and end at pages of memory, as the disk requires to read them itself. */
export function isAligned({ buffer, byteOffset, byteLength }: Uint8Array): boolean {
  return aligned.has(buffer) && byteOffset % PAGE_BYTES === 0 && byteLength % PAGE_BYTES === 0;
}

function allocate(bytes: number): SharedArrayBuffer {
  if (bytes < MIB) return new SharedArrayBuffer(bytes);
  const pages = bytes / WASM_PAGE_BYTES;
  try {
    const { buffer } = new WebAssembly.Memory({ initial: pages, maximum: pages, shared: true });
    aligned.add(buffer);
    return buffer;
  } catch {
    // Such memory reserves gigabytes of addresses, which some machines limit.
    return new SharedArrayBuffer(bytes);
  }
}

// Rounds to a few sizes, so that blocks can be reused.
function roundedSize(bytes: number): number {
  if (bytes > MIB) return Math.ceil(bytes / MIB) * MIB;
  return 2 ** Math.ceil(Math.log2(Math.max(bytes, SMALLEST_BYTES)));
}
