/** Previews: which documents browsers can display, and how to send them safely. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Deps } from '../../platform/deps.ts';
import { forbidden } from '../../platform/errors.ts';
import { kindOf } from '../../platform/rendering/kinds.ts';
import { extensionKey } from '../../platform/values/names.ts';
import { type SendableContent, mediaTypeOf, sendContent } from './content.ts';

/** The kinds of content that programs display, each in its own way. */
export const PREVIEW_KINDS = [
  'image',
  'pdf',
  'text',
  'markdown',
  'table',
  'mail',
  'archive',
  'video',
  'audio',
] as const;
export type PreviewKind = (typeof PREVIEW_KINDS)[number];

/** Kinds whose bytes are written as text. */
const TEXTS: ReadonlySet<PreviewKind> = new Set(['text', 'markdown', 'table', 'mail']);

const KINDS_OF_TYPES = new Map<string, PreviewKind>([
  ['application/pdf', 'pdf'],
  ['application/zip', 'archive'],
  ['message/rfc822', 'mail'],
  ['text/csv', 'table'],
  ['text/markdown', 'markdown'],
  ['text/tab-separated-values', 'table'],
]);

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
  // The entries of an archive have a route of their own. Its bytes would only be saved.
  if (kind === null || kind === 'archive') throw forbidden('This document cannot be previewed, only downloaded.');
  reply.header('content-security-policy', PREVIEW_POLICY);
  return sendContent(deps, request, reply, { ...content, previewType: previewTypeOf(content.name, kind) });
}

/** How a document with this name can be displayed; null if it cannot. */
export function previewKindOf(name: string): PreviewKind | null {
  const type = mediaTypeOf(name);
  const known = KINDS_OF_TYPES.get(type);
  // Web archives are sent as emails too.
  if (known !== undefined) return known === 'mail' && extensionKey(name) !== 'eml' ? null : known;
  // Images that contain scripts are displayed as their source.
  if (/^(?:text\/|image\/svg)|[/+](?:json|xml|javascript)$/.test(type) || kindOf(name) === 'text') return 'text';
  return SHOWN.test(type) ? (type.slice(0, type.indexOf('/')) as PreviewKind) : null;
}

/** The media type for display: any text, including source code, is plain text. */
export function previewTypeOf(name: string, kind: PreviewKind): string {
  return TEXTS.has(kind) ? 'text/plain' : mediaTypeOf(name);
}
