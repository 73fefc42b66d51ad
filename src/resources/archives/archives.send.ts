/** Sending an archive (contract: POST /api/folders/zipcontent). */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Writable } from 'node:stream';
import type { Deps } from '../../deps.ts';
import type { ByteRange } from '../../platform/blobs/store.ts';
import { sendPastFramework, startDownload } from '../../platform/http/download.ts';
import { takeTurns, takeTurnsBy } from '../../platform/turns.ts';
import { recordReads } from '../activity/activity.queries.ts';
import { type Actor, actorOf } from '../actor.ts';
import { type Archive, layOutArchive } from './archive.ts';
import type { Asked } from './archives.access.ts';
import { sendPieces } from './send-pieces.ts';

/**
 * A layout of many thousands takes a second of this process and of a connection to the database. One person has one made
 * after the other, so that nobody else waits for all that somebody asks for, and all together leave most connections free.
 */
const inTurnOf = takeTurnsBy(1);
const inTurn = takeTurns(2);

/**
 * Answers with the archive of what is asked for, named by `nameOf`, or with a part of it. What begins at the first byte is
 * logged as a download of every document in it: meanwhile, as that may take longer than the first byte should, but the last
 * byte waits for it.
 */
export async function sendArchive(
  deps: Deps,
  request: FastifyRequest,
  reply: FastifyReply,
  asked: Asked,
  nameOf: (archive: Archive) => string,
): Promise<FastifyReply> {
  const actor = actorOf(request);
  const archive = await inTurnOf(personOf(actor), () =>
    // Whoever has left while waiting needs no answer.
    inTurn(async () => (request.raw.socket.destroyed ? null : layOutArchive(deps.sql, actor, asked))),
  );
  if (archive === null) return reply.hijack();
  const { layout, documentIds } = archive;
  const { size, etag } = layout;
  const file = { name: nameOf(archive), type: 'application/zip', size, etag };
  const transfer = startDownload(request, reply, file);
  if (transfer === null) return reply;
  const { start, end } = transfer.range;
  const send = (range: ByteRange, to: Writable) => sendPieces(deps.blobs, layout.pieces(range), to);
  return sendPastFramework(request, reply, transfer, async (to) => {
    if (start > 0) return send({ start, end }, to);
    const recorded = recordReads(deps.sql, actor, 'DocumentDownloaded', documentIds);
    await Promise.all([send({ start, end: end - 1 }, to), recorded]);
    return send({ start: end - 1, end }, to);
  });
}

// Those who come by one link count as one, and not as its creator.
function personOf({ userId, via }: Actor): string {
  return via.kind === 'visit' ? `share ${via.shareId}` : `user ${userId}`;
}
