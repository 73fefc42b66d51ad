/** Part sizes and tail compaction of appendable content on S3. */

export const PART_BYTES = 8 * 1024 * 1024;
const PARTS_OF_A_SIZE = 1000;
/** From this many on, tail objects are merged. */
const TAIL_OBJECTS = 16;

/**
 * The size at which collected bytes become part `number` (from 1). It doubles every 1000 parts, so that the 10,000
 * parts that S3 allows cover its 5 TiB while small contents wait for 8 MiB only.
 */
export function bytesOfPart(number: number): number {
  return PART_BYTES * 2 ** Math.floor((number - 1) / PARTS_OF_A_SIZE);
}

/**
 * The size of part `number` if pieces of one size follow: the first size that is large enough and does not cut a piece.
 * `rest` bytes are there already.
 */
export function bytesOfNextPart(number: number, rest: number, piece: number): number {
  return rest + piece * Math.max(1, Math.ceil((bytesOfPart(number) - rest) / piece));
}

/**
 * How many of the newest tail objects (sizes oldest first) merge with a piece into one new object: those at most twice
 * as large as everything newer. Each remaining object is more than twice as large as the next, so there are few of
 * them, and a byte is copied O(log n) times however small the pieces are.
 */
export function mergedObjects(sizes: number[], piece: number): number {
  if (sizes.length < TAIL_OBJECTS) return 0;
  let newer = piece;
  const kept = sizes.findLastIndex((size) => {
    if (size > 2 * newer) return true;
    newer += size;
    return false;
  });
  return sizes.length - 1 - kept;
}
