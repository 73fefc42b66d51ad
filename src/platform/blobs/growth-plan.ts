/** The arithmetic of content that grows on S3: how large its parts are, and which tail objects are put together. */

export const PART_BYTES = 8 * 1024 * 1024;
const PARTS_OF_A_SIZE = 1000;
/** From so many on, tail objects are put together. */
const TAIL_OBJECTS = 16;

/**
 * Bytes from which on what is gathered becomes part `number` (from 1). They double every 1000 parts, so that the 10 000
 * parts which S3 allows are enough for its 5 TiB, and small contents wait for 8 MiB only.
 */
export function bytesOfPart(number: number): number {
  return PART_BYTES * 2 ** Math.floor((number - 1) / PARTS_OF_A_SIZE);
}

/**
 * How many of the newest tail objects (sizes oldest first) go into one new object together with a piece: those at most
 * twice as large as all that is newer. So there are never many, each more than twice as large as the next, and a byte is
 * copied a number of times that grows with the logarithm only, however small the pieces are.
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
