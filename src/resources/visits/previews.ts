/** Which documents browsers can show, and as what they are sent to be shown: as nothing that could run. */
import { mediaTypeOf } from '../documents/content.ts';
import { kindOf } from '../../platform/rendering/kinds.ts';

export type PreviewKind = 'image' | 'pdf' | 'text' | 'video' | 'audio';

/** How a document of that name can be shown; null if not at all. */
export function previewKindOf(name: string): PreviewKind | null {
  const type = mediaTypeOf(name);
  // Pictures that are programs are shown as what they are written in.
  if (/^(?:text\/|image\/svg)|[/+](?:json|xml|javascript)$/.test(type)) return 'text';
  const [, kind] = /^(image|video|audio)\//.exec(type) ?? [];
  if (kind !== undefined) return kind as PreviewKind;
  if (type === 'application/pdf') return 'pdf';
  return kindOf(name) === 'text' ? 'text' : null;
}

/** The media type to show it in: text is text, whatever it is the source of. */
export function previewTypeOf(name: string, kind: PreviewKind): string {
  return kind === 'text' ? 'text/plain' : mediaTypeOf(name);
}
