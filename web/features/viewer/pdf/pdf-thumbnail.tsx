import { useEffect, useRef } from 'react';
import type { ThumbnailProps } from '../paged/page-source.ts';
import { usePdfContext } from './pdf-context.ts';
import { drawPage, replaceCanvas, usePdfPage } from './pdf-page.tsx';

/** Pages that are only scrolled past are not drawn. */
const SETTLE_MS = 120;

/** A small picture of a page. */
export function PdfThumbnail({ page: number, width, turn }: ThumbnailProps) {
  const { pdf } = usePdfContext();
  const page = usePdfPage(pdf, number);
  const host = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    if (page === undefined) return;
    const stopping = new AbortController();
    const scale = width / page.getViewport({ scale: 1, rotation: (page.rotate + turn) % 360 }).width;
    const timer = setTimeout(() => {
      drawPage(page, scale, turn, stopping.signal).then(
        (canvas) => replaceCanvas(host.current, canvas),
        () => {},
      );
    }, SETTLE_MS);
    return () => {
      clearTimeout(timer);
      stopping.abort();
    };
  }, [page, width, turn]);
  useEffect(() => {
    const element = host.current;
    return () => replaceCanvas(element, null);
  }, []);
  return <span ref={host} />;
}
