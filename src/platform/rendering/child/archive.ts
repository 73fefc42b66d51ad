/** Safe unpacking of office documents, which are ZIP archives. */
import { text as readStream } from 'node:stream/consumers';
import { type Entry, type ZipFile, openPromise } from 'yauzl';

const MIB = 1024 * 1024;
const MAX_ENTRIES = 5_000;
const MAX_BYTES = 256 * MIB;
/** For an entry that is read as a whole. */
const MAX_TEXT_BYTES = 32 * MIB;
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

function isBomb({ compressedSize, uncompressedSize }: Entry): boolean {
  return uncompressedSize > SMALL_BYTES && uncompressedSize > MAX_RATIO * compressedSize;
}
