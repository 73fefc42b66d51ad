/** Sends the bytes of an archive: what is at hand and what is stored, in order and from little memory. */
import type { Readable, Writable } from 'node:stream';
import { writeTo } from '../../platform/blobs/send.ts';
import { type BlobStore, SMALL_CONTENT_BYTES } from '../../platform/blobs/store.ts';
import type { Piece } from './layout.ts';

type StoredPiece = Exclude<Piece, Buffer>;

/** So many pieces are read before it is their turn: what is small costs the time of opening it, not of reading it. */
const READ_AHEAD = 16;
/** Small pieces leave together. */
const BATCH_BYTES = 256 * 1024;

/**
 * Writes the pieces to `to` and resolves once all of them are taken; does not end `to`. The first one leaves before any
 * content is read, if it is no content itself. Rejects if a content is missing or of another size than the piece says, and
 * if `to` closes.
 */
export async function sendPieces(blobs: BlobStore, pieces: Generator<Piece, void>, to: Writable): Promise<void> {
  const batch = newBatch(to);
  const { value: first } = pieces.next();
  if (Buffer.isBuffer(first)) {
    batch.add(first);
    await batch.flush();
  }
  const rest = first === undefined || Buffer.isBuffer(first) ? pieces : withFirst(first, pieces);
  for await (const piece of readAhead(blobs, rest)) {
    if (Buffer.isBuffer(piece)) {
      if (batch.add(piece) >= BATCH_BYTES) await batch.flush();
    } else {
      await batch.flush();
      await sendLarge(blobs, piece, to);
    }
  }
  await batch.flush();
  await batch.taken();
}

function* withFirst(first: Piece, rest: Generator<Piece, void>): Generator<Piece, void> {
  yield first;
  yield* rest;
}

// The pieces in order, small contents read, large ones as they are.
async function* readAhead(blobs: BlobStore, pieces: Generator<Piece, void>): AsyncGenerator<Piece, void> {
  const ahead: (Piece | Promise<Buffer>)[] = [];
  for (const piece of pieces) {
    ahead.push(isSmall(piece) ? readSmall(blobs, piece) : piece);
    while (ahead.length > READ_AHEAD) yield* firstOf(ahead);
  }
  while (ahead.length > 0) yield* firstOf(ahead);
}

async function* firstOf(ahead: (Piece | Promise<Buffer>)[]): AsyncGenerator<Piece, void> {
  const piece = ahead.shift();
  if (piece !== undefined) yield await piece;
}

function isSmall(piece: Piece): piece is StoredPiece {
  return !Buffer.isBuffer(piece) && piece.range.end - piece.range.start <= SMALL_CONTENT_BYTES;
}

function readSmall(blobs: BlobStore, { key, range }: StoredPiece): Promise<Buffer> {
  const read = blobs.read(key, range).then((content: Buffer | Readable) => {
    if (!Buffer.isBuffer(content) || content.length < range.end - range.start) throw damaged(key);
    return content;
  });
  // Awaited when it is its turn, or never if the sending ends before; it must not count as unhandled until then.
  read.catch(() => {});
  return read;
}

async function sendLarge(blobs: BlobStore, { key, size, range }: StoredPiece, to: Writable): Promise<void> {
  const blob = await blobs.open(key);
  try {
    if (blob.size !== size) throw damaged(key);
    await blob.sendTo(to, range);
  } finally {
    await blob.close();
  }
}

function damaged(key: string): Error {
  return new Error(`The blob ${key} has another size than when it was stored.`);
}

// One batch is filled while the one before is on its way.
function newBatch(to: Writable) {
  let parts: Buffer[] = [];
  let bytes = 0;
  let taken = Promise.resolve();
  return {
    /** Returns the size of the batch. */
    add(part: Buffer): number {
      parts.push(part);
      return (bytes += part.length);
    },
    async flush(): Promise<void> {
      if (bytes === 0) return;
      await taken;
      taken = writeTo(to, Buffer.concat(parts, bytes));
      taken.catch(() => {});
      parts = [];
      bytes = 0;
    },
    taken: () => taken,
  };
}
