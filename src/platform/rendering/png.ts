const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/**
 * Whether the bytes start as a PNG of at most `size` pixels a side. The output of rendering programs is untrusted too.
 */
export function isPngWithin(bytes: Buffer, size: number): boolean {
  if (bytes.length < 33 || !bytes.subarray(0, 8).equals(SIGNATURE)) return false;
  const width = bytes.readUInt32BE(16);
  const height = bytes.readUInt32BE(20);
  return bytes.toString('latin1', 12, 16) === 'IHDR' && width > 0 && height > 0 && width <= size && height <= size;
}
