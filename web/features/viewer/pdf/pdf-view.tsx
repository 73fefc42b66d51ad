import { VisuallyHidden } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { messages } from '../../../messages/en.ts';
import { type DrawnPage, type Pdf, usePdf } from './use-pdf.ts';
import type { KindProps } from '../kinds.ts';
import css from '../viewer.module.css';

/** A sharper image needs more memory than a phone has. */
const MAX_SHARPNESS = 2;

/** All pages of a PDF, rendered as they scroll into view. `instead` is shown before that, and if the PDF cannot be read. */
// oxlint-disable-next-line import/no-default-export -- React.lazy takes a default export
export default function PdfView({ document, content, instead }: KindProps) {
  const pdf = usePdf(content);
  if (pdf.status !== 'open') return instead;
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the area scrolls, so it must be focusable
    <div className={css.pages} tabIndex={0} role="region" aria-label={messages.preview.of(document.name)}>
      {pdf.pages.map((page) => (
        <PdfPage key={page} pdf={pdf} index={page} />
      ))}
    </div>
  );
}

function PdfPage({ pdf, index }: { pdf: Pdf; index: number }) {
  const { draw } = pdf;
  const canvas = useRef<HTMLCanvasElement>(null);
  const drawn = pdf.drawn.get(index);
  const ratio = drawn === undefined ? pdf.ratio : drawn.width / drawn.height;
  useEffect(() => onceSeen(canvas.current, (width) => draw(index, width)), [index, draw]);
  useEffect(() => paint(canvas.current, drawn), [drawn]);
  return (
    <section aria-label={messages.preview.page(index + 1, pdf.pages.length)}>
      <canvas ref={canvas} className={css.page} style={{ aspectRatio: String(ratio) }} aria-hidden />
      <VisuallyHidden>{drawn?.text}</VisuallyHidden>
    </section>
  );
}

// `onSeen` receives the width in device pixels.
function onceSeen(place: HTMLElement | null, onSeen: (width: number) => void): () => void {
  if (place === null) return () => {};
  const observer = new IntersectionObserver((entries) => {
    if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
    observer.disconnect();
    onSeen(Math.round(place.clientWidth * Math.min(window.devicePixelRatio, MAX_SHARPNESS)));
  });
  observer.observe(place);
  return () => observer.disconnect();
}

function paint(canvas: HTMLCanvasElement | null, drawn: DrawnPage | undefined): void {
  if (canvas === null || drawn === undefined) return;
  canvas.width = drawn.width;
  canvas.height = drawn.height;
  canvas.getContext('2d')?.putImageData(new ImageData(drawn.pixels, drawn.width, drawn.height), 0, 0);
}
