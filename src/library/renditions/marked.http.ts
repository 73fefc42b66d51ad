/** Sends a picture with a watermark. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Deps } from '../../platform/deps.ts';
import { sendEmpty } from '../../platform/http/files/empty-answer.ts';
import { type Watermark, drawWatermark } from '../../content/renditions/watermarks.ts';
import { sendLater } from './unavailable.http.ts';

/** Answers GET and HEAD. Nobody keeps the picture: the watermark has the time. `read`: null if the picture is lost. */
export async function sendMarked(
  deps: Deps,
  request: FastifyRequest,
  reply: FastifyReply,
  { watermark, read }: { watermark: Watermark; read: () => Promise<Buffer | null> },
): Promise<FastifyReply> {
  reply.headers({ 'cache-control': 'private, no-store', 'content-type': 'image/webp' });
  if (request.method === 'HEAD') return sendEmpty(reply);
  const picture = await read();
  const marked = picture === null ? 'later' : await drawWatermark(deps, picture, watermark);
  return marked === 'later' ? sendLater(reply.removeHeader('content-type')) : reply.send(marked);
}
