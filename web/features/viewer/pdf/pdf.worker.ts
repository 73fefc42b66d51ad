/**
 * Renders pages of a PDF in a worker of its own. Its policy blocks all requests, its memory is freed with it, and only pixels and
 * text leave it.
 */
import { type PDFiumDocument, PDFiumLibrary } from '@hyzyla/pdfium';

export type PdfRequest =
  | { kind: 'open'; wasm: ArrayBuffer; pdf: ArrayBuffer }
  | { kind: 'draw'; page: number; width: number };

export type PdfAnswer =
  /** `ratio`: width to height of the first page. The other pages are nearly always alike. */
  | { kind: 'opened'; pages: number; ratio: number }
  | { kind: 'drawn'; page: number; width: number; height: number; pixels: Uint8ClampedArray<ArrayBuffer>; text: string }
  | { kind: 'failed' };

let opened: PDFiumDocument | undefined;

self.addEventListener('message', ({ data }: MessageEvent<PdfRequest>) => {
  void (data.kind === 'open' ? open(data) : draw(data)).catch(() => send({ kind: 'failed' }));
});

async function open({ wasm, pdf }: { wasm: ArrayBuffer; pdf: ArrayBuffer }): Promise<void> {
  const library = await PDFiumLibrary.init({ wasmBinary: wasm });
  opened = await library.loadDocument(new Uint8Array(pdf));
  const { originalWidth, originalHeight } = pageOf(0).getOriginalSize();
  send({ kind: 'opened', pages: opened.getPageCount(), ratio: originalWidth / originalHeight });
}

async function draw({ page: index, width }: { page: number; width: number }): Promise<void> {
  const page = pageOf(index);
  // The page is released after it is drawn.
  const text = page.getText();
  const { originalWidth, originalHeight } = page.getOriginalSize();
  const height = Math.max(1, Math.round((width * originalHeight) / originalWidth));
  const drawn = await page.render({ width, height, renderFormFields: true });
  const pixels = new Uint8ClampedArray(drawn.data);
  send({ kind: 'drawn', page: index, width: drawn.width, height: drawn.height, pixels, text }, [pixels.buffer]);
}

function pageOf(index: number) {
  if (opened === undefined) throw new Error('No document is open.');
  return opened.getPage(index);
}

function send(answer: PdfAnswer, transfer: Transferable[] = []): void {
  self.postMessage(answer, { transfer });
}
