/** Text and metadata of a PDF, by PDFium. */
import type { PDFiumDocument, PDFiumPage } from '@hyzyla/pdfium';
import { countPages, loadPdf } from '../pdf.ts';
import type { Task } from '../task.ts';
import type { Collector, Reading } from './collector.ts';

/** A PDF of thousands of long pages takes seconds. A single page that takes longer ends with the program. */
const MAX_MS = 20_000;
const METADATA = ['Title', 'Author', 'Subject', 'Keywords'];
const MAX_METADATA_BYTES = 8_192;
/** PDFium marks a word that continues on the next line. */
// oxlint-disable-next-line no-control-regex -- it is the mark
const HYPHEN = /[\u0002\uFFFE](?:\r?\n)?/g;

export async function readPdf({ path }: Task, into: Collector): Promise<Reading> {
  const document = await loadPdf(path);
  into.add(metadataOf(document));
  const deadline = Date.now() + MAX_MS;
  const count = countPages(document);
  for (let number = 1; number <= count; number += 1) {
    if (Date.now() > deadline) into.truncate();
    if (Date.now() > deadline || !into.add(textOf(document, number), number)) break;
  }
  return { method: 'pdf' };
}

/** The text of a page, from 1; empty if it cannot be opened. */
function textOf(document: PDFiumDocument, number: number): string {
  const page = document.getPage(number - 1);
  try {
    return page.getText().replaceAll(HYPHEN, '');
  } catch {
    return '';
  } finally {
    closePage(page);
  }
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
