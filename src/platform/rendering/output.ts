/** Reads the output of a rendering program, which is untrusted like the file that it rendered. */
import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { join } from 'node:path';
import { ABOUT, type About, type FormType, OUTPUT, TEXT_METHODS } from './job.ts';

const MIB = 1024 * 1024;
/** As much as a program can write (renderer.ts). */
export const MAX_PLAYBACK_BYTES = 256 * MIB;
const MAX_BYTES: Record<FormType, number> = {
  thumbnail: 8 * MIB,
  pdf: 128 * MIB,
  count: 0,
  pages: 32 * MIB,
  mark: 16 * MIB,
  playback: MAX_PLAYBACK_BYTES,
  text: 8 * MIB,
};
const MAX_ABOUT_BYTES = 4096;
const HEAD_BYTES = 33;
const PNG_SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** Stores the bytes of an output. */
export type Save<T> = (content: AsyncIterable<Buffer>) => Promise<T>;

/** Saves the output in the folder; null if there is none that is what it should be. `size`: as in the job. */
export async function saveOutput<T>(
  folder: string,
  { type, size }: { type: FormType; size: number },
  save: Save<T>,
): Promise<T | null> {
  return withFile(join(folder, OUTPUT), MAX_BYTES[type], async (file) => {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
    if (!isExpected(buffer.subarray(0, bytesRead), type, size)) return null;
    return save(file.createReadStream({ start: 0, autoClose: false }) as AsyncIterable<Buffer>);
  });
}

/** The description of the output; null if there is no valid one. */
export async function readAbout(folder: string): Promise<About | null> {
  const text = await withFile(join(folder, ABOUT), MAX_ABOUT_BYTES, (file) => file.readFile('utf8'));
  if (text === null) return null;
  try {
    return validAbout(JSON.parse(text));
  } catch {
    return null;
  }
}

// The file may be anything: do not follow a link or wait for a pipe.
async function withFile<T>(path: string, maxBytes: number, use: (file: FileHandle) => Promise<T>): Promise<T | null> {
  const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
  const file = await open(path, flags).catch(() => null);
  if (file === null) return null;
  try {
    const found = await file.stat();
    return found.isFile() && found.size <= maxBytes ? await use(file) : null;
  } finally {
    await file.close();
  }
}

function isExpected(head: Buffer, type: FormType, size: number): boolean {
  const starts = (text: string, at = 0) => head.toString('latin1', at, at + text.length) === text;
  if (type === 'thumbnail') return isPngWithin(head, size);
  if (type === 'pdf') return starts('%PDF-');
  // `readTextPages` checks the rest.
  if (type === 'text') return starts('{');
  if (type === 'playback') return starts('ftyp', 4);
  return starts('RIFF') && starts('WEBP', 8);
}

function isPngWithin(head: Buffer, size: number): boolean {
  if (head.length < HEAD_BYTES || !head.subarray(0, 8).equals(PNG_SIGNATURE)) return false;
  const width = head.readUInt32BE(16);
  const height = head.readUInt32BE(20);
  return head.toString('latin1', 12, 16) === 'IHDR' && width > 0 && height > 0 && width <= size && height <= size;
}

function validAbout(value: unknown): About | null {
  const { count, width, height, isComplete, ends, method, seconds } = value as Record<string, unknown>;
  if (Array.isArray(ends)) {
    const isIncreasing = ends.every((end, at) => isCount(end) && end > (at === 0 ? 0 : Number(ends[at - 1])));
    return isIncreasing ? { ends } : null;
  }
  const known = TEXT_METHODS.find((name) => name === method);
  if (known !== undefined) return typeof isComplete === 'boolean' ? { method: known, isComplete } : null;
  if (isLength(seconds)) return typeof isComplete === 'boolean' ? { seconds, isComplete } : null;
  if (!isCount(count) || !isLength(width) || !isLength(height) || typeof isComplete !== 'boolean') return null;
  return { count, width, height, isComplete };
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) > 0;
}

function isLength(value: unknown): value is number {
  return typeof value === 'number' && value > 0 && value < 1e9;
}
