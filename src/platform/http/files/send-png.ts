/** Sending a picture (RFC 9110 for conditions). */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Readable } from 'node:stream';
import { evaluateConditions } from './conditional.ts';
import { sendEmpty } from './empty-answer.ts';

export type SendablePng = {
  bytes: number;
  hash: string;
  /** By default PNG. */
  type?: 'image/webp';
  /** A URL never gets another picture, so clients can cache it without revalidation. */
  isFixed?: boolean;
  read(): Promise<Buffer | Readable | null>;
};

/**
 * Answers GET and HEAD: 200, 304 or 412. There are no ranges, and no date: a restored revision brings an older picture.
 * False if the picture could not be read: then nothing is sent yet. Not the reply, because a promise of it has no value.
 */
export async function sendPng(request: FastifyRequest, reply: FastifyReply, png: SendablePng): Promise<boolean> {
  const { bytes, hash, type = 'image/png', isFixed = false } = png;
  const etag = `"${hash}"`;
  const { range: _, ...headers } = request.headers;
  const verdict = evaluateConditions({ method: request.method, headers }, { size: bytes, etag });
  reply.headers({ etag, 'cache-control': isFixed ? 'private, max-age=31536000, immutable' : 'private, no-cache' });
  if (verdict.status === 304) {
    sendEmpty(reply.code(304));
    return true;
  }
  const body = request.method === 'HEAD' ? undefined : await png.read();
  if (body === null) return false;
  reply.headers({ 'content-type': type, 'content-length': bytes }).send(body);
  return true;
}

/** Answers with a picture that is to be replaced soon, so that nobody keeps it. */
export async function sendForNow(reply: FastifyReply, png: Buffer): Promise<FastifyReply> {
  return reply.headers({ 'cache-control': 'no-store', 'content-type': 'image/png' }).send(png);
}
