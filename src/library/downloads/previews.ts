/** Previews: which documents browsers can display, and how to send them safely. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Deps } from '../../platform/deps.ts';
import { forbidden } from '../../platform/errors.ts';
import { kindOf } from '../../platform/rendering/kinds.ts';
import { type SendableContent, mediaTypeOf, sendContent } from './content.ts';

export type PreviewKind = 'image' | 'pdf' | 'text' | 'video' | 'audio';

// Types that current browsers display themselves. Drawings and photographers' TIFFs would only be saved as originals,
// which users who may view but not download must not get; most of them have a thumbnail.
const SHOWN =
  /^(?:image\/(?:apng|avif|bmp|gif|jpeg|pjpeg|png|vnd\.microsoft\.icon|webp)|video\/(?:mp4|ogg|quicktime|webm|x-m4v)|audio\/(?:aac|mpeg|mp4|ogg|wav|webm|x-flac))$/;

// An opened preview is an inert page: no scripts, forms, frames or requests.
export const PREVIEW_POLICY =
  "sandbox; default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

/**
 * Answers GET and HEAD with a content for display, like `sendContent`. 403 for types that browsers cannot display:
 * users who may only view must not get files to save.
 */
export async function sendPreview(
  deps: Deps,
  request: FastifyRequest,
  reply: FastifyReply,
  content: SendableContent,
): Promise<FastifyReply> {
  const kind = previewKindOf(content.name);
  if (kind === null) throw forbidden('This document cannot be previewed, only downloaded.');
  reply.header('content-security-policy', PREVIEW_POLICY);
  return sendContent(deps, request, reply, { ...content, previewType: previewTypeOf(content.name, kind) });
}

/** How a document with this name can be displayed; null if it cannot. */
export function previewKindOf(name: string): PreviewKind | null {
  const type = mediaTypeOf(name);
  if (type === 'application/pdf') return 'pdf';
  // Images that contain scripts are displayed as their source.
  if (/^(?:text\/|image\/svg)|[/+](?:json|xml|javascript)$/.test(type) || kindOf(name) === 'text') return 'text';
  return SHOWN.test(type) ? (type.slice(0, type.indexOf('/')) as PreviewKind) : null;
}

/** The media type for display: any text, including source code, is plain text. */
export function previewTypeOf(name: string, kind: PreviewKind): string {
  return kind === 'text' ? 'text/plain' : mediaTypeOf(name);
}
