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
    openPdf(url, {
      signal,
      onPassword: (unlock, isWrong) => setState({ status: 'locked', unlock, isWrong }),
    }).then(
      (open) => signal.aborted || setState({ status: 'open', ...open }),
      () => signal.aborted || setState({ status: 'failed' }),
    );
    return () => stopping.abort();
  }, [url]);
  return state;
}
