/** Lists a ZIP archive without reading its files: only the directory at its end is read, in pieces. */
import { type Entry, RandomAccessReader, fromRandomAccessReaderPromise, getFileNameLowLevel } from 'yauzl';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { type ByteRange, SMALL_CONTENT_BYTES } from '../../platform/blobs/store.ts';

/** Entries of an answer; the rest are left out. */
const MAX_ENTRIES = 10_000;
/** Of the directory. 10 000 entries usually take 1.5 MiB, but names and comments of an entry can have 192 KiB. */
const MAX_BYTES = 4 * 1024 * 1024;
const MAX_NAME_LETTERS = 1_000;
/** Beyond these years a time is damaged. */
const YEARS = { first: 1970, last: 2200 };
/** The meaning of a time that is not set: month 0 and day 0 of 1980. */
const NO_TIME = Date.UTC(1979, 10, 30);

/** `size`: as the archive declares it. `modifiedAt`: null if it is not valid. */
export type ArchiveEntry = {
  name: string;
  size: number;
  modifiedAt: Date | null;
  isFolder: boolean;
  isEncrypted: boolean;
};

/** `count`: as the archive declares it. */
export type ArchiveList = { entries: ArchiveEntry[]; count: number; isComplete: boolean };

/** The stored archive. Errors of `read` pass through. */
type Source = { size: number; read(range: ByteRange): Promise<Buffer | Readable> };

/** The entries in the order of the archive; null if it is not a ZIP archive, or damaged before the first entry. */
export async function listArchive(source: Source): Promise<ArchiveList | null> {
  const reader = new PieceReader(source);
  const options = { lazyEntries: true, decodeStrings: false, validateEntrySizes: false, autoClose: false };
  const entries: ArchiveEntry[] = [];
  let count = 0;
  try {
    const zip = await fromRandomAccessReaderPromise(reader, source.size, options);
    count = zip.entryCount;
    for await (const entry of zip.eachEntry()) {
      if (entries.length === MAX_ENTRIES) return { entries, count, isComplete: false };
      entries.push(describe(entry));
    }
    return { entries, count, isComplete: true };
  } catch (error) {
    if (reader.failure !== undefined) throw reader.failure;
    // The archive is damaged here, too large or strongly encrypted: the entries before it are valid.
    if (entries.length > 0) return { entries, count, isComplete: false };
    if (error instanceof Error) return null;
    throw error;
  }
}

function describe(entry: Entry): ArchiveEntry {
  const { generalPurposeBitFlag, fileNameRaw, extraFields, uncompressedSize } = entry;
  const name = getFileNameLowLevel(generalPurposeBitFlag, fileNameRaw, extraFields, false);
  const modified = entry.getLastModDate({ timezone: 'UTC' });
  const year = modified.getUTCFullYear();
  return {
    name: safeName(name),
    size: uncompressedSize,
    modifiedAt: year >= YEARS.first && year <= YEARS.last && modified.getTime() !== NO_TIME ? modified : null,
    isFolder: /[/\\]$/.test(name),
    isEncrypted: entry.isEncrypted(),
  };
}

// Without control characters, and without letters that change the direction of those after them.
function safeName(name: string): string {
  const safe = name
    .toWellFormed()
    .replaceAll('\\', '/')
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\u200E\u200F\u061C\u202A-\u202E\u2066-\u2069]/gu, '\uFFFD');
  const letters = Array.from(safe.slice(0, 2 * MAX_NAME_LETTERS));
  return letters.length <= MAX_NAME_LETTERS ? letters.join('') : `${letters.slice(0, MAX_NAME_LETTERS).join('')}…`;
}

/** Reads pieces of 64 KiB, because the library asks for each entry twice. */
class PieceReader extends RandomAccessReader {
  /** The error of the store, which the library would present as damage of the archive. */
  failure: unknown;
  #source: Source;
  #piece: { start: number; bytes: Buffer } = { start: 0, bytes: Buffer.alloc(0) };
  #read = 0;

  constructor(source: Source) {
    super();
    this.#source = source;
  }

  override read(to: Buffer, offset: number, length: number, position: number, done: (error: Error | null) => void) {
    this.#copy(to.subarray(offset, offset + length), position).then(
      () => done(null),
      (error: Error) => done(error),
    );
  }

  async #copy(to: Buffer, position: number): Promise<void> {
    for (let copied = 0; copied < to.length;) {
      const at = position + copied - this.#piece.start;
      const isHere = at >= 0 && at < this.#piece.bytes.length;
      if (isHere) copied += this.#piece.bytes.copy(to, copied, at);
      else await this.#load(position + copied);
    }
  }

  async #load(start: number): Promise<void> {
    const end = Math.min(start + SMALL_CONTENT_BYTES, this.#source.size);
    this.#read += end - start;
    if (start < 0 || start >= end || this.#read > MAX_BYTES) throw new Error('The directory is too large or damaged.');
    const bytes = await this.#fetch({ start, end });
    if (bytes.length === 0) throw new Error('The archive is shorter than expected.');
    this.#piece = { start, bytes };
  }

  async #fetch(range: ByteRange): Promise<Buffer> {
    try {
      const content = await this.#source.read(range);
      return Buffer.isBuffer(content) ? content : await buffer(content);
    } catch (error) {
      this.failure = error;
      throw error;
    }
  }
}
