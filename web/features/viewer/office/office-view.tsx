import type { KindProps } from '../kinds.ts';
import { askFor, usePrepared } from '../pages/prepared.ts';
import { WaitingPicture } from '../pages/waiting-picture.tsx';
import PdfView from '../pdf/pdf-view.tsx';

/** A word-processing document, spreadsheet or presentation, as the PDF that the server makes of it. */
// oxlint-disable-next-line import/no-default-export -- React.lazy takes a default export
export default function OfficeView({ document, instead, hasAddress }: KindProps) {
  const { baseUrl, changedAt } = document;
  const url = `${baseUrl}/rendition?type=pdf`;
  const { data, error } = usePrepared([url, changedAt], (signal) => askFor(url, { signal, headers: FIRST_BYTE, read }));
  if (data === undefined || data.value === null) return <WaitingPicture document={document} error={error} />;
  return <PdfView document={document} content={`${url}#${changedAt}`} instead={instead} hasAddress={hasAddress} />;
}

// A HEAD request would not say why there is no rendition.
const FIRST_BYTE = { range: 'bytes=0-0' };
const read = async (response: Response) => (await response.arrayBuffer()).byteLength;
