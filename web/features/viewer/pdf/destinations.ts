/** Places inside a PDF that links and outlines name. */
import type { PDFDocumentProxy } from 'pdfjs-dist';

export type Destination = string | unknown[] | null;

/** The number of the page that a destination names; null if it names none. */
export async function findPage(pdf: PDFDocumentProxy, destination: Destination): Promise<number | null> {
  const explicit = typeof destination === 'string' ? await pdf.getDestination(destination) : destination;
  const [target] = explicit ?? [];
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
