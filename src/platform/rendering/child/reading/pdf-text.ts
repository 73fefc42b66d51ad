/** Text and metadata of a PDF, by PDFium. */
import type { PDFiumDocument, PDFiumPage } from '@hyzyla/pdfium';
import sharp, { type Sharp } from 'sharp';
import { countPages, drawPage, loadPdf } from '../pdf.ts';
import type { Task } from '../task.ts';
import type { Collector, Reading } from './collector.ts';
import { createRecognizer } from './ocr.ts';

/** A PDF of thousands of long pages takes seconds. A single page that takes longer ends with the program. */
const MAX_MS = 20_000;
/** Characters of a page that is a scan nevertheless. */
const MAX_STAMP = 40;
const MAX_OBJECTS = 50;
/** Pixels: 240 dots per inch for A4. */
const SCAN_WIDTH = 2_000;
const METADATA = ['Title', 'Author', 'Subject', 'Keywords'];
const MAX_METADATA_BYTES = 8_192;
/** PDFium marks a word that continues on the next line. */
// oxlint-disable-next-line no-control-regex -- it is the mark
const HYPHEN = /[\u0002\uFFFE](?:\r?\n)?/g;

/** Its pages in their order; those that are pictures too, if words in them are to be recognized. */
export async function readPdf(task: Task, into: Collector): Promise<Reading> {
  const document = await loadPdf(task.path);
  into.add(metadataOf(document));
  const recognizer = await createRecognizer(task);
  const deadline = Date.now() + MAX_MS;
  const count = countPages(document);
  let scans = 0;
  for (let number = 1; number <= count; number += 1) {
    if (recognizer === null && Date.now() > deadline) {
      into.truncate();
      break;
    }
    const page = document.getPage(number - 1);
    const text = textOf(page);
    const isPicture = isScan(page, text);
    if (isPicture) scans += 1;
    closePage(page);
    const recognized = isPicture ? ((await recognizer?.read(() => pictureOf(document, number))) ?? '') : '';
    if (!into.add(`${text}\n${recognized}`, number)) break;
  }
  if (recognizer === null) return { method: 'pdf', missingPart: scans > 0 ? 'tesseract' : undefined };
  if (recognizer.isIncomplete()) into.truncate();
  return { method: scans > 0 ? 'ocr' : 'pdf' };
}

/** The text of a page; empty if it cannot be opened. */
function textOf(page: PDFiumPage): string {
  try {
    return page.getText().replaceAll(HYPHEN, '');
  } catch {
    return '';
  }
}

/** Whether the page is a picture with at most a stamp or a number as text. */
function isScan(page: PDFiumPage, text: string): boolean {
  if (text.trim().length > MAX_STAMP) return false;
  try {
    const count = Math.min(MAX_OBJECTS, page.getObjectCount());
    // A form is a drawing that may contain the picture.
    return Array.from({ length: count }, (_, at) => page.getObject(at).type).some((type) =>
      /^(?:image|form)$/.test(type),
    );
  } catch {
    return false;
  }
}

async function pictureOf(document: PDFiumDocument, number: number): Promise<Sharp> {
  // Drawing it closes it.
  const page = document.getPage(number - 1);
  const { data, width, height } = await drawPage(page, SCAN_WIDTH, 2 * SCAN_WIDTH);
  return sharp(data, { raw: { width, height, channels: 4 } });
}

// The library keeps every page in memory.
function closePage(page: PDFiumPage): void {
  page['module']._FPDF_ClosePage(page['pageIdx']);
}

/** A function that the types of the library leave out, and those that it needs. */
type Library = {
  HEAPU8: Uint8Array;
  wasmExports: { malloc: (size: number) => number; free: (pointer: number) => void };
  _FPDF_GetMetaText(document: number, tag: number, buffer: number, length: number): number;
};

function metadataOf(document: PDFiumDocument): string {
  const library = document['module'] as Library;
  const { malloc, free } = library.wasmExports;
  const [tag, value] = [malloc(16), malloc(MAX_METADATA_BYTES)];
  const values = METADATA.map((name) => {
    library.HEAPU8.set(Buffer.from(`${name}\0`), tag);
    // The length in bytes, with the zero at the end; of a longer value nothing is written.
    const length = library._FPDF_GetMetaText(document['documentIdx'], tag, value, MAX_METADATA_BYTES);
    if (length <= 2 || length > MAX_METADATA_BYTES) return '';
    return Buffer.from(library.HEAPU8.subarray(value, value + length - 2)).toString('utf16le');
  });
  for (const pointer of [tag, value]) free(pointer);
  return values.filter((one) => one !== '').join('\n');
}
