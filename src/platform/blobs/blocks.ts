/**
 * Memory blocks for content in transit, shared with worker threads, in chunks that are divided and joined by halves
 * (decision 0139). The garbage collector hardly notices such memory: what it has to free stays for minutes.
 */

/** Memory that any thread can read. Previous content is not cleared. */
export type Block = Uint8Array<SharedArrayBuffer>;

/** Offsets of free and taken areas. The key of `free` is their size, a power of two; so is the value of `taken`. */
type Chunk = { buffer: SharedArrayBuffer; free: Map<number, Set<number>>; taken: Map<number, number> };

const MIB = 1024 * 1024;
const CHUNK_BYTES = 32 * MIB;
const SMALLEST_BYTES = 64 * 1024;
/** Chunks without a taken block are kept up to this total. Four blocks of one large upload, and those of many small requests, fit. */
const KEPT_BYTES = 96 * MIB;
/** Beyond it the oldest chunk is given up: after failures, blocks in it may never have been returned. */
const MOST_BYTES = 512 * MIB;
const PAGE_BYTES = 4096;
const WASM_PAGE_BYTES = 64 * 1024;

/** The only memory of JavaScript that begins at a page. The types of Node.js lack it. */
declare const WebAssembly: {
  Memory: new (size: { initial: number; maximum: number; shared: true }) => { buffer: SharedArrayBuffer };
};

// Buffers that begin at a page.
const aligned = new WeakSet<ArrayBufferLike>();

// Oldest first: the memory that is used again is the memory that was used before.
const chunks: Chunk[] = [];

/** Takes a block of this size. Return it with `releaseBlock`. It begins at a page where memory can (`isAligned`). */
export function takeBlock(bytes: number): Block {
  const size = 2 ** Math.ceil(Math.log2(Math.max(bytes, SMALLEST_BYTES)));
  // The garbage collector frees a block that is larger than a chunk.
  if (size > CHUNK_BYTES)
    return new Uint8Array(allocate(Math.ceil(bytes / WASM_PAGE_BYTES) * WASM_PAGE_BYTES), 0, bytes);
  for (const chunk of chunks) {
    const at = takeArea(chunk, size);
    if (at !== undefined) return new Uint8Array(chunk.buffer, at, bytes);
  }
  const chunk = addChunk();
  return new Uint8Array(chunk.buffer, takeArea(chunk, size), bytes);
}

/**
 * Returns a block, or a part that begins where it does. Nobody may use it afterwards. After a failure that may leave the
 * block in use, do not release it.
 */
export function releaseBlock({ buffer, byteOffset }: Block): void {
  const chunk = chunks.find((one) => one.buffer === buffer);
  const size = chunk?.taken.get(byteOffset);
  if (chunk === undefined || size === undefined) return;
  chunk.taken.delete(byteOffset);
  freeArea(chunk, byteOffset, size);
  const unused = chunks.filter(({ taken }) => taken.size === 0);
  if (unused.length * CHUNK_BYTES > KEPT_BYTES) chunks.splice(chunks.indexOf(chunk), 1);
}

/** Whether the bytes begin and end at pages of memory, as the disk requires to read them itself. */
export function isAligned({ buffer, byteOffset, byteLength }: Uint8Array): boolean {
  return aligned.has(buffer) && byteOffset % PAGE_BYTES === 0 && byteLength % PAGE_BYTES === 0;
}

function addChunk(): Chunk {
  const free = new Map<number, Set<number>>();
  for (let size = SMALLEST_BYTES; size <= CHUNK_BYTES; size *= 2) free.set(size, new Set());
  const chunk = { buffer: allocate(CHUNK_BYTES), free, taken: new Map<number, number>() };
  free.get(CHUNK_BYTES)?.add(0);
  chunks.push(chunk);
  if (chunks.length * CHUNK_BYTES > MOST_BYTES) chunks.shift();
  return chunk;
}

// The smallest free area that is large enough. The rest of it stays free, in halves.
function takeArea({ free, taken }: Chunk, size: number): number | undefined {
  for (let whole = size; whole <= CHUNK_BYTES; whole *= 2) {
    const [at] = free.get(whole) ?? [];
    if (at === undefined) continue;
    free.get(whole)?.delete(at);
    for (let half = whole / 2; half >= size; half /= 2) free.get(half)?.add(at + half);
    taken.set(at, size);
    return at;
  }
  return undefined;
}

// Joined with its other half if that is free, and so on.
function freeArea({ free }: Chunk, offset: number, bytes: number): void {
  let [at, size] = [offset, bytes];
  while (size < CHUNK_BYTES && free.get(size)?.delete(otherHalf(at, size)) === true) {
    at = Math.min(at, otherHalf(at, size));
    size *= 2;
  }
  free.get(size)?.add(at);
}

function otherHalf(at: number, size: number): number {
  return at % (2 * size) === 0 ? at + size : at - size;
}

function allocate(bytes: number): SharedArrayBuffer {
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
