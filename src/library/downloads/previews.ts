/** Which documents browsers can show, and how they are sent to be shown: as nothing that could run. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Deps } from '../../platform/deps.ts';
import { forbidden } from '../../platform/errors.ts';
import { kindOf } from '../../platform/rendering/kinds.ts';
import { type SendableContent, mediaTypeOf, sendContent } from './content.ts';

export type PreviewKind = 'image' | 'pdf' | 'text' | 'video' | 'audio';

// What current browsers show by themselves. Of a drawing or a photographer's TIFF they would only save the original, which
// those who may look but not download must not get; the service has a picture of most.
const SHOWN =
  /^(?:image\/(?:apng|avif|bmp|gif|jpeg|pjpeg|png|vnd\.microsoft\.icon|webp)|video\/(?:mp4|ogg|quicktime|webm|x-m4v)|audio\/(?:aac|mpeg|mp4|ogg|wav|webm|x-flac))$/;

// What is opened by itself is a page of nothing: no script, no form, no frame, no request.
const PREVIEW_POLICY =
  "sandbox; default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

/**
 * Answers GET and HEAD with a content that is to be looked at, as `sendContent` does. 403 for what browsers cannot show:
 * who may only look gets nothing that cannot be looked at.
 */
export async function sendPreview(
  deps: Deps,
  request: FastifyRequest,
  reply: FastifyReply,
  content: SendableContent,
): Promise<FastifyReply> {
  const kind = previewKindOf(content.name);
  if (kind === null) throw forbidden('This document cannot be shown, only downloaded.');
  reply.header('content-security-policy', PREVIEW_POLICY);
  return sendContent(deps, request, reply, { ...content, previewType: previewTypeOf(content.name, kind) });
}

/** How a document of that name can be shown; null if not at all. */
export function previewKindOf(name: string): PreviewKind | null {
  const type = mediaTypeOf(name);
  if (type === 'application/pdf') return 'pdf';
  // Pictures that are programs are shown as what they are written in.
  if (/^(?:text\/|image\/svg)|[/+](?:json|xml|javascript)$/.test(type) || kindOf(name) === 'text') return 'text';
  return SHOWN.test(type) ? (type.slice(0, type.indexOf('/')) as PreviewKind) : null;
}

/** The media type to show it in: text is text, whatever it is the source of. */
export function previewTypeOf(name: string, kind: PreviewKind): string {
  return kind === 'text' ? 'text/plain' : mediaTypeOf(name);
}
