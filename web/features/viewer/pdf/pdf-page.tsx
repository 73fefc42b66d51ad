import type { PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { viewerMessages as t } from '../../../messages/en/viewer/viewer.ts';
import type { PageProps } from '../paged/page-source.ts';
import { PIXELS, type Turn } from '../paged/page-layout.ts';
import { WaitingPage } from '../paged/waiting-page.tsx';
import { usePdfContext } from './pdf-context.ts';
import { PdfLinks } from './pdf-links.tsx';
import { PdfText } from './pdf-text.tsx';
import css from './pdf.module.css';

/** A page that is drawn again in another size waits for the end of the zoom. */
const REDRAW_MS = 150;

/** A page of a PDF: its picture, its text above it to select and to search, and its links. */
export function PdfPage({ page: number, scale, turn }: PageProps) {
  const { pdf } = usePdfContext();
  const page = usePdfPage(pdf, number);
  const host = useRef<HTMLDivElement>(null);
  const state = useDrawing(host, page, scale, turn);
  return (
    <>
      <div ref={host} className={css.canvas} aria-hidden />
      {state === 'waiting' ? <WaitingPage /> : null}
      {state === 'failed' ? <p className={css.failed}>{t.pageFailed}</p> : null}
      {page !== undefined && state === 'drawn' ? (
        <>
          <PdfText page={page} scale={scale} turn={turn} />
          <PdfLinks page={page} turn={turn} />
        </>
      ) : null}
    </>
  );
}

/** The page of a PDF with this number. The memory that pdf.js needs to draw it is released with the component. */
export function usePdfPage(pdf: PDFDocumentProxy, number: number): PDFPageProxy | undefined {
  const [page, setPage] = useState<PDFPageProxy>();
  useEffect(() => {
    let isWanted = true;
    pdf.getPage(number).then(
      (found) => (isWanted ? setPage(found) : found.cleanup()),
      // The document is shown by the server's picture then (use-pdf.ts).
      () => {},
    );
    return () => {
      isWanted = false;
    };
  }, [pdf, number]);
  useEffect(() => () => void page?.cleanup(), [page]);
  return page;
}

type Drawing = 'waiting' | 'drawn' | 'failed';

function useDrawing(host: RefObject<HTMLElement | null>, page: PDFPageProxy | undefined, scale: number, turn: Turn) {
  const [state, setState] = useState<Drawing>('waiting');
  const isFirst = useRef(true);
  useEffect(() => {
    if (page === undefined) return;
    const stopping = new AbortController();
    const show = (canvas: HTMLCanvasElement) => {
      if (stopping.signal.aborted) return release(canvas);
      replaceCanvas(host.current, canvas);
      isFirst.current = false;
      setState('drawn');
    };
    const draw = () =>
      drawPage(page, scale * PIXELS, turn, stopping.signal).then(
        show,
        () => stopping.signal.aborted || setState('failed'),
      );
    const timer = setTimeout(() => void draw(), isFirst.current ? 0 : REDRAW_MS);
    return () => {
      clearTimeout(timer);
      stopping.abort();
    };
  }, [host, page, scale, turn]);
  useEffect(() => {
    const element = host.current;
    return () => replaceCanvas(element, null);
  }, [host]);
  return state;
}

/** More pixels than a screen has take memory that phones lack; 2^24 is the limit of iPhones. */
const MAX_SHARPNESS = 2;
const MAX_PIXELS = 2 ** 24;

/** Draws a page on a new canvas. `scale`: CSS pixels for a point. */
export async function drawPage(
  page: PDFPageProxy,
  scale: number,
  turn: Turn,
  signal: AbortSignal,
): Promise<HTMLCanvasElement> {
  const { width, height } = page.getViewport({ scale });
  const sharpness = Math.min(MAX_SHARPNESS, window.devicePixelRatio, Math.sqrt(MAX_PIXELS / (width * height)));
  const viewport = page.getViewport({ scale: scale * sharpness, rotation: (page.rotate + turn) % 360 });
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.floor(viewport.width));
  canvas.height = Math.max(1, Math.floor(viewport.height));
  const task = page.render({ canvas, viewport });
  signal.addEventListener('abort', () => task.cancel());
  await task.promise;
  return canvas;
}

/** Shows another canvas, or none, and frees the memory of the one before. */
export function replaceCanvas(host: HTMLElement | null, canvas: HTMLCanvasElement | null): void {
  const before = host?.querySelector('canvas') ?? null;
  host?.replaceChildren(...(canvas === null ? [] : [canvas]));
  if (before !== null) release(before);
}

// Browsers free the memory of a canvas late, unless it is made empty.
function release(canvas: HTMLCanvasElement): void {
  canvas.width = 0;
  canvas.height = 0;
}
