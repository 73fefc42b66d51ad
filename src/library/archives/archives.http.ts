/** Sends an archive (docs/api/archives.md#content-of-an-archive). */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Writable } from 'node:stream';
import type { Deps } from '../../platform/deps.ts';
import type { ByteRange } from '../../platform/blobs/store.ts';
import { sendPastFramework, startDownload } from '../../platform/http/files/download.ts';
import { limitConcurrency, limitConcurrencyByKey } from '../../platform/limits/limit-concurrency.ts';
import { recordLaterReads, recordReads, recordRefusedReads } from '../../core/activity/activity.queries.ts';
import { type Actor, actorOf } from '../../core/actor.ts';
import { type Archive, layOutArchive } from './archive.ts';
import { isRefusal } from '../downloads/refused-reads.ts';
import { type Asked, findRefused } from './archives.access.ts';
import { sendPieces } from '../../content/zip/send-pieces.ts';

/**
 * A layout of many thousand entries occupies this process and a database connection for a second. Each person gets one
 * at a time, so that others do not wait for one person's requests, and the total leaves most connections free.
 */
const inTurnOf = limitConcurrencyByKey(1);
const inTurn = limitConcurrency(2);

type Wanted = {
  asked: Asked;
  nameOf: (archive: Archive) => string;
  /** Runs before a transfer that starts at this byte; an error refuses it. */
  admit?: (start: number, etag: string) => Promise<unknown>;
};

/**
 * Sends the archive of the requested items, named by `nameOf`, or a range of it. Records a download of every document
 * in it; for documents of which the same reader has a row from the last ten minutes only if the range starts at the
 * first byte. Recording may take longer than the first byte should, so it runs while bytes are sent, and the last byte
 * waits for it.
 */
export async function sendArchive(
  deps: Deps,
  request: FastifyRequest,
  reply: FastifyReply,
  { asked, nameOf, admit }: Wanted,
): Promise<FastifyReply> {
  const actor = actorOf(request);
  const archive = await inTurnOf(personOf(actor), () =>
    // A client that left while waiting needs no answer.
    inTurn(async () => (request.raw.socket.destroyed ? null : layOut(deps, request, asked))),
  );
  if (archive === null) return reply.hijack();
  const { layout, documentIds } = archive;
  const { size, etag } = layout;
  const file = { name: nameOf(archive), type: 'application/zip', size, etag };
  const transfer = startDownload(request, reply, file);
  if (transfer === null) return reply;
  const { start, end } = transfer.range;
  await admit?.(start, etag);
  const send = (range: ByteRange, to: Writable) => sendPieces(deps.blobs, layout.pieces(range), to);
  return sendPastFramework(request, reply, transfer, async (to) => {
    const type = 'DocumentDownloaded';
    const recorded =
      start === 0
        ? recordReads(deps.sql, actor, type, documentIds)
        : recordLaterReads(deps.sql, actor, { type }, documentIds);
    await Promise.all([send({ start, end: end - 1 }, to), recorded]);
    return send({ start: end - 1, end }, to);
  });
}

// Records a refusal for each item that cannot be read, and not for the others.
async function layOut({ sql }: Deps, request: FastifyRequest, asked: Asked): Promise<Archive> {
  const actor = actorOf(request);
  try {
    return await layOutArchive(sql, actor, asked);
  } catch (error) {
    if (isRefusal(error) && request.method !== 'HEAD') {
      await recordRefusedReads(sql, actor, await findRefused(sql, actor, asked));
    }
    throw error;
  }
}

// Visitors of a link count as one person, separate from its creator.
function personOf({ userId, via }: Actor): string {
  return via.kind === 'visit' ? `share ${via.shareId}` : `user ${userId}`;
}
