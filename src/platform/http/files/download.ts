/** File downloads: common headers, conditions, ranges (RFC 9110), and transfer. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ServerResponse } from 'node:http';
import { type ByteRange, type Representation, evaluateConditions } from './conditional.ts';
import { attachment, inline } from './disposition.ts';
import { sendEmpty } from './empty-answer.ts';
import type { Head } from './offload.ts';

/** The name, media type and validators of a download; inline: displayed instead of saved. */
export type Download = Representation & { name: string; type: string; isInline?: boolean };

/** The rest of an answer: the head, and the range of bytes that follows it. */
export type Transfer = Head & { range: ByteRange };

/**
 * Evaluates GET and HEAD and sends answers without bytes: 304, and every HEAD. Then returns null. Throws 412 and 416.
 * Other methods get the whole representation.
 */
export function startDownload(request: FastifyRequest, reply: FastifyReply, download: Download): Transfer | null {
  const { name, type, size, etag, modifiedAt, isInline = false } = download;
  const validators = {
    etag,
    ...(modifiedAt === undefined ? {} : { 'last-modified': new Date(modifiedAt).toUTCString() }),
    'accept-ranges': request.method === 'POST' ? 'none' : 'bytes',
    'cache-control': 'private, no-cache',
  };
  const verdict = evaluateConditions(request, download);
  if (verdict.status === 304) {
    sendEmpty(reply.code(304).headers(validators));
    return null;
  }
  const range = verdict.status === 206 ? verdict.range : { start: 0, end: size };
  const headers = {
    ...validators,
    'content-type': type,
    'content-length': range.end - range.start,
    'content-disposition': (isInline ? inline : attachment)(name, size),
    ...(verdict.status === 206 ? { 'content-range': `bytes ${range.start}-${range.end - 1}/${size}` } : {}),
  };
  if (request.method !== 'HEAD') return { status: verdict.status, headers, range };
  sendEmpty(reply.code(verdict.status).headers(headers));
  return null;
}

/**
 * Sends the answer past the framework, which only supports streams: `write` writes exactly the bytes of the range.
 * After the head, an error can only break the connection.
 */
export async function sendPastFramework(
  request: FastifyRequest,
  reply: FastifyReply,
  { status, headers }: Transfer,
  write: (to: ServerResponse) => Promise<unknown>,
): Promise<FastifyReply> {
  reply.hijack();
  try {
    reply.raw.writeHead(status, { ...(reply.getHeaders() as Head['headers']), ...headers });
    await write(reply.raw);
    reply.raw.end();
  } catch (error) {
    if (!request.raw.socket.destroyed) request.log.error({ err: error }, 'A download was aborted.');
    reply.raw.destroy();
  }
  return reply;
}
