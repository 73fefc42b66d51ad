import type { PDFDocumentProxy } from 'pdfjs-dist';
import { createContext, useContext } from 'react';
import type { Pager } from '../paged/pager.ts';
import type { PdfSearch } from './search/search.ts';

/** The open PDF, for its pages. */
export type PdfContext = { pdf: PDFDocumentProxy; pager: Pager; search: PdfSearch };

const Context = createContext<PdfContext | null>(null);

export const PdfProvider = Context.Provider;

export function usePdfContext(): PdfContext {
  const context = useContext(Context);
  if (context === null) throw new Error('Pages of a PDF are rendered inside PdfProvider.');
  return context;
}
