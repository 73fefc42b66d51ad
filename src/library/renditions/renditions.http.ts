/** Sends documents in another format (docs/api/renditions.md#pdf). */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Static } from 'typebox';
import type { Deps } from '../../platform/deps.ts';
import { BlobMissingError } from '../../platform/blobs/store.ts';
import { kindOf } from '../../platform/rendering/kinds.ts';
import { actorOf } from '../../core/actor.ts';
import { officeKindOf } from '../../content/renditions/pages.ts';
import { deleteMissing } from '../../content/renditions/read-rendition.ts';
import type { RenditionId } from '../../content/renditions/renditions.queries.ts';
import { type StoredRendition, obtainRendition, pdfOf } from '../../content/renditions/renditions.steps.ts';
import { DamagedContentError, type SendableContent, contentOf, sendContent } from '../downloads/content.ts';
import { PREVIEW_POLICY } from '../downloads/previews.ts';
import type { ShownDocument } from './shown-document.ts';
import type { RenditionQuery } from './renditions.schema.ts';
import { cannotRender, noRendition, sendLater } from './unavailable.http.ts';

/** Clients ask again after this time. */
const WAIT_MS = 10_000;
const PDF = 'application/pdf';

/** `record`: as in `SendableContent`. */
type Wanted = Static<typeof RenditionQuery> & Pick<SendableContent, 'record'>;

/** Answers GET and HEAD with the document as PDF. The caller has checked rights. */
export async function answerRendition(
  deps: Deps,
  request: FastifyRequest,
  reply: FastifyReply,
  document: ShownDocument,
  { showNativeFormatAnnotations = false, record }: Wanted,
): Promise<FastifyReply> {
  const { name, blobId } = document;
  reply.header('content-security-policy', PREVIEW_POLICY);
  const { shownRevisionId: revisionId } = document;
  const shown = {
    previewType: PDF,
    ...(record !== undefined && { record }),
    ...(revisionId !== undefined && { revisionId }),
  };
  if (kindOf(name) === 'pdf') return sendContent(deps, request, reply, { ...contentOf(document), ...shown });
  const kind = officeKindOf(name);
  if (kind === null) throw noRendition('Documents of this kind cannot be converted to PDF.');
  const isAnnotated = showNativeFormatAnnotations && kind === 'word';
  const id = pdfOf({ deploymentId: actorOf(request).deploymentId, blobId, kind, isAnnotated });
  const made = await obtainRendition(deps, id, WAIT_MS);
  if (made === 'later') return sendLater(reply);
  if (made === null || made.storageKey === null)
    throw await cannotRender(deps, id, { size: document.size, isAnnotated });
  return sendStored(deps, request, reply, id, { ...contentIn(document, made, 'pdf'), ...shown });
}

/** The rendition as a content. It was changed when the document was: with the same content it stays the same. */
export function contentIn(
  document: ShownDocument,
  { storageKey, bytes: size, hash }: StoredRendition,
  extension: string,
): SendableContent {
  const content = contentOf(document);
  return { ...content, name: `${content.name}.${extension}`, size, hash, storageKey };
}

/** Sends a rendition. A lost one is made again: 202. */
export async function sendStored(
  deps: Deps,
  request: FastifyRequest,
  reply: FastifyReply,
  id: RenditionId,
  content: SendableContent,
): Promise<FastifyReply> {
  try {
    return await sendContent(deps, request, reply, content);
  } catch (error) {
    if (!(error instanceof BlobMissingError || error instanceof DamagedContentError)) throw error;
    await deleteMissing(deps, id, content);
    return sendLater(reply);
  }
}
