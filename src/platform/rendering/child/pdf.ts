/** Pages of a PDF. */
import { readFile } from 'node:fs/promises';
import { type PDFiumDocument, PDFiumLibrary, type PDFiumPage } from '@hyzyla/pdfium';
import { encodePixels, encodePixelsAsPage } from './image.ts';
import { sniff } from './sniff.ts';
import { type Drawing, type Paged, type Task, pageHeight } from './task.ts';

/** Rendered larger and downscaled: small text stays readable, without subpixel color fringes. */
const OVERSAMPLING = 2;
/** Pages of this width need none: their letters are large enough, and drawing takes half the time. */
const SHARP_WIDTH = 1200;

let library: ReturnType<typeof PDFiumLibrary.init> | undefined;

/** Loads the library before it is needed. */
export async function prepare(): Promise<void> {
  await (library ??= PDFiumLibrary.init());
}

export async function drawPdf({ path, size }: Task): Promise<Drawing> {
  await assertPdf(path);
  return { png: await drawFirstPage(path, size) };
}

/** The pages of a PDF. */
export async function openPdf(path: string): Promise<Paged> {
  await assertPdf(path);
  const document = await loadPdf(path);
  const { originalWidth, originalHeight } = document.getPage(0).getOriginalSize();
  return {
    count: countPages(document),
    width: originalWidth,
    height: originalHeight,
    isComplete: true,
    draw: async (number, size) => {
      const scale = size >= SHARP_WIDTH ? 1 : OVERSAMPLING;
      const { data, ...sides } = await drawPage(document.getPage(number - 1), scale * size, scale * pageHeight(size));
      return encodePixelsAsPage(data, sides, size);
    },
  };
}

/** A PDF states a number that its tree of pages may not have: then the last page that can be opened counts. */
export function countPages(document: PDFiumDocument): number {
  const exists = (number: number) => document.getPage(number - 1).getOriginalSize().originalWidth > 0;
  const stated = document.getPageCount();
  if (exists(stated)) return stated;
  let [last, missing] = [1, stated];
  while (missing - last > 1) {
    const middle = Math.floor((last + missing) / 2);
    if (exists(middle)) last = middle;
    else missing = middle;
  }
  return last;
}

/** Renders the first page at the requested size. The library runs no scripts and opens nothing but the given bytes. */
export async function drawFirstPage(path: string, size: number): Promise<Buffer> {
  const page = (await loadPdf(path)).getPage(0);
  const { data, ...sides } = await drawPage(page, OVERSAMPLING * size, OVERSAMPLING * size);
  return encodePixels(data, sides, size);
}

async function assertPdf(path: string): Promise<void> {
  if ((await sniff(path)) !== 'pdf') throw new Error('the content is not a PDF');
}

/** Opens a PDF. */
export async function loadPdf(path: string): Promise<PDFiumDocument> {
  return (await (library ??= PDFiumLibrary.init())).loadDocument(await readFile(path));
}

/** The pixels of a page, four bytes each, within these sides. */
export async function drawPage(page: PDFiumPage, maxWidth: number, maxHeight: number) {
  const { originalWidth, originalHeight } = page.getOriginalSize();
  const scale = Math.min(maxWidth / originalWidth, maxHeight / originalHeight);
  const width = Math.max(1, Math.round(originalWidth * scale));
  const height = Math.max(1, Math.round(originalHeight * scale));
  if (!(width <= maxWidth && height <= maxHeight)) throw new Error('the page has no size');
  const { data } = await page.render({ width, height, render: 'bitmap' });
  return { data, width, height };
}
