/** The first page of a PDF. */
import { readFile } from 'node:fs/promises';
import { PDFiumLibrary } from '@hyzyla/pdfium';
import { encodePixels } from './image.ts';
import { sniff } from './sniff.ts';
import type { Drawing, Task } from './task.ts';

/** Rendered larger and downscaled: small text stays readable, without subpixel color fringes. */
const OVERSAMPLING = 2;

let library: ReturnType<typeof PDFiumLibrary.init> | undefined;

/** Loads the library before it is needed. */
export async function prepare(): Promise<void> {
  await (library ??= PDFiumLibrary.init());
}

export async function drawPdf({ path, size }: Task): Promise<Drawing> {
  if ((await sniff(path)) !== 'pdf') throw new Error('the content is not a PDF');
  return { png: await drawFirstPage(path, size) };
}

/** Renders the first page at the requested size. The library runs no scripts and opens nothing but the given bytes. */
export async function drawFirstPage(path: string, size: number): Promise<Buffer> {
  const document = await (await (library ??= PDFiumLibrary.init())).loadDocument(await readFile(path));
  const page = document.getPage(0);
  const { originalWidth, originalHeight } = page.getOriginalSize();
  const scale = (OVERSAMPLING * size) / Math.max(originalWidth, originalHeight);
  const width = Math.max(1, Math.round(originalWidth * scale));
  const height = Math.max(1, Math.round(originalHeight * scale));
  if (!(width <= OVERSAMPLING * size && height <= OVERSAMPLING * size)) throw new Error('the page has no size');
  const { data } = await page.render({ width, height, render: 'bitmap' });
  return encodePixels(data, { width, height }, size);
}
