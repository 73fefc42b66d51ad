/** Rows in the format of PostgreSQL's COPY, compressed, with checksums. */
import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { constants, createGunzip, createGzip } from 'node:zlib';
import type { Content } from '../platform/blobs/disk/inspect.ts';
import type { DumpFile } from './manifest.ts';

const BLOCK_BYTES = 256 * 1024;
const NEWLINE = 10;

/** Writes the rows to a new file and syncs it. */
export async function writeDumpFile(
  snapshot: string,
  file: string,
  rows: AsyncIterable<Uint8Array>,
): Promise<DumpFile> {
  let [count, size] = [0, 0];
  const hash = createHash('sha256');
  await pipeline(
    rows,
    async function* (chunks: AsyncIterable<Uint8Array>) {
      for await (const block of inBlocks(chunks)) {
        for (let at = block.indexOf(NEWLINE); at !== -1; at = block.indexOf(NEWLINE, at + 1)) count += 1;
        yield block;
      }
    },
    createGzip({ level: constants.Z_BEST_SPEED }),
    async function* (chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        size += chunk.length;
        hash.update(chunk);
        yield chunk;
      }
    },
    createWriteStream(join(snapshot, file), { flags: 'wx', mode: 0o600, flush: true }),
  );
  return { File: file, Rows: count, Size: size, Sha256: hash.digest('hex') };
}

/** The rows of a file. */
export function readDumpFile(snapshot: string, { File }: DumpFile): Readable {
  const file = createReadStream(join(snapshot, File), { highWaterMark: BLOCK_BYTES });
  const gunzip = createGunzip({ chunkSize: BLOCK_BYTES });
  // Errors of the file reach the reader of the rows.
  file.on('error', (error) => gunzip.destroy(error));
  return file.pipe(gunzip);
}

/** Throws a one-line error if the file has changed since it was written. */
export async function assertSame(snapshot: string, { File, Size, Sha256 }: DumpFile): Promise<void> {
  const hash = createHash('sha256');
  let size = 0;
  for await (const chunk of createReadStream(join(snapshot, File), { highWaterMark: BLOCK_BYTES })) {
    size += (chunk as Buffer).length;
    hash.update(chunk as Buffer);
  }
  if (size !== Size || hash.digest('hex') !== Sha256) {
    throw new Error(`${join(snapshot, File)} is damaged; restore another snapshot (${dirname(snapshot)}).`);
  }
}

/** The contents that a snapshot names, ordered by key. */
export async function* readContents(snapshot: string, file: DumpFile): AsyncGenerator<Content, void> {
  const rows: AsyncIterable<Buffer> = readDumpFile(snapshot, file);
  let rest = '';
  for await (const block of rows) {
    const lines = (rest + block.toString('latin1')).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      const [key = '', size = '', sha256 = ''] = line.split('\t');
      yield { key, size: Number(size), sha256 };
    }
  }
}

// Batches rows, because compressing each one separately is far more expensive.
async function* inBlocks(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer, void> {
  let parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of chunks) {
    parts.push(chunk);
    bytes += chunk.byteLength;
    if (bytes < BLOCK_BYTES) continue;
    yield Buffer.concat(parts);
    [parts, bytes] = [[], 0];
  }
  if (bytes > 0) yield Buffer.concat(parts);
}
