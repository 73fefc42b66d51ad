/** Sends videos and sounds in a form that every browser plays (docs/api/renditions.md#playback). */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Deps } from '../../platform/deps.ts';
import { type Kind, kindOf } from '../../platform/rendering/kinds.ts';
import { MAX_PLAYED_BYTES } from '../../platform/rendering/workspace.ts';
import { recordLaterReads } from '../../core/activity/activity.queries.ts';
import { actorOf } from '../../core/actor.ts';
import { findRendition, noteRead } from '../../content/renditions/renditions.queries.ts';
import { obtainRendition, playbackOf } from '../../content/renditions/renditions.steps.ts';
import { PREVIEW_POLICY } from '../downloads/previews.ts';
import { contentIn, sendStored } from './renditions.http.ts';
import type { ShownDocument } from './shown-document.ts';
import { cannotConvert, noRendition, sendLater } from './unavailable.http.ts';

/** Clients ask again after this time. */
const WAIT_MS = 10_000;
const TYPES: Partial<Record<Kind, string>> = { video: 'video/mp4', audio: 'audio/mp4' };

/** Answers GET and HEAD with the document as MP4. The caller has checked rights. */
export async function answerPlayback(
  deps: Deps,
  request: FastifyRequest,
  reply: FastifyReply,
  document: ShownDocument,
): Promise<FastifyReply> {
  const { documentId, name, blobId, size, shownRevisionId: revisionId } = document;
  const actor = actorOf(request);
  const previewType = TYPES[kindOf(name)];
  if (previewType === undefined) throw noRendition('Documents of this kind cannot be played.');
  if (size > MAX_PLAYED_BYTES) throw noRendition('The document is too large to be converted for playing.');
  const id = playbackOf({ deploymentId: actor.deploymentId, blobId });
  const made = await obtainRendition(deps, id, WAIT_MS);
  if (made === 'later') return sendLater(reply);
  if (made === null || made.storageKey === null) throw cannotConvert(await findRendition(deps.sql, id));
  const { storageKey, readOn, about } = made;
  await noteRead(deps.sql, id, { storageKey, readOn, now: deps.clock() });
  if (about !== null && 'seconds' in about && !about.isComplete) reply.header('x-playback-incomplete', 'true');
  reply.header('content-security-policy', PREVIEW_POLICY);
  const details = revisionId === undefined ? {} : { details: { revisionId } };
  // A player fetches it in many ranges, and begins anew.
  const record = () => recordLaterReads(deps.sql, actor, { type: 'DocumentViewed', ...details }, [documentId]);
  return sendStored(deps, request, reply, id, { ...contentIn(document, made, 'mp4'), previewType, record });
}
