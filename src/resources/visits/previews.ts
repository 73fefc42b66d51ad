/** Which documents browsers can show, and as what they are sent to be shown: as nothing that could run. */
import { mediaTypeOf } from '../documents/content.ts';
import { kindOf } from '../../platform/rendering/kinds.ts';

export type PreviewKind = 'image' | 'pdf' | 'text' | 'video' | 'audio';

// What current browsers show by themselves. Of a drawing or a photographer's TIFF they would only save the original, which
// those who may look but not download must not get; the service has a picture of most.
const SHOWN =
  /^(?:image\/(?:apng|avif|bmp|gif|jpeg|pjpeg|png|vnd\.microsoft\.icon|webp)|video\/(?:mp4|ogg|quicktime|webm|x-m4v)|audio\/(?:aac|mpeg|mp4|ogg|wav|webm|x-flac))$/;

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
