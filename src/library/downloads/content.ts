/** Sends a content (docs/api/content.md#response-headers; RFC 9110 for conditions and ranges). */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { lookup } from 'mime-types';
import type { Deps } from '../../platform/deps.ts';
import { SMALL_CONTENT_BYTES } from '../../platform/blobs/store.ts';
import { type Transfer, sendPastFramework, startDownload } from '../../platform/http/files/download.ts';
import { sendEmpty } from '../../platform/http/files/empty-answer.ts';
import { offload } from '../../platform/http/files/offload.ts';
import { type ActivityPlace, recordLaterReads, recordRead } from '../../core/activity/activity.queries.ts';
import type { ActivityType } from '../../core/activity/activity-types.ts';
import { actorOf } from '../../core/actor.ts';
import { contentTag } from '../tree/tree.presenter.ts';
import type { DocumentRow } from '../tree/tree.queries.ts';

/** A content with its name and storage key. */
export type SendableContent = {
  name: string;
  size: number;
  hash: string;
  storageKey: string;
  /** When this content was stored, ISO 8601. */
  storedAt: string;
  place: ActivityPlace & { documentId: number };
  /** The media type for displaying it; otherwise it is an attachment of its own type. */
  previewType?: string;
  /** Set for the content of an explicit revision, current or not. */
  revisionId?: number;
  /** Replaces the record of a read that starts at this byte; an error refuses the read. */
  record?: (start: number) => Promise<void>;
  /** The activity type for a read; by default a view, or a sync for the token of a sync client. */
  readAs?: ActivityType;
};

/** The current revision of a document. */
export function contentOf(document: DocumentRow): SendableContent {
  const { name, size, hash, storageKey, modifiedAt: storedAt, documentId, folderId, libraryId } = document;
  return { name, size, hash, storageKey, storedAt, place: { documentId, folderId, libraryId } };
}

/**
 * Answers GET and HEAD: 200, 206, 304, 412 or 416. Records each GET from the first byte, and one from a later byte
 * unless the same reader has a row for this content from the last ten minutes; never HEAD and 304.
 */
export async function sendContent(
  deps: Deps,
  request: FastifyRequest,
  reply: FastifyReply,
  content: SendableContent,
): Promise<FastifyReply> {
  const transfer = startDownload(request, reply, {
    name: content.name,
    type: content.previewType ?? mediaTypeOf(content.name),
    isInline: content.previewType !== undefined,
    size: content.size,
    etag: contentTag(content),
    modifiedAt: content.storedAt,
  });
  if (transfer === null) return reply;
  const isSmall = transfer.range.end - transfer.range.start <= SMALL_CONTENT_BYTES;
  return (isSmall ? sendSmall : sendLarge)(deps, request, reply, content, transfer);
}

async function sendSmall(
  deps: Deps,
  request: FastifyRequest,
  reply: FastifyReply,
  content: SendableContent,
  { status, headers, range }: Transfer,
): Promise<FastifyReply> {
  const [body] = await Promise.all([
    deps.blobs.read(content.storageKey, range),
    recordView(deps, request, content, range.start),
  ]);
  if (!Buffer.isBuffer(body) || body.length < range.end - range.start) throw damaged(content);
  return reply.code(status).headers(headers).send(body);
}

// Two memory blocks are enough for any content.
async function sendLarge(
  deps: Deps,
  request: FastifyRequest,
  reply: FastifyReply,
  content: SendableContent,
  transfer: Transfer,
): Promise<FastifyReply> {
  const { range } = transfer;
  const blob = await deps.blobs.open(content.storageKey);
  try {
    if (blob.size < range.end) throw damaged(content);
    await recordView(deps, request, content, range.start);
    // nginx would send a preview without the headers that keep it from running scripts.
    const offloaded =
      content.previewType === undefined ? offload(deps.config, request, transfer, content.storageKey) : null;
    if (offloaded !== null) return await sendEmpty(reply.code(offloaded.status).headers(offloaded.headers));
    return await sendPastFramework(request, reply, transfer, (to) => blob.sendTo(to, range));
  } finally {
    await blob.close();
  }
}

/** The media type of a document with this name. */
export function mediaTypeOf(name: string): string {
  return lookup(name) || 'application/octet-stream';
}

/** The stored bytes are not those that were stored. */
export class DamagedContentError extends Error {
  override name = 'DamagedContentError';
}

function damaged({ storageKey }: SendableContent): Error {
  return new DamagedContentError(`The blob ${storageKey} is shorter than it was when it was stored.`);
}

async function recordView(
  { sql }: Deps,
  request: FastifyRequest,
  { name, place, revisionId, readAs, record }: SendableContent,
  start: number,
): Promise<void> {
  if (record !== undefined) return record(start);
  const actor = actorOf(request);
  const isSync = actor.via.kind === 'token' && actor.via.isSync;
  const type = readAs ?? (isSync ? 'DocumentSynced' : 'DocumentViewed');
  const revision = revisionId === undefined ? {} : { details: { revisionId } };
  if (start === 0) return recordRead(sql, actor, { type, contentName: name, ...place, ...revision });
  return recordLaterReads(sql, actor, { type, name, ...revision }, [place.documentId]);
}
