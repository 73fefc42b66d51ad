import type { PDFDocumentProxy } from 'pdfjs-dist';
import { useCallback, useEffect, useMemo, useState } from 'react';
import type { Previewable } from '../../../api/documents.ts';
import type { KindProps } from '../kinds.ts';
import { searchOfHash } from '../paged/page-address.ts';
import { PIXELS } from '../paged/page-layout.ts';
import type { PageSource } from '../paged/page-source.ts';
import { PagedView } from '../paged/paged-view.tsx';
import { usePager } from '../paged/use-pager.ts';
import PagesView from '../pages/pages-view.tsx';
import type { OpenPdf } from './open-pdf.ts';
import { PdfProvider } from './pdf-context.ts';
import { PdfOutline, useOutline } from './pdf-outline.tsx';
import { PdfPage } from './pdf-page.tsx';
import { PdfPassword } from './pdf-password.tsx';
import { PdfThumbnail } from './pdf-thumbnail.tsx';
import { PrintDialog } from './print/print-dialog.tsx';
import { SearchBar } from './search/search-bar.tsx';
import { createSearch } from './search/search.ts';
import { usePdf } from './use-pdf.ts';

/** A PDF, whose pages are fetched and drawn as they are needed. `instead` is shown before that. */
// oxlint-disable-next-line import/no-default-export -- React.lazy takes a default export
export default function PdfView({ document, content, instead, hasAddress }: KindProps) {
  const state = usePdf(content);
  if (state.status === 'open')
    return <OpenView document={document} pdf={state.pdf} firstSize={state.firstSize} hasAddress={hasAddress} />;
  // The server reads some files that pdf.js does not.
  if (state.status === 'failed')
    return <PagesView document={document} content={content} instead={instead} hasAddress={hasAddress} />;
  if (state.status === 'locked') return <PdfPassword unlock={state.unlock} isWrong={state.isWrong} />;
  return instead;
}

type Opened = Pick<OpenPdf, 'pdf' | 'firstSize'>;
type OpenProps = Opened & { document: Previewable; hasAddress: boolean };

function OpenView({ document, pdf, firstSize, hasAddress }: OpenProps) {
  const source = useMemo(() => sourceOf({ pdf, firstSize }), [pdf, firstSize]);
  const { pager, view } = usePager(source, hasAddress);
  const [search] = useState(() => createSearch(pdf));
  // A result of a search inside documents opens with its words.
  const [wanted] = useState(() => (hasAddress ? searchOfHash(window.location.hash) : null));
  const [open, setOpen] = useState<'search' | 'print' | null>(wanted === null ? null : 'search');
  const outline = useOutline(pdf);
  const context = useMemo(() => ({ pdf, pager, search }), [pdf, pager, search]);
  const startSearch = useCallback(() => setOpen('search'), []);
  const close = useCallback(() => setOpen(null), []);
  useFontCleanup(pdf, view.page);
  return (
    <PdfProvider value={context}>
      <PagedView
        document={document}
        pager={pager}
        view={view}
        actions={{ search: startSearch, print: () => setOpen('print') }}
        bar={
          open === 'search' ? <SearchBar search={search} pager={pager} wanted={wanted ?? ''} onClose={close} /> : null
        }
        outline={outline === null ? null : <PdfOutline pdf={pdf} pager={pager} nodes={outline} />}
      />
      {open === 'print' ? <PrintDialog pdf={pdf} page={view.page} onClose={close} /> : null}
    </PdfProvider>
  );
}

function sourceOf({ pdf, firstSize }: Opened): PageSource {
  return {
    count: pdf.numPages,
    firstSize,
    isPicture: false,
    findSize: async (page) => {
      const { width, height } = (await pdf.getPage(page)).getViewport({ scale: PIXELS });
      return { width, height };
    },
    PageContent: PdfPage,
    Thumbnail: PdfThumbnail,
  };
}

/** Fonts and images that pages share are kept by pdf.js until they are cleaned up. */
const CLEANUP_PAGES = 50;

function useFontCleanup(pdf: PDFDocumentProxy, page: number): void {
  const part = Math.floor(page / CLEANUP_PAGES);
  useEffect(() => {
    // While a page is being drawn, pdf.js refuses, and cleans up the next time.
    if (part > 0) pdf.cleanup().catch(() => {});
  }, [pdf, part]);
}
