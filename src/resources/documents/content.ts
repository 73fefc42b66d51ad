/** Sending a content (contract: GET /api/documents/{documentId}/content; RFC 9110 for conditions and ranges). */
import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { lookup } from 'mime-types';
import type { Deps } from '../../deps.ts';
import { type ByteRange, judge } from '../../platform/http/conditional.ts';
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
  const validators = {
    etag,
    'last-modified': new Date(modifiedAt).toUTCString(),
    'accept-ranges': 'bytes',
    'cache-control': 'private, no-cache',
  };
  const verdict = judge(request, { size, etag, modifiedAt });
  if (verdict.status === 304) return reply.code(304).headers(validators).send(null);
  const range = verdict.status === 206 ? verdict.range : { start: 0, end: size };
  const body = request.method === 'HEAD' ? null : await readAndRecord(deps, request, content, range);
  if (verdict.status === 206) reply.header('content-range', `bytes ${range.start}-${range.end - 1}/${size}`);
  return reply
    .code(verdict.status)
    .headers({
      ...validators,
      'content-type': lookup(content.name) || 'application/octet-stream',
      'content-length': range.end - range.start,
      'content-disposition': attachment(content.name, size),
    })
    .send(body);
}

// Both at once; a stream that cannot be sent after all must not keep its file open.
async function readAndRecord(deps: Deps, request: FastifyRequest, content: SendableContent, range: ByteRange) {
  const reading = deps.blobs.read(content.storageKey, range);
  try {
    const [body] = await Promise.all([reading, range.start === 0 ? recordView(deps, request, content) : undefined]);
    if (Buffer.isBuffer(body) && body.length !== range.end - range.start) {
      throw new Error(`The blob ${content.storageKey} is shorter than it was when it was stored.`);
    }
    return body;
  } catch (error) {
    const body = await reading.catch(() => undefined);
    if (body instanceof Readable) body.destroy();
    throw error;
  }
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
