import { type PDFPageProxy, TextLayer } from 'pdfjs-dist';
import { type CSSProperties, useEffect, useRef, useState } from 'react';
import { PIXELS, type Turn } from '../paged/page-layout.ts';
import { goTo } from '../paged/pager.ts';
import { usePdfContext } from './pdf-context.ts';
import type { TextPiece } from './search/fold-text.ts';
import { clearHighlights, rangesOf, showHighlights } from './search/highlights.ts';
import { TEXT_OPTIONS, piecesOf, useSearchState } from './search/search.ts';
import css from './pdf.module.css';

type Props = { page: PDFPageProxy; scale: number; turn: Turn };

/** The text of a page, transparent and at its place, so that people can select it and screen readers read it. */
export function PdfText({ page, scale, turn }: Props) {
  const layer = useRef<HTMLDivElement>(null);
  const rendered = useTextLayer(layer, page, turn);
  useHighlights(layer, page.pageNumber, rendered);
  const style = { '--total-scale-factor': scale * PIXELS, '--scale-round-x': '1px', '--scale-round-y': '1px' };
  return <div key={turn} ref={layer} className={css.text} style={style as CSSProperties} />;
}

/** The elements of the text of a page, and the pieces that they show. */
export type RenderedText = { elements: HTMLElement[]; pieces: TextPiece[] };

function useTextLayer(layer: { current: HTMLDivElement | null }, page: PDFPageProxy, turn: Turn): RenderedText | null {
  const [rendered, setRendered] = useState<RenderedText | null>(null);
  useEffect(() => {
    const container = layer.current;
    if (container === null) return;
    const stopping = new AbortController();
    renderText(page, turn, container, stopping.signal).then(
      (text) => stopping.signal.aborted || setRendered(text),
      // A page whose text cannot be read is shown without it.
      () => {},
    );
    return () => {
      stopping.abort();
      setRendered(null);
      container.replaceChildren();
    };
  }, [layer, page, turn]);
  return rendered;
}

async function renderText(
  page: PDFPageProxy,
  turn: Turn,
  container: HTMLElement,
  signal: AbortSignal,
): Promise<RenderedText> {
  const textContentSource = await page.getTextContent(TEXT_OPTIONS);
  signal.throwIfAborted();
  const viewport = page.getViewport({ scale: PIXELS, rotation: (page.rotate + turn) % 360 });
  const text = new TextLayer({ textContentSource, container, viewport });
  signal.addEventListener('abort', () => text.cancel());
  await text.render();
  return { elements: text.textDivs, pieces: piecesOf(textContentSource) };
}

function useHighlights(layer: { current: HTMLElement | null }, page: number, rendered: RenderedText | null): void {
  const { search, pager } = usePdfContext();
  const { query, current } = useSearchState(search);
  const index = current?.page === page ? current.index : null;
  useEffect(() => {
    if (rendered === null || query === '') return;
    const ranges = rangesOf(rendered, query);
    showHighlights(page, ranges, index === null ? null : (ranges[index] ?? null));
    return () => clearHighlights(page);
  }, [page, rendered, query, index]);
  useEffect(() => {
    const found = index === null || rendered === null ? undefined : rangesOf(rendered, query)[index];
    const box = layer.current?.getBoundingClientRect();
    if (found === undefined || box === undefined) return;
    goTo(pager, page, (found.getBoundingClientRect().top - box.top) / box.height);
    // A new result is shown once, and stays where the reader scrolls it.
  }, [pager, page, layer, rendered, query, index]);
}
