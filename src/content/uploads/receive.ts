/** Receives request bodies with a portion of a content. The connection stays usable for the answer. */
import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { type Block, releaseBlock, takeBlock } from '../../platform/blobs/blocks.ts';
import { passing } from '../../platform/blobs/source.ts';
import { Problem, tooLarge } from '../../platform/errors.ts';

/** The largest portion of a staged upload (docs/api/uploads.md#limits). */
export const PIECE_LIMIT = 2 * 1024 * 1024;

// A client sees a refusal only after it has sent the whole body; one that sends much more is cut off.
const READ_LIMIT = 8 * PIECE_LIMIT;

/** Reads the whole body. 400 if it is empty or truncated, 413 beyond PIECE_LIMIT. */
export async function receivePiece(body: IncomingMessage): Promise<Block> {
  const piece = takeBlock(Math.min(announcedBytes(body) ?? PIECE_LIMIT, PIECE_LIMIT));
  let size = 0;
  for await (const chunk of received(body)) {
    if (size + chunk.byteLength > READ_LIMIT) break;
    if (size + chunk.byteLength <= piece.byteLength) piece.set(chunk, size);
    size += chunk.byteLength;
  }
  const refusal = refusalOf(body, size);
  if (refusal === null) return piece.subarray(0, size);
  releaseBlock(piece);
  throw refusal;
}

function refusalOf(body: Readable, size: number): Problem | null {
  if (size > PIECE_LIMIT) return tooLarge(`A portion can have at most ${PIECE_LIMIT} bytes.`);
  if (!body.readableEnded) return brokenOff();
  return size === 0 ? new Problem('/validation_error', 'The portion is empty.') : null;
}

/** The announced length of the body. */
export function announcedBytes({ headers }: IncomingMessage): number | undefined {
  const length = headers['content-length'];
  return length === undefined ? undefined : Number(length);
}

/** The body's chunks until it ends or breaks off. Each is released when the next is requested. */
export async function* received(body: Readable): AsyncGenerator<Buffer, void> {
  try {
    yield* passing(body.iterator({ destroyOnReturn: false }));
  } catch {
    // `readableEnded` shows whether it was truncated.
  }
}

/** 400 for a truncated body; hardly any client reads it. */
export function brokenOff(): Problem {
  return new Problem('/validation_error', 'The request body is incomplete.');
}
