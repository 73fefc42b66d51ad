/** Sending a content (contract: GET /api/documents/{documentId}/content; RFC 9110 for conditions and ranges). */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { lookup } from 'mime-types';
import type { Deps } from '../../deps.ts';
import { SMALL_CONTENT_BYTES } from '../../platform/blobs/store.ts';
import { type ByteRange, judge } from '../../platform/http/conditional.ts';
import { attachment } from '../../platform/http/disposition.ts';
import { type Head, offload } from '../../platform/http/offload.ts';
import { recordRead } from '../activity/activity.queries.ts';
import type { ActivityPlace } from '../activity/activity.queries.ts';
import { actorOf } from '../actor.ts';

/** What is sent, under which name, and where it lies. */
export type SendableContent = {
  name: string;
  size: number;
  hash: string;
  storageKey: string;
  /** When this content was stored, ISO 8601. */
  storedAt: string;
  place: ActivityPlace;
};

/**
 * Answers GET and HEAD: 200 whole, 206 a part, 304, 412 or 416. What begins at the first byte is logged as a view, or
 * as a sync if the desktop client asks; HEAD, 304 and later parts are not.
 */
export async function sendContent(
  deps: Deps,
  request: FastifyRequest,
  reply: FastifyReply,
  content: SendableContent,
): Promise<FastifyReply> {
  const { size, storedAt: modifiedAt } = content;
  const etag = `"${content.hash}"`;
  const validators = {
    etag,
    'last-modified': new Date(modifiedAt).toUTCString(),
    'accept-ranges': 'bytes',
    'cache-control': 'private, no-cache',
  };
  const verdict = judge(request, { size, etag, modifiedAt });
  if (verdict.status === 304) return reply.code(304).headers(validators).send(null);
  const range = verdict.status === 206 ? verdict.range : { start: 0, end: size };
  const headers = {
    ...validators,
    'content-type': lookup(content.name) || 'application/octet-stream',
    'content-length': range.end - range.start,
    'content-disposition': attachment(content.name, size),
    ...(verdict.status === 206 ? { 'content-range': `bytes ${range.start}-${range.end - 1}/${size}` } : {}),
  };
  const head = { status: verdict.status, headers };
  if (request.method === 'HEAD') return reply.code(head.status).headers(headers).send(null);
  const isSmall = range.end - range.start <= SMALL_CONTENT_BYTES;
  return isSmall
    ? sendSmall(deps, request, reply, content, range, head)
    : sendLarge(deps, request, reply, content, range, head);
}

async function sendSmall(
  deps: Deps,
  request: FastifyRequest,
  reply: FastifyReply,
  content: SendableContent,
  range: ByteRange,
  head: Head,
): Promise<FastifyReply> {
  const [body] = await Promise.all([
    deps.blobs.read(content.storageKey, range),
    range.start === 0 ? recordView(deps, request, content) : undefined,
  ]);
  if (!Buffer.isBuffer(body) || body.length < range.end - range.start) throw damaged(content);
  return reply.code(head.status).headers(head.headers).send(body);
}

// Sent past the framework, which only knows streams: two blocks of memory serve the whole content. What goes wrong after
// the head can only be said by breaking the connection.
async function sendLarge(
  deps: Deps,
  request: FastifyRequest,
  reply: FastifyReply,
  content: SendableContent,
  range: ByteRange,
  head: Head,
): Promise<FastifyReply> {
  const blob = await deps.blobs.open(content.storageKey);
  try {
    if (blob.size < range.end) throw damaged(content);
    if (range.start === 0) await recordView(deps, request, content);
    const offloaded = offload(deps.config, request, head, content.storageKey);
    if (offloaded !== null) return await reply.code(offloaded.status).headers(offloaded.headers).send(null);
    reply.hijack();
    reply.raw.writeHead(head.status, { ...(reply.getHeaders() as Head['headers']), ...head.headers });
    await blob.sendTo(reply.raw, range);
    reply.raw.end();
  } catch (error) {
    if (!reply.raw.headersSent) throw error;
    // A client that leaves closes the connection before the answer learns of it.
    if (!request.raw.socket.destroyed) request.log.error({ err: error }, 'A download had to be broken off.');
    reply.raw.destroy();
  } finally {
    await blob.close();
  }
  return reply;
}

function damaged({ storageKey }: SendableContent): Error {
  return new Error(`The blob ${storageKey} is shorter than it was when it was stored.`);
}

async function recordView({ sql }: Deps, request: FastifyRequest, content: SendableContent): Promise<void> {
  const type = isSyncClient(request) ? 'DocumentSynced' : 'DocumentViewed';
  await recordRead(sql, actorOf(request), { type, contentName: content.name, ...content.place });
}

// The desktop client says who it is, by a header of its own or in its User-Agent.
function isSyncClient({ headers }: FastifyRequest): boolean {
  return (
    /^sync$/i.test(String(headers['x-client'])) || /\bcarrel[ -]?(?:sync|desktop)\b/i.test(headers['user-agent'] ?? '')
  );
}
