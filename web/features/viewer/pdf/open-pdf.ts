/** Opens PDFs by pdf.js, with the parts that are needed (decision 0099). */
import { type PDFDocumentProxy, PDFWorker, PasswordResponses, getDocument } from 'pdfjs-dist';
import { PIXELS, type PageSize } from '../paged/page-layout.ts';
import { BinaryDataFactory } from './pdf-data.ts';
import { openRanges } from './range-transport.ts';

/** Larger images would take the memory of a phone. The page is shown without them. */
const MAX_IMAGE_PIXELS = 100_000_000;
const CHUNK_BYTES = 128 * 1024;

/** `failure` rejects when a part of the open document cannot be fetched. */
export type OpenPdf = { pdf: PDFDocumentProxy; firstSize: PageSize; failure: Promise<never> };

type Callbacks = {
  signal: AbortSignal;
  /** A password is needed; `isWrong`: another one. */
  onPassword: (unlock: (password: string) => void, isWrong: boolean) => void;
};

/** Opens the PDF at an address. Aborting the signal closes it and ends its worker. */
export async function openPdf(url: string, { signal, onPassword }: Callbacks): Promise<OpenPdf> {
  const port = new Worker(new URL('./pdf.worker.ts', import.meta.url), { type: 'module' });
  signal.addEventListener('abort', () => port.terminate());
  const broken = new Promise<never>((_, reject) => {
    port.addEventListener('error', () => reject(new Error('The worker could not start.')));
  });
  const ranges = await openRanges(url, signal);
  const task = getDocument({
    ...(ranges.isWhole ? { data: ranges.beginning } : { range: ranges.transport }),
    worker: PDFWorker.create({ port }),
    rangeChunkSize: CHUNK_BYTES,
    disableAutoFetch: true,
    disableStream: true,
    maxImageSize: MAX_IMAGE_PIXELS,
    // Fonts of the system have other widths than those that the document was set in.
    useSystemFonts: false,
    // The worker asks the page for files, because it has no network. pdf.js expects addresses nevertheless.
    useWorkerFetch: false,
    BinaryDataFactory,
    cMapUrl: '/',
    standardFontDataUrl: '/',
    wasmUrl: '/',
  });
  signal.addEventListener('abort', () => void task.destroy());
  task.onPassword = (unlock: (password: string) => void, reason: number) =>
    onPassword(unlock, reason === PasswordResponses.INCORRECT_PASSWORD);
  const open = async () => {
    const pdf = await task.promise;
    const { width, height } = (await pdf.getPage(1)).getViewport({ scale: PIXELS });
    return { pdf, firstSize: { width, height }, failure: ranges.transport.failure };
  };
  return Promise.race([open(), broken, ranges.transport.failure]);
}
