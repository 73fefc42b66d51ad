import { pdf, pdfStream } from './samples.fixture.ts';

/** A PDF of A4 pages with the number of each on it. */
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

/** A PDF of two pages that states more. */
export function overstatedPdf(count: number): Buffer {
  return Buffer.from(numberedPdf(2).toString('latin1').replace('/Count 2', `/Count ${count}`), 'latin1');
}

/** A PDF of very many equal pages, whose page tree has one level. */
export function longPdf(count: number): Buffer {
  const kids = Array.from({ length: count }, (_, at) => `${4 + at} 0 R`).join(' ');
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${kids}] /Count ${count} /MediaBox [0 0 595 842] /Resources << >> >>`,
    pdfStream('1 0 0 rg 0 0 300 842 re f').toString('latin1'),
    ...Array.from({ length: count }, () => '<</Type/Page/Parent 2 0 R/Contents 3 0 R>>'),
  ].map((object, at) => `${at + 1} 0 obj\n${object}\nendobj\n`);
  let offset = '%PDF-1.7\n'.length;
  const table = objects.map((object) => {
    const line = `${String(offset).padStart(10, '0')} 00000 n \n`;
    offset += object.length;
    return line;
  });
  const size = objects.length + 1;
  const end = `xref\n0 ${size}\n0000000000 65535 f \n${table.join('')}trailer << /Size ${size} /Root 1 0 R >>\nstartxref\n${offset}\n%%EOF\n`;
  return Buffer.from(`%PDF-1.7\n${objects.join('')}${end}`, 'latin1');
}
