import wasmUrl from '@hyzyla/pdfium/pdfium.wasm?url';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { PdfAnswer, PdfRequest } from './pdf.worker.ts';

export type DrawnPage = Extract<PdfAnswer, { kind: 'drawn' }>;

export type Pdf = {
  status: 'loading' | 'open' | 'failed';
  /** Pages are numbered from 0. */
  pages: number[];
  /** The ratio of width to height until a page is rendered. */
  ratio: number;
  drawn: ReadonlyMap<number, DrawnPage>;
  /** Requests a page (from 0) with this width in pixels. */
  draw: (page: number, width: number) => void;
};

/** Opens a PDF in a worker that ends with the component. */
export function usePdf(url: string): Pdf {
  const worker = useRef<Worker | null>(null);
  const [status, setStatus] = useState<Pdf['status']>('loading');
  const [{ pages, ratio }, setOpened] = useState({ pages: 0, ratio: 1 });
  const [drawn, setDrawn] = useState<Pdf['drawn']>(new Map());
  useEffect(() => {
    const own = new Worker(new URL('./pdf.worker.ts', import.meta.url), { type: 'module' });
    const stopping = new AbortController();
    worker.current = own;
    own.addEventListener('error', () => setStatus('failed'));
    own.addEventListener('message', ({ data }: MessageEvent<PdfAnswer>) => {
      if (data.kind === 'failed') return setStatus('failed');
      if (data.kind === 'drawn') return setDrawn((before) => new Map([...before, [data.page, data]]));
      setOpened(data);
      setStatus('open');
    });
    load(url, stopping.signal).then(
      (request) => own.postMessage(request, [request.pdf, request.wasm]),
      () => stopping.signal.aborted || setStatus('failed'),
    );
    return () => {
      stopping.abort();
      own.terminate();
    };
  }, [url]);
  const draw = useCallback((page: number, width: number) => ask(worker.current, { kind: 'draw', page, width }), []);
  return { status, pages: [...Array(pages).keys()], ratio, drawn, draw };
}

async function load(url: string, signal: AbortSignal) {
  const [pdf, wasm] = await Promise.all([url, wasmUrl].map((address) => fetchBytes(address, signal)));
  if (pdf === undefined || wasm === undefined) throw new Error('Nothing came.');
  return { kind: 'open', pdf, wasm } as const;
}

async function fetchBytes(url: string, signal: AbortSignal): Promise<ArrayBuffer> {
  const response = await fetch(url, { signal });
  if (!response.ok) throw new Error(`${url} answered ${response.status}`);
  return response.arrayBuffer();
}

function ask(worker: Worker | null, request: PdfRequest): void {
  worker?.postMessage(request);
}
