/** Prints pages of a PDF as images: the browser's own viewer would need a frame, which the policy of contents forbids. */
import type { PDFDocumentProxy } from 'pdfjs-dist';

/** Pixels for each point, 150 for each inch. */
const SCALE = 150 / 72;
const QUALITY = 0.92;

type Job = {
  pages: number[];
  onProgress: (done: number) => void;
  signal: AbortSignal;
};

/** Draws pages one after the other into images. They are removed by `URL.revokeObjectURL`. */
export async function drawForPrint(pdf: PDFDocumentProxy, job: Job): Promise<string[]> {
  const urls: string[] = [];
  try {
    await drawInto(urls, pdf, job);
  } catch (error) {
    for (const url of urls) URL.revokeObjectURL(url);
    throw error;
  }
  return urls;
}

async function drawInto(urls: string[], pdf: PDFDocumentProxy, { pages, onProgress, signal }: Job): Promise<void> {
  for (const number of pages) {
    signal.throwIfAborted();
    const page = await pdf.getPage(number);
    const viewport = page.getViewport({ scale: SCALE });
    const canvas = document.createElement('canvas');
    canvas.width = Math.floor(viewport.width);
    canvas.height = Math.floor(viewport.height);
    await page.render({ canvas, viewport, intent: 'print' }).promise;
    urls.push(URL.createObjectURL(await blobOf(canvas)));
    canvas.width = 0;
    onProgress(urls.length);
  }
}

function blobOf(canvas: HTMLCanvasElement): Promise<Blob> {
  return new Promise((resolve, reject) => {
    const onBlob = (blob: Blob | null) => (blob === null ? reject(new Error('The page is too large.')) : resolve(blob));
    canvas.toBlob(onBlob, 'image/jpeg', QUALITY);
  });
}
