/** The kinds of documents that the viewer shows, and the component of each. A component is loaded when a document needs it. */
import { type ComponentType, type LazyExoticComponent, type ReactNode, lazy } from 'react';
import type { Previewable } from '../../api/documents.ts';

export type ViewerKind = 'audio' | 'image' | 'pdf' | 'text' | 'video';

/** Properties of the component of a kind, which renders a `Frame` (frame/frame.tsx). */
export type KindProps = {
  document: Previewable;
  /** The address of the content. It changes with the content. */
  content: string;
  /** The server's picture, for content that cannot be shown. */
  instead: ReactNode;
};

export const COMPONENTS: Record<ViewerKind, LazyExoticComponent<ComponentType<KindProps>>> = {
  audio: lazy(() => import('./media/audio-view.tsx')),
  image: lazy(() => import('./image/image-view.tsx')),
  pdf: lazy(() => import('./pdf/pdf-view.tsx')),
  text: lazy(() => import('./text/text-view.tsx')),
  video: lazy(() => import('./media/video-view.tsx')),
};

/** Larger PDFs are not loaded into the browser. */
const MAX_PDF_BYTES = 50_000_000;

/** How the viewer shows a document; null: by the server's picture. */
export function viewerKindOf({ kind, size }: Previewable): ViewerKind | null {
  return kind === 'pdf' && size > MAX_PDF_BYTES ? null : kind;
}
