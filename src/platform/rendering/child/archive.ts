/** Safe unpacking of office documents, which are ZIP archives. */
import { isUtf8 } from 'node:buffer';
import { text as readStream } from 'node:stream/consumers';
import { type Entry, type ZipFile, getFileNameLowLevel, openPromise } from 'yauzl';

const MIB = 1024 * 1024;
const MAX_ENTRIES = 5_000;
const MAX_BYTES = 256 * MIB;
/** For an entry that is read as a whole. */
const MAX_TEXT_BYTES = 32 * MIB;
/** For entries that are read together. */
const MAX_TEXTS_BYTES = 64 * MIB;
/** Deflate reaches 1000:1 for repetition only; text documents stay below 50:1. */
const MAX_RATIO = 200;
const SMALL_BYTES = MIB;

/**
 * Lists the archive. Rejects one that is not a document: too many entries, duplicate names, too many bytes, or the
 * compression ratio of a bomb. Sizes are as declared; reading an entry that exceeds its declared size fails.
 */
async function openArchive(path: string): Promise<{ zip: ZipFile; entries: Map<string, Entry> }> {
  const zip = await openPromise(path, { lazyEntries: true, autoClose: false, validateEntrySizes: true });
  const entries = new Map<string, Entry>();
  let total = 0;
  for await (const entry of zip.eachEntry()) {
    total += entry.uncompressedSize;
    const isTooLarge = entries.size >= MAX_ENTRIES || total > MAX_BYTES || isBomb(entry);
    if (isTooLarge) throw new Error('the archive is too large inside');
    // Readers differ in which of two duplicates they use.
    if (entries.has(entry.fileName)) throw new Error('the archive has duplicate entries');
    entries.set(entry.fileName, entry);
  }
  return { zip, entries };
}

/** Rejects bombs and archives whose entries do not match their declared sizes, for readers that do not check. */
export async function assertHonest(path: string): Promise<void> {
  const { zip, entries } = await openArchive(path);
  for (const entry of entries.values()) {
    if (entry.fileName.endsWith('/')) continue;
    const stream = await zip.openReadStreamPromise(entry);
    for await (const _ of stream);
  }
  zip.close();
}

/** The text of an entry, or undefined if it does not exist. */
export async function readEntry(path: string, name: string): Promise<string | undefined> {
  const { zip, entries } = await openArchive(path);
  try {
    const entry = entries.get(name);
    if (entry === undefined) return undefined;
    if (entry.uncompressedSize > MAX_TEXT_BYTES) throw new Error(`${name} is too large`);
    return await readStream(await zip.openReadStreamPromise(entry));
  } finally {
    zip.close();
  }
}

/** The texts of the entries that match, as far as they take at most 64 MiB together, in the order of their names. */
export async function readEntries(path: string, pattern: RegExp): Promise<Map<string, string>> {
  const { zip, entries } = await openArchive(path);
  const numbers = new Intl.Collator('en', { numeric: true });
  const contents = new Map<string, string>();
  let room = MAX_TEXTS_BYTES;
  try {
    for (const name of [...entries.keys()].filter((one) => pattern.test(one)).sort(numbers.compare)) {
      const entry = entries.get(name);
      room -= entry?.uncompressedSize ?? 0;
      if (entry === undefined || room < 0) break;
      contents.set(name, await readStream(await zip.openReadStreamPromise(entry)));
    }
  } finally {
    zip.close();
  }
  return contents;
}

/** The names in any ZIP archive, as far as there are at most `limit`. Nothing is unpacked. */
export async function readNames(path: string, limit: number): Promise<{ names: string[]; isComplete: boolean }> {
  const zip = await openPromise(path, { lazyEntries: true, autoClose: false, decodeStrings: false });
  const names: string[] = [];
  try {
    for await (const { generalPurposeBitFlag, fileNameRaw, extraFields } of zip.eachEntry()) {
      if (names.length >= limit) return { names, isComplete: false };
      // Many programs write UTF-8 without saying so.
      names.push(
        isUtf8(fileNameRaw)
          ? fileNameRaw.toString()
          : getFileNameLowLevel(generalPurposeBitFlag, fileNameRaw, extraFields, false),
      );
    }
  } finally {
    zip.close();
  }
  return { names, isComplete: true };
}

function isBomb({ compressedSize, uncompressedSize }: Entry): boolean {
  return uncompressedSize > SMALL_BYTES && uncompressedSize > MAX_RATIO * compressedSize;
}
