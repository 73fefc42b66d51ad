/** The kinds of documents that the viewer shows, and the component of each. A component is loaded when a document needs it. */
import { type ComponentType, type LazyExoticComponent, type ReactNode, lazy } from 'react';
import type { PreviewKind, Previewable } from '../../api/documents.ts';
import { type RenderedKind, renderedKindOf } from './rendered-kinds.ts';

export type ViewerKind = PreviewKind | 'office' | 'pages';

/** Properties of the component of a kind, which renders a `Frame` (frame/frame.tsx). */
export type KindProps = {
  document: Previewable;
  /** The address of the content. It changes with the content. */
  content: string;
  /** The server's picture, until the content can be shown. */
  instead: ReactNode;
  /** The document is what the page is about, so that its address names the place in it (`#page=12`). */
  hasAddress: boolean;
};

export const COMPONENTS: Record<ViewerKind, LazyExoticComponent<ComponentType<KindProps>>> = {
  archive: lazy(() => import('./archive/archive-view.tsx')),
  audio: lazy(() => import('./media/audio-view.tsx')),
  image: lazy(() => import('./image/image-view.tsx')),
  mail: lazy(() => import('./mail/mail-view.tsx')),
  markdown: lazy(() => import('./markdown/markdown-view.tsx')),
  office: lazy(() => import('./office/office-view.tsx')),
  pages: lazy(() => import('./pages/pages-view.tsx')),
  pdf: lazy(() => import('./pdf/pdf-view.tsx')),
  table: lazy(() => import('./table/table-view.tsx')),
  text: lazy(() => import('./text/text-view.tsx')),
  video: lazy(() => import('./media/video-view.tsx')),
};

/** Kinds of files of which the server makes pictures of pages (docs/api/renditions.md). */
const PAGED = new Set<RenderedKind | null>(['image', 'office', 'pdf', 'text']);

/** Larger images are shown by the server's pictures, because a phone has no memory for all of their pixels. */
const MAX_IMAGE_BYTES = 60_000_000;

/** How the viewer shows a document; null: not at all. */
export function viewerKindOf({ kind, name, size, hasContent }: Previewable): ViewerKind | null {
  const own = renderedKindOf(name);
  // Visitors who cannot download never get the content.
  if (!hasContent && PAGED.has(own)) return 'pages';
  // An SVG file, which can contain scripts: the server draws it.
  if (kind === 'text' && own === 'image') return 'pages';
  if (kind === 'image' && size > MAX_IMAGE_BYTES) return 'pages';
  if (kind !== null) return kind;
  // The list of its entries is not its content.
  if (/\.(?:zip|jar)$/i.test(name)) return 'archive';
  if (own === 'office') return 'office';
  // Formats that browsers cannot show, such as HEIC and TIFF.
  if (own === 'image') return 'pages';
  // Formats that browsers cannot play: by the server's conversion, in the component of their kind.
  return own === 'video' || own === 'audio' ? own : null;
}

/** Comments can mark places on pages, or on one picture. */
export type Markable = 'pages' | 'picture';

/** Null: comments are about the whole document. */
export function markableOf(document: Previewable): Markable | null {
  const kind = viewerKindOf(document);
  if (kind === 'image' || (kind === 'pages' && isPicture(document.name))) return 'picture';
  return kind === 'office' || kind === 'pages' || kind === 'pdf' ? 'pages' : null;
}

// A TIFF can have several pages.
const isPicture = (name: string): boolean => renderedKindOf(name) === 'image' && !/\.tiff?$/i.test(name);
