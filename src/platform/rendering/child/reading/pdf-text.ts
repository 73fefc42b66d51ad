/** Text and metadata of a PDF, by PDFium. */
import type { PDFiumDocument, PDFiumPage } from '@hyzyla/pdfium';
import sharp, { type Sharp } from 'sharp';
import { countPages, drawPage, loadPdf } from '../pdf.ts';
import type { Task } from '../task.ts';
import type { Collector, Reading } from './collector.ts';
import { createRecognizer } from './ocr.ts';
import { annotationsOf, metadataOf } from './pdf-strings.ts';

/** A PDF of thousands of long pages takes seconds. A single page that takes longer ends with the program. */
const MAX_MS = 20_000;
/** Characters of a page that is a scan nevertheless. */
const MAX_STAMP = 40;
const MAX_OBJECTS = 50;
/** Pixels: 240 dots per inch for A4. */
const SCAN_WIDTH = 2_000;
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
    const entered = annotationsOf(page);
    closePage(page);
    const recognized = isPicture ? ((await recognizer?.read(() => pictureOf(document, number))) ?? '') : '';
    if (!into.add(`${text}\n${entered}${recognized}`, number)) break;
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
