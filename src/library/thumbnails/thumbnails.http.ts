/** Sends the thumbnail of a document to users and visitors. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { Static } from 'typebox';
import type { Deps } from '../../platform/deps.ts';
import { type Kind, isRenderable, kindOf } from '../../platform/rendering/kinds.ts';
import { recordLaterReads } from '../../core/activity/activity.queries.ts';
import { actorOf } from '../../core/actor.ts';
import type { Watermark } from '../../content/renditions/watermarks.ts';
import { recordingRefusals } from '../downloads/refused-reads.ts';
import { sendMarked } from '../renditions/marked.http.ts';
import type { DocumentRow } from '../tree/tree.queries.ts';
import { DEFAULT_SIZE } from '../../content/thumbnails/thumbnails.jobs.ts';
import { defaultImage } from '../../content/thumbnails/default-images.ts';
import { thumbnailOf } from '../../content/thumbnails/thumbnail-id.ts';
import { readRendition } from '../../content/renditions/read-rendition.ts';
import type { RenditionId } from '../../content/renditions/renditions.queries.ts';
import type { ThumbnailQuery } from './thumbnails.schema.ts';
import { sendForNow, sendPng } from '../../platform/http/files/send-png.ts';
import { type StoredRendition, obtainRendition } from '../../content/renditions/renditions.steps.ts';

/** Maximum wait for somebody viewing a list; the thumbnail is ready for the next view. */
const WAIT_MS = 10_000;

/** Long side in pixels: thumbnails of this size and above are legible, so they count as reads of the content. */
const READABLE_SIZE = 512;

/** Sends the document's thumbnail, or the default image of its kind. The caller has checked rights. */
export async function answerThumbnail(
  deps: Deps,
  request: FastifyRequest,
  reply: FastifyReply,
  { documentId, name, blobId }: Pick<DocumentRow, 'documentId' | 'name' | 'blobId'>,
  {
    size = DEFAULT_SIZE,
    showNativeFormatAnnotations = false,
    watermark = null,
  }: Static<typeof ThumbnailQuery> & { watermark?: Watermark | null },
): Promise<FastifyReply | null> {
  const { deploymentId } = actorOf(request);
  const kind = kindOf(name);
  if (!isRenderable(kind)) return sendDefault(request, reply, { kind, size });
  const isAnnotated = showNativeFormatAnnotations && kind === 'word';
  const id = thumbnailOf({ deploymentId, blobId, kind, size, isAnnotated });
  const obtained = await obtainRendition(deps, id, WAIT_MS);
  if (obtained === 'later') return sendForNow(reply, (await defaultImage(kind, size)).png);
  if (obtained === null || obtained.storageKey === null) return sendDefault(request, reply, id);
  const isMarked = watermark !== null && size >= READABLE_SIZE;
  return sendStored(deps, request, reply, { ...id, documentId, watermark: isMarked ? watermark : null }, obtained);
}

/** Like `recordingRefusals`, for thumbnails that count as reads. */
export async function recordingLargeRefusals<T>(
  deps: Deps,
  request: FastifyRequest,
  { documentId, size = DEFAULT_SIZE }: { documentId: number; size?: number | undefined },
  read: () => Promise<T>,
): Promise<T> {
  return size < READABLE_SIZE ? read() : recordingRefusals(deps, request, { documentId }, read);
}

async function sendDefault(request: FastifyRequest, reply: FastifyReply, look: { kind: Kind; size: number }) {
  const { png, hash } = await defaultImage(look.kind, look.size);
  await sendPng(request, reply, { hash, bytes: png.length, read: async () => png });
  return reply;
}

async function sendStored(
  deps: Deps,
  request: FastifyRequest,
  reply: FastifyReply,
  { documentId, watermark, ...id }: RenditionId & { documentId: number; watermark: Watermark | null },
  stored: StoredRendition,
): Promise<FastifyReply> {
  // Not called for HEAD and 304.
  const read = async () => {
    const picture = await readRendition(deps, id, stored);
    if (picture !== null && id.size >= READABLE_SIZE) {
      await recordLaterReads(deps.sql, actorOf(request), { type: 'DocumentViewed' }, [documentId]);
    }
    return picture;
  };
  if (watermark !== null) {
    const readWhole = async () => wholeOf(await read());
    return sendMarked(deps, request, reply, { watermark, read: readWhole });
  }
  if (await sendPng(request, reply, { ...stored, read })) return reply;
  reply.removeHeader('etag');
  return sendForNow(reply, (await defaultImage(id.kind, id.size)).png);
}

async function wholeOf(picture: Buffer | Readable | null): Promise<Buffer | null> {
  return picture === null || Buffer.isBuffer(picture) ? picture : buffer(picture);
}
