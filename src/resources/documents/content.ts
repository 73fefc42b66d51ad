/** Sending a content (contract: GET /api/documents/{documentId}/content; RFC 9110 for conditions and ranges). */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { lookup } from 'mime-types';
import type { Deps } from '../../deps.ts';
import { judge } from '../../platform/http/conditional.ts';
import { attachment } from '../../platform/http/disposition.ts';
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
  reply.headers({
    etag,
    'last-modified': new Date(modifiedAt).toUTCString(),
    'accept-ranges': 'bytes',
    'cache-control': 'private, no-cache',
  });
  const verdict = judge(request.headers, { size, etag, modifiedAt });
  if (verdict.status === 304) return reply.code(304).send(null);
  const range = verdict.status === 206 ? verdict.range : { start: 0, end: size };
  reply.code(verdict.status).headers({
    'content-type': lookup(content.name) || 'application/octet-stream',
    'content-length': range.end - range.start,
    'content-disposition': attachment(content.name, size),
  });
  if (verdict.status === 206) reply.header('content-range', `bytes ${range.start}-${range.end - 1}/${size}`);
  if (request.method === 'HEAD') return reply.send(null);
  const [body] = await Promise.all([
    verdict.status === 206 ? deps.blobs.read(content.storageKey, range) : deps.blobs.read(content.storageKey),
    range.start === 0 ? recordView(deps, request, content) : undefined,
  ]);
  return reply.send(body);
}

async function recordView({ sql }: Deps, request: FastifyRequest, content: SendableContent): Promise<void> {
  const type = isSyncClient(request) ? 'DocumentSynced' : 'DocumentViewed';
  await recordRead(sql, actorOf(request), { type, contentName: content.name, ...content.place });
}

// The desktop client says who it is, by a header of its own or in its User-Agent.
function isSyncClient({ headers }: FastifyRequest): boolean {
  return headers['x-client'] === 'sync' || /\bcarrel[ -]?(?:sync|desktop)\b/i.test(headers['user-agent'] ?? '');
}
