/** Sends the pieces of an archive in order, using little memory. */
import type { Writable } from 'node:stream';
import { withSendMemory } from '../../platform/blobs/room.ts';
import { writeTo } from '../../platform/blobs/send.ts';
import { type BlobStore, type ByteRange, type OpenBlob, SMALL_CONTENT_BYTES } from '../../platform/blobs/store.ts';
import type { Piece } from './layout.ts';

type StoredPiece = Exclude<Piece, Buffer>;
/** A prepared piece: bytes, or a range of an open content. */
type Ready = Buffer | { blob: OpenBlob; range: ByteRange };

/** `ahead`: pieces that are read or opened in advance. `batchBytes`: small pieces are sent together up to this size. */
type Room = { ahead: number; batchBytes: number };

const AMPLE: Room = { ahead: 16, batchBytes: 256 * 1024 };
/** For many receivers at once. */
const SCARCE: Room = { ahead: 2, batchBytes: 32 * 1024 };

/**
 * Writes the pieces to `to` and resolves once all of them are taken; does not end `to`. Sends the first piece before
 * reading any content, unless it is a content itself. Rejects if a content is missing or has another size than the
 * piece, and if `to` closes.
 */
export async function sendPieces(blobs: BlobStore, pieces: Generator<Piece, void>, to: Writable): Promise<void> {
  return withSendMemory((isAmple) => sendWith(isAmple ? AMPLE : SCARCE, blobs, pieces, to));
}

async function sendWith(room: Room, blobs: BlobStore, pieces: Generator<Piece, void>, to: Writable): Promise<void> {
  const batch = newBatch(to);
  const { value: first } = pieces.next();
  if (first === undefined) return;
  if (Buffer.isBuffer(first)) {
    batch.add(first);
    await batch.flush();
  }
  const ahead = Buffer.isBuffer(first) ? [] : [prepare(blobs, first)];
  for await (const piece of inTurn(room, blobs, pieces, ahead)) {
    if (Buffer.isBuffer(piece)) {
      if (batch.add(piece) >= room.batchBytes) await batch.flush();
    } else {
      try {
        await batch.flush();
        await piece.blob.sendTo(to, piece.range);
      } finally {
        await piece.blob.close();
      }
    }
  }
  await batch.flush();
  await batch.taken();
}

// The pieces in order. Closes open contents when the consumer stops early.
async function* inTurn(
  room: Room,
  blobs: BlobStore,
  pieces: Generator<Piece, void>,
  ahead: (Ready | Promise<Ready>)[],
): AsyncGenerator<Ready, void> {
  try {
    for (;;) {
      while (ahead.length < room.ahead) {
        const { value } = pieces.next();
        if (value === undefined) break;
        ahead.push(prepare(blobs, value));
      }
      const next = ahead.shift();
      if (next === undefined) return;
      yield await next;
    }
  } finally {
    await Promise.all(ahead.map(close));
  }
}

// Starts reading a small content or opening a large one.
function prepare(blobs: BlobStore, piece: Piece): Ready | Promise<Ready> {
  if (Buffer.isBuffer(piece)) return piece;
  const ready = isSmall(piece) ? readSmall(blobs, piece) : openLarge(blobs, piece);
  // Awaited at its turn; an earlier failure must not be an unhandled rejection.
  ready.catch(() => {});
  return ready;
}

function isSmall({ range }: StoredPiece): boolean {
  return range.end - range.start <= SMALL_CONTENT_BYTES;
}

async function readSmall(blobs: BlobStore, { key, range }: StoredPiece): Promise<Buffer> {
  const content = await blobs.read(key, range);
  if (!Buffer.isBuffer(content) || content.length < range.end - range.start) throw damaged(key);
  return content;
}

async function openLarge(blobs: BlobStore, { key, size, range }: StoredPiece): Promise<Ready> {
  const blob = await blobs.open(key);
  if (blob.size === size) return { blob, range };
  await blob.close();
  throw damaged(key);
}

async function close(piece: Ready | Promise<Ready>): Promise<void> {
  const ready = await Promise.resolve(piece).catch(() => null);
  if (ready !== null && !Buffer.isBuffer(ready)) await ready.blob.close();
}

function damaged(key: string): Error {
  return new Error(`The blob ${key} has another size than when it was stored.`);
}

// One batch is filled while the previous one is being sent.
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
