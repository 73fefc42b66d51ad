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
 * Null if the picture could not be read: then nothing is sent yet.
 */
export async function sendPng(
  request: FastifyRequest,
  reply: FastifyReply,
  png: SendablePng,
): Promise<FastifyReply | null> {
  const { bytes, hash, type = 'image/png', isFixed = false } = png;
  const etag = `"${hash}"`;
  const { range: _, ...headers } = request.headers;
  const verdict = evaluateConditions({ method: request.method, headers }, { size: bytes, etag });
  reply.headers({ etag, 'cache-control': isFixed ? 'private, max-age=31536000, immutable' : 'private, no-cache' });
  if (verdict.status === 304) return sendEmpty(reply.code(304));
  const answer = () => reply.headers({ 'content-type': type, 'content-length': bytes });
  if (request.method === 'HEAD') return sendEmpty(answer());
  const body = await png.read();
  return body === null ? null : answer().send(body);
}

/** Answers with a picture that is to be replaced soon, so that nobody keeps it. */
export async function sendForNow(reply: FastifyReply, png: Buffer): Promise<FastifyReply> {
  return reply.headers({ 'cache-control': 'no-store', 'content-type': 'image/png' }).send(png);
}
