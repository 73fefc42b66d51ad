/**
 * Draws pages of a PDF. In a worker of its own, whose policy lets it reach nothing and whose memory goes with it: all that
 * comes out of a document is pixels and text.
 */
import { type PDFiumDocument, PDFiumLibrary } from '@hyzyla/pdfium';

export type PdfRequest =
  | { kind: 'open'; wasm: ArrayBuffer; pdf: ArrayBuffer }
  | { kind: 'draw'; page: number; width: number };

/** In points; pages count from 0. */
export type PageSize = { page: number; width: number; height: number };

export type PdfAnswer =
  | { kind: 'opened'; sizes: PageSize[] }
  | { kind: 'drawn'; page: number; width: number; height: number; pixels: Uint8ClampedArray<ArrayBuffer>; text: string }
  | { kind: 'failed' };

let opened: PDFiumDocument | undefined;

self.addEventListener('message', ({ data }: MessageEvent<PdfRequest>) => {
  void (data.kind === 'open' ? open(data) : draw(data)).catch(() => tell({ kind: 'failed' }));
});

async function open({ wasm, pdf }: { wasm: ArrayBuffer; pdf: ArrayBuffer }): Promise<void> {
  const library = await PDFiumLibrary.init({ wasmBinary: wasm });
  opened = await library.loadDocument(new Uint8Array(pdf));
  const sizes = Array.from({ length: opened.getPageCount() }, (_, index) => {
    const { originalWidth, originalHeight } = pageOf(index).getOriginalSize();
    return { page: index, width: originalWidth, height: originalHeight };
  });
  tell({ kind: 'opened', sizes });
}

async function draw({ page: index, width }: { page: number; width: number }): Promise<void> {
  const page = pageOf(index);
  const { originalWidth, originalHeight } = page.getOriginalSize();
  const height = Math.max(1, Math.round((width * originalHeight) / originalWidth));
  const drawn = await page.render({ width, height, renderFormFields: true });
  const pixels = swapRedAndBlue(drawn.data);
  const answer = {
    kind: 'drawn',
    page: index,
    width: drawn.width,
    height: drawn.height,
    pixels,
    text: page.getText(),
  } as const;
  tell(answer, [pixels.buffer]);
}

function pageOf(index: number) {
  if (opened === undefined) throw new Error('No document is open.');
  return opened.getPage(index);
}

// PDFium draws BGRA, a canvas takes RGBA.
function swapRedAndBlue(bytes: Uint8Array): Uint8ClampedArray<ArrayBuffer> {
  const pixels = new Uint8ClampedArray(bytes);
  for (let at = 0; at < pixels.length; at += 4) {
    const blue = pixels[at] ?? 0;
    pixels[at] = pixels[at + 2] ?? 0;
    pixels[at + 2] = blue;
  }
  return pixels;
}

function tell(answer: PdfAnswer, transfer: Transferable[] = []): void {
  self.postMessage(answer, { transfer });
}
