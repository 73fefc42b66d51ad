/** Places inside a PDF that links and outlines name. */
import type { PDFDocumentProxy } from 'pdfjs-dist';
import type { Turn } from '../paged/page-layout.ts';

export type Destination = string | unknown[] | null;

/** A place on a page. `down`: as a part of the height of the page. */
export type Place = { page: number; down: number };

/** The place that a destination names, on a page that is turned so; null if it names none (ISO 32000-1, 12.3.2.2). */
export async function findPlace(pdf: PDFDocumentProxy, destination: Destination, turn: Turn): Promise<Place | null> {
  const explicit = (typeof destination === 'string' ? await pdf.getDestination(destination) : destination) ?? [];
  const number = await findPage(pdf, explicit[0]);
  if (number === null) return null;
  const { left, top } = cornerOf(explicit);
  if (typeof top !== 'number') return { page: number, down: 0 };
  const page = await pdf.getPage(number);
  const viewport = page.getViewport({ scale: 1, rotation: (page.rotate + turn) % 360 });
  const [, down = 0] = viewport.convertToViewportPoint(typeof left === 'number' ? left : 0, top);
  return { page: number, down: Math.min(Math.max(0, down / viewport.height), 1) };
}

function cornerOf([, kind, ...numbers]: unknown[]): { left?: unknown; top?: unknown } {
  const name = typeof kind === 'object' && kind !== null && 'name' in kind ? kind.name : null;
  if (name === 'XYZ') return { left: numbers[0], top: numbers[1] };
  if (name === 'FitR') return { left: numbers[0], top: numbers[3] };
  return name === 'FitH' || name === 'FitBH' ? { top: numbers[0] } : {};
}

async function findPage(pdf: PDFDocumentProxy, target: unknown): Promise<number | null> {
  if (Number.isInteger(target)) return Number(target) + 1;
  if (typeof target !== 'object' || target === null || !('num' in target) || !('gen' in target)) return null;
  const index = await pdf.getPageIndex({ num: Number(target.num), gen: Number(target.gen) }).catch(() => null);
  return index === null ? null : index + 1;
}

/** Addresses that a link in a document can open: no scripts and no files. */
export function safeUrl(url: unknown): string | null {
  if (typeof url !== 'string' || !URL.canParse(url)) return null;
  return ['http:', 'https:', 'mailto:'].includes(new URL(url).protocol) ? url : null;
}
