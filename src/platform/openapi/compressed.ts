/** A text that is made once and then served to everybody: compressed once, with an ETag for each coding. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { chooseCoding } from '../http/request/accept.ts';
import { entityTag, isCurrent } from '../http/files/entity-tag.ts';
import { sendEmpty } from '../http/files/empty-answer.ts';

type Coding = 'br' | 'gzip' | 'identity';

export type CompressedText = { type: string; bodies: Record<Coding, { etag: string; bytes: Buffer }> };

/** Compresses off the event loop. */
export async function compressText(text: string, type: string): Promise<CompressedText> {
  const plain = Buffer.from(text);
  const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } };
  const [br, gzipped] = await Promise.all([promisify(brotliCompress)(plain, quality), promisify(gzip)(plain)]);
  const bodyOf = (coding: Coding, bytes: Buffer) => ({ etag: entityTag(coding, text), bytes });
  return { type, bodies: { br: bodyOf('br', br), gzip: bodyOf('gzip', gzipped), identity: bodyOf('identity', plain) } };
}

/** Answers a GET or HEAD in the smallest coding that the client accepts, or with 304. */
export function sendCompressed(request: FastifyRequest, reply: FastifyReply, text: CompressedText): FastifyReply {
  const coding = chooseCoding(request.headers['accept-encoding']);
  const { etag, bytes } = text.bodies[coding];
  void reply.header('vary', 'accept-encoding');
  if (isCurrent(request, reply, { etag })) return sendEmpty(reply);
  if (coding !== 'identity') void reply.header('content-encoding', coding);
  return reply.type(text.type).send(bytes);
}
