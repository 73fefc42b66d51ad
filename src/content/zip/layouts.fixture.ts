/** Archives without a service: their bytes from in-memory contents, and their entries as a reader sees them. */
import { crc32 } from 'node:zlib';
import yauzl from 'yauzl';
import type { ByteRange } from '../../platform/blobs/store.ts';
import { sumsOf } from '../../platform/blobs/contents.fixture.ts';
import { type ArchiveEntry, type Layout, startLayout } from './layout.ts';

export type Source = { path: string; modifiedAt: string; content: Buffer | null };

/** A layout of these entries; the keys of contents are their indexes. */
export function layOut(sources: Source[]): Layout {
  const layout = startLayout();
  for (const [index, { path, modifiedAt, content }] of sources.entries()) {
    layout.add({ path, modifiedAt, content: content === null ? null : { key: `${index}`, ...sumsOf(content) } });
  }
  return layout.finish();
}

/** The bytes of a range, joined from the pieces; `read` returns those of a content. */
export function bytesOf(layout: Layout, range: ByteRange, read: (key: string, range: ByteRange) => Buffer): Buffer {
  const parts = layout.pieces(range).map((piece) => (Buffer.isBuffer(piece) ? piece : read(piece.key, piece.range)));
  return Buffer.concat([...parts]);
}

/** An entry of this many zeros, which are never allocated. */
export function zeros(path: string, size: number): ArchiveEntry {
  const sha256 = new Uint8Array(32);
  return { path, modifiedAt: '2026-03-02T10:00:00.000Z', content: { key: path, size, crc32: crcOfNone, sha256 } };
}

const crcOfNone = crc32(Buffer.alloc(0));

/** The entries that yauzl reads in strict mode, in directory order. */
export async function entriesIn(layout: Layout): Promise<yauzl.Entry[]> {
  const options = { lazyEntries: true, strictFileNames: true };
  const file = await yauzl.fromRandomAccessReaderPromise(new LayoutReader(layout), layout.size, options);
  return Array.fromAsync(file.eachEntry());
}

// Contents are zeros.
class LayoutReader extends yauzl.RandomAccessReader {
  readonly #layout: Layout;

  constructor(layout: Layout) {
    super();
    this.#layout = layout;
  }

  override read(
    buffer: Buffer,
    offset: number,
    length: number,
    position: number,
    callback: (error: Error | null) => void,
  ) {
    const range = { start: position, end: position + length };
    bytesOf(this.#layout, range, (_key, { start, end }) => Buffer.alloc(end - start)).copy(buffer, offset);
    // Synchronous callbacks would nest for all entries.
    setImmediate(callback, null);
  }
}
