/** Sends the text of a content (docs/api/renditions.md#text). */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Static } from 'typebox';
import { recordLaterReads } from '../../core/activity/activity.queries.ts';
import { actorOf } from '../../core/actor.ts';
import type { ExtractionDeps } from '../../content/extraction/extraction.steps.ts';
import { obtainText } from '../../content/extraction/obtain-text.ts';
import type { TextSchema } from './renditions.schema.ts';
import type { ShownDocument } from './shown-document.ts';
import { noRendition, sendLater } from './unavailable.http.ts';

/** Clients ask again after this time. */
const WAIT_MS = 10_000;

type Text = Static<typeof TextSchema>;

/** The caller has checked rights. */
export async function answerText(
  deps: ExtractionDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  { documentId, blobId, size, shownRevisionId: revisionId }: ShownDocument,
): Promise<Text | FastifyReply> {
  const actor = actorOf(request);
  if (size === 0) return { Pages: [], IsComplete: true };
  const found = await obtainText(deps, { deploymentId: actor.deploymentId, blobId }, WAIT_MS);
  if (found === 'later') return sendLater(reply);
  if (found === null) throw noRendition('The document has no text that can be read.');
  const read = { type: 'DocumentViewed', ...(revisionId !== undefined && { details: { revisionId } }) } as const;
  await recordLaterReads(deps.sql, actor, read, [documentId]);
  const { pages, isComplete } = found;
  return { Pages: pages.map(({ page, text }) => ({ Page: page, Text: text })), IsComplete: isComplete };
}
