import { pdf, pdfStream } from './samples.fixture.ts';

/** A PDF of A4 pages with the number of each on it. The pages share a page tree without levels. */
export function numberedPdf(count: number): Buffer {
  const kids = Array.from({ length: count }, (_, at) => `${4 + 2 * at} 0 R`).join(' ');
  const pages = Array.from({ length: count }, (_, at) => [
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents ${5 + 2 * at} 0 R /Resources << /Font << /F 3 0 R >> >> >>`,
    pdfStream(`BT /F 72 Tf 100 400 Td (Page ${at + 1}) Tj ET`),
  ]);
  return pdf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${kids}] /Count ${count} >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    ...pages.flat(),
  ]);
}
