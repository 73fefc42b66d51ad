/** Receiving the bodies of requests that carry a part of a content. Their connection stays usable for an answer. */
import type { Readable } from 'node:stream';
import { type Block, newBlock } from '../../platform/blobs/source.ts';
import { Problem, tooLarge } from '../../platform/errors.ts';

/** What a portion of a staged upload may have (contract: Limits). */
export const PIECE_LIMIT = 2 * 1024 * 1024;

// A client that is still sending sees the refusal only when it has sent all; one that sends much more is cut off.
const READ_LIMIT = 8 * PIECE_LIMIT;

/** Reads the body whole. 400 if it is empty or breaks off, 413 beyond PIECE_LIMIT. */
export async function receivePiece(body: Readable): Promise<Block> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of received(body)) {
    size += chunk.byteLength;
    if (size > READ_LIMIT) break;
    if (size <= PIECE_LIMIT) chunks.push(chunk);
  }
  if (size > PIECE_LIMIT) throw tooLarge(`A portion may have at most ${PIECE_LIMIT} bytes.`);
  if (!body.readableEnded) throw brokenOff();
  if (size === 0) throw new Problem('/validation_error', 'The portion is empty.');
  return join(chunks, size);
}

/** The body's chunks until it ends or breaks off. */
export async function* received(body: Readable): AsyncGenerator<Buffer, void> {
  try {
    yield* body.iterator({ destroyOnReturn: false });
  } catch {
    // Whether it broke off is told by readableEnded.
  }
}

/** 400 for a body that broke off; hardly anybody will read it. */
export function brokenOff(): Problem {
  return new Problem('/validation_error', 'The body broke off.');
}

function join(chunks: Buffer[], size: number): Block {
  const piece = newBlock(size);
  let at = 0;
  for (const chunk of chunks) {
    piece.set(chunk, at);
    at += chunk.byteLength;
  }
  return piece;
}
