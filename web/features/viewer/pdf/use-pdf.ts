import { useEffect, useState } from 'react';
import { type OpenPdf, openPdf } from './open-pdf.ts';

export type PdfState =
  | { status: 'loading' | 'failed' }
  | { status: 'locked'; unlock: (password: string) => void; isWrong: boolean }
  | ({ status: 'open' } & OpenPdf);

/** Opens a PDF. It is closed with the component. */
export function usePdf(url: string): PdfState {
  const [state, setState] = useState<PdfState>({ status: 'loading' });
  useEffect(() => {
    const stopping = new AbortController();
    const { signal } = stopping;
    const fail = () => signal.aborted || setState({ status: 'failed' });
    const show = (open: OpenPdf) => {
      if (!signal.aborted) setState({ status: 'open', ...open });
      // The document was deleted or replaced while it was read, or the connection was lost.
      return open.failure.catch(fail);
    };
    openPdf(url, {
      signal,
      onPassword: (unlock, isWrong) => setState({ status: 'locked', unlock, isWrong }),
    }).then(show, fail);
    return () => stopping.abort();
  }, [url]);
  return state;
}
