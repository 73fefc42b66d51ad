/**
 * Computes the source of every byte of an archive before any content is read, so that its length is known in advance
 * and any range can be sent. Pure. Stores members in columns, about 200 bytes each.
 */
import { createHash } from 'node:crypto';
import type { ByteRange } from '../../platform/blobs/store.ts';
import { type Member, directoryRecord, endOfDirectory, localHeader, localHeaderBytes } from './zip.ts';

export type ArchiveEntry = {
  /** With `/` as separator, and at the end of a folder. */
  path: string;
  /** ISO 8601. */
  modifiedAt: string;
  /** Null for a folder. */
  content: { key: string; size: number; crc32: number; sha256: Uint8Array } | null;
};

/** Some bytes of an archive: the bytes themselves, or a range of a stored content whose total size is `size`. */
export type Piece = Buffer | { key: string; size: number; range: ByteRange };

export type Layout = {
  /** Size of the whole archive in bytes. */
  size: number;
  /** Quoted and strong: it differs for different bytes. */
  etag: string;
  /** The bytes of a range, in order. */
  pieces(range: ByteRange): Generator<Piece, void>;
};

// Part of every ETag; change it whenever the same entries produce different bytes.
const FORMAT = 'archive 1';

/** Starts a layout. Entries are stored in the order in which they are added. */
export function startLayout(): { add(entry: ArchiveEntry): void; finish(): Layout } {
  const etag = createHash('sha256').update(FORMAT);
  const columns = newColumns();
  return {
    add(entry) {
      etag.update(append(columns, entry));
      if (entry.content !== null) etag.update(entry.content.sha256);
    },
    finish() {
      const { count, end, directoryBytes } = columns;
      const tail = endOfDirectory(count, directoryBytes, end);
      const size = end + directoryBytes + tail.length;
      return { size, etag: `"${etag.digest('hex')}"`, pieces: (range) => pieces(columns, tail, range) };
    },
  };
}

type Columns = {
  count: number;
  /** The concatenated paths, and where each ends. */
  paths: Buffer;
  pathEnds: number[];
  sizes: number[];
  crcs: number[];
  times: number[];
  /** Keys of the contents; empty for folders. */
  keys: string[];
  /** The offset of each local header in the archive, and of each record in the directory. */
  headers: number[];
  records: number[];
  /** The offset of the directory, and its size so far. */
  end: number;
  directoryBytes: number;
};

function newColumns(): Columns {
  const lists = { pathEnds: [], sizes: [], crcs: [], times: [], keys: [], headers: [], records: [] };
  return { count: 0, paths: Buffer.allocUnsafe(4096), ...lists, end: 0, directoryBytes: 0 };
}

// Returns the entry's directory record, which contains all its metadata.
function append(columns: Columns, { path, modifiedAt, content }: ArchiveEntry): Buffer {
  columns.pathEnds.push(appendPath(columns, path));
  columns.sizes.push(content?.size ?? 0);
  columns.crcs.push(content?.crc32 ?? 0);
  columns.times.push(Date.parse(modifiedAt));
  columns.keys.push(content?.key ?? '');
  columns.headers.push(columns.end);
  columns.records.push(columns.directoryBytes);
  const member = memberAt(columns, columns.count);
  const record = directoryRecord(member, columns.end);
  columns.count += 1;
  columns.end += localHeaderBytes(member) + member.size;
  columns.directoryBytes += record.length;
  return record;
}

function appendPath(columns: Columns, path: string): number {
  const start = columns.pathEnds.at(-1) ?? 0;
  const end = start + Buffer.byteLength(path);
  if (end > columns.paths.length) {
    const larger = Buffer.allocUnsafe(Math.max(end, columns.paths.length * 2));
    columns.paths.copy(larger, 0, 0, start);
    columns.paths = larger;
  }
  columns.paths.write(path, start);
  return end;
}

function memberAt({ paths, pathEnds, sizes, crcs, times }: Columns, index: number): Member {
  const start = index === 0 ? 0 : item(pathEnds, index - 1);
  return {
    path: paths.subarray(start, item(pathEnds, index)),
    size: item(sizes, index),
    crc32: item(crcs, index),
    modifiedAt: item(times, index),
  };
}

function* pieces(columns: Columns, tail: Buffer, range: ByteRange): Generator<Piece, void> {
  const { count, end, headers, records, directoryBytes } = columns;
  if (range.start < end) {
    for (let index = lastUpTo(headers, range.start); index < count; index += 1) {
      if (item(headers, index) >= range.end) return;
      yield* piecesOfMember(columns, index, range);
    }
  }
  const firstRecord = range.start <= end ? 0 : lastUpTo(records, range.start - end);
  for (let index = firstRecord; index < count; index += 1) {
    const offset = end + item(records, index);
    if (offset >= range.end) return;
    yield* bytesWithin(directoryRecord(memberAt(columns, index), item(headers, index)), offset, range);
  }
  yield* bytesWithin(tail, end + directoryBytes, range);
}

function* piecesOfMember(columns: Columns, index: number, range: ByteRange): Generator<Piece, void> {
  const offset = item(columns.headers, index);
  const header = localHeader(memberAt(columns, index));
  yield* bytesWithin(header, offset, range);
  const size = item(columns.sizes, index);
  const part = cut(offset + header.length, size, range);
  if (part !== null) yield { key: item(columns.keys, index), size, range: part };
}

function* bytesWithin(bytes: Buffer, offset: number, range: ByteRange): Generator<Buffer, void> {
  const part = cut(offset, bytes.length, range);
  if (part !== null) yield bytes.subarray(part.start, part.end);
}

// The intersection of the range with `length` bytes at `offset`, relative to the offset; null if empty.
function cut(offset: number, length: number, range: ByteRange): ByteRange | null {
  const start = Math.max(range.start - offset, 0);
  const end = Math.min(range.end - offset, length);
  return start < end ? { start, end } : null;
}

// The index of the last ascending number that is at most `limit`; the first one always is.
function lastUpTo(numbers: number[], limit: number): number {
  let low = 0;
  let high = numbers.length;
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (item(numbers, middle) <= limit) low = middle;
    else high = middle;
  }
  return low;
}

function item<T>(list: T[], index: number): T {
  const found = list[index];
  if (found === undefined) throw new RangeError(`There is no entry ${index}.`);
  return found;
}
