/** Documents too large for one upload, put where a server keeps its files, without asking the server. */
import { createHash, randomBytes } from 'node:crypto';
import { open } from 'node:fs/promises';
import { crc32 } from 'node:zlib';

const CHUNK_BYTES = 1024 * 1024;

export type Checksums = { sha256: Buffer; crc32: number };

/** Writes a new file of so many bytes, a multiple of 1 MiB, and resolves to its checksums. */
export async function fillFile(path: string, size: number): Promise<Checksums> {
  const chunk = randomBytes(CHUNK_BYTES);
  const sha256 = createHash('sha256');
  let crc = 0;
  const file = await open(path, 'wx');
  try {
    for (let written = 0; written < size; written += CHUNK_BYTES) {
      await file.write(chunk);
      sha256.update(chunk);
      crc = crc32(chunk, crc);
    }
    await file.sync();
  } finally {
    await file.close();
  }
  return { sha256: sha256.digest(), crc32: crc };
}
