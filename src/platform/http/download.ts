/** Answers that are files: what all of them say of themselves, their conditions and ranges (RFC 9110), and how they leave. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ServerResponse } from 'node:http';
import { type ByteRange, type Representation, evaluateConditions } from './conditional.ts';
import { attachment, inline } from './disposition.ts';
import { sendEmpty } from './empty-answer.ts';
import type { Head } from './offload.ts';

/** What is downloaded, under which name and media type; inline: to be shown, not saved. */
export type Download = Representation & { name: string; type: string; isInline?: boolean };

/** What remains to be sent: the head of the answer, and which bytes go after it. */
export type Transfer = Head & { range: ByteRange };

/**
 * Judges GET and HEAD and answers what needs no bytes: 304, and every HEAD. Then there is nothing left to do, and null is
 * returned. Throws 412 and 416. Other methods get the whole.
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
 * Sends the answer past the framework, which only knows streams: `write` puts exactly the bytes of the range into it. What
 * goes wrong after the head can only be said by breaking the connection.
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
    if (!request.raw.socket.destroyed) request.log.error({ err: error }, 'A download had to be broken off.');
    reply.raw.destroy();
  }
  return reply;
}
