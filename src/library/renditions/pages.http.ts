/** Sends pages of documents to users and visitors (docs/api/renditions.md). */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Static } from 'typebox';
import type { Deps } from '../../platform/deps.ts';
import { notFound } from '../../platform/errors.ts';
import { sendPng } from '../../platform/http/files/send-png.ts';
import type { PageCount } from '../../platform/rendering/job.ts';
import { recordLaterReads } from '../../core/activity/activity.queries.ts';
import { actorOf } from '../../core/actor.ts';
import {
  type PageWidth,
  type PagedContent,
  obtainPage,
  obtainPageCount,
  pagedKindOf,
} from '../../content/renditions/pages.ts';
import type { Watermark } from '../../content/renditions/watermarks.ts';
import { recordingRefusals } from '../downloads/refused-reads.ts';
import { sendMarked } from './marked.http.ts';
import type { PagesSchema } from './renditions.schema.ts';
import type { ShownDocument } from './shown-document.ts';
import { cannotRender, noRendition, sendLater } from './unavailable.http.ts';

/** Clients ask again after this time. */
export const WAIT_MS = 10_000;
const DEFAULT_WIDTH = 800;
/** Pages of this width are legible, so they count as reads of the content. */
const READABLE_WIDTH = 800;

export type WantedPage = { page: number; width?: PageWidth | undefined; watermark?: Watermark | null };

type Document = Pick<ShownDocument, 'documentId' | 'name' | 'blobId' | 'size' | 'shownRevisionId'>;

/** Sends how many pages the document has. The caller has checked rights. */
export async function answerPages(
  deps: Deps,
  request: FastifyRequest,
  reply: FastifyReply,
  document: Document,
): Promise<Static<typeof PagesSchema> | FastifyReply> {
  const content = pagedContent(request, document);
  const found = await obtainPageCount(deps, content, WAIT_MS);
  if (found === 'later') return sendLater(reply);
  if (found === null) throw await cannotRender(deps, content, document);
  return presentPages(found);
}

/** Sends the picture of a page. The caller has checked rights. */
export async function answerPageImage(
  deps: Deps,
  request: FastifyRequest,
  reply: FastifyReply,
  document: Document,
  { page, width = DEFAULT_WIDTH, watermark = null }: WantedPage,
): Promise<FastifyReply> {
  const content = pagedContent(request, document);
  const counted = await obtainPageCount(deps, content, WAIT_MS);
  if (counted === 'later') return sendLater(reply);
  if (counted === null) throw await cannotRender(deps, content, document);
  // Before anything is rendered: otherwise each number would be a rendering.
  if (page < 1 || page > counted.count) throw notFound('page');
  const found = await obtainPage(deps, content, { page, width, waitMs: WAIT_MS });
  if (found === 'later') return sendLater(reply);
  if (found === null) throw await cannotRender(deps, content, document);
  // Not called for HEAD and 304.
  const read = async () => {
    const image = await found.read();
    if (image !== null && width >= READABLE_WIDTH) await recordPage(deps, request, document);
    return image;
  };
  if (watermark !== null) return sendMarked(deps, request, reply, { watermark, read });
  if (await sendPng(request, reply, { ...found, type: 'image/webp', read })) return reply;
  return sendLater(reply.removeHeader('etag'));
}

/** Like `recordingRefusals`, for pages that count as reads. */
export async function recordingPageRefusals<T>(
  deps: Deps,
  request: FastifyRequest,
  { documentId, width = DEFAULT_WIDTH }: { documentId: number; width?: number | undefined },
  read: () => Promise<T>,
): Promise<T> {
  return width < READABLE_WIDTH ? read() : recordingRefusals(deps, request, { documentId }, read);
}

function pagedContent(request: FastifyRequest, { name, blobId }: Document): PagedContent {
  const kind = pagedKindOf(name);
  if (kind === null) throw noRendition('Documents of this kind have no pages.');
  return { deploymentId: actorOf(request).deploymentId, blobId, kind };
}

function presentPages({ count, width, height, isComplete }: PageCount): Static<typeof PagesSchema> {
  return { PageCount: count, Width: width, Height: height, IsComplete: isComplete };
}

async function recordPage(
  { sql }: Deps,
  request: FastifyRequest,
  { documentId, shownRevisionId: revisionId }: Document,
): Promise<void> {
  const read = { type: 'DocumentViewed', ...(revisionId !== undefined && { details: { revisionId } }) } as const;
  await recordLaterReads(sql, actorOf(request), read, [documentId]);
}
