import { Text } from '@mantine/core';
import { CatchBoundary } from '@tanstack/react-router';
import { type ReactNode, Suspense, lazy, useState } from 'react';
import type { Previewable } from '../../api/documents.ts';
import { messages } from '../../messages/en.ts';
import css from './preview.module.css';

const TextPreview = lazy(() => import('./text-preview.tsx'));
const PdfPreview = lazy(() => import('./pdf-preview.tsx'));

/** Larger PDFs are not loaded into the browser for a preview. */
const MAX_PDF_BYTES = 50_000_000;

/** The preview of a document: an image, audio, video or text. The document is never loaded as a page of its own. */
export function Preview({ document }: { document: Previewable }) {
  const { name, kind, size } = document;
  const label = messages.preview.of(name);
  // The fragment isn't sent to the server. It prevents the browser from showing a cached older version.
  const content = `${document.contentUrl}#${document.changedAt}`;
  const picture = <Picture document={document} note={kind === 'pdf' ? messages.preview.firstPage : null} />;
  if (kind === 'image') return <ImagePreview document={document} content={content} />;
  if (kind === 'video')
    return <video className={css.previewMedia} controls preload="metadata" src={content} aria-label={label} />;
  if (kind === 'audio')
    return <audio className={css.previewAudio} controls preload="metadata" src={content} aria-label={label} />;
  if (kind === 'text') {
    return (
      <Later until={<Loading />} instead={picture}>
        <TextPreview url={content} name={name} />
      </Later>
    );
  }
  if (kind === 'pdf' && size <= MAX_PDF_BYTES) {
    return (
      <Later until={picture} instead={picture}>
        <PdfPreview url={content} name={name} instead={picture} />
      </Later>
    );
  }
  return picture;
}

// A preview with a script of its own. If the script can't be loaded, the page shows `instead`.
function Later({ until, instead, children }: { until: ReactNode; instead: ReactNode; children: ReactNode }) {
  return (
    <CatchBoundary getResetKey={() => 'preview'} errorComponent={() => instead} onCatch={() => {}}>
      <Suspense fallback={until}>{children}</Suspense>
    </CatchBoundary>
  );
}

// The server's thumbnail replaces formats that browsers cannot show, such as HEIC.
function ImagePreview({ document, content }: { document: Previewable; content: string }) {
  const [isShown, setShown] = useState(true);
  if (!isShown) return <Picture document={document} note={null} />;
  return (
    <img
      className={css.previewPicture}
      src={content}
      alt={messages.preview.of(document.name)}
      onError={() => setShown(false)}
    />
  );
}

/** The thumbnail of a document's first page. */
function Picture({ document, note }: { document: Previewable; note: string | null }) {
  const t = note ?? (document.kind === null ? messages.preview.picture : null);
  return (
    <figure className={css.previewFigure}>
      <img className={css.previewPicture} src={document.pictureUrl} alt={messages.preview.of(document.name)} />
      {t === null ? null : (
        <Text component="figcaption" size="sm" c="dimmed">
          {t}
        </Text>
      )}
    </figure>
  );
}

function Loading() {
  return <Text role="status">{messages.preview.loading}</Text>;
}
