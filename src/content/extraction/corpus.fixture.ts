/** One text as documents of many formats. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import sharp from 'sharp';
import {
  docx,
  docxParts,
  openDocumentParts,
  pdf,
  pdfStream,
  pptx,
  xlsx,
  zip,
} from '../../platform/rendering/samples.fixture.ts';

/** Lines in several scripts, two of them from right to left. */
export const LINES = [
  'Elmwood lease: tenants pay twelve hundred euros',
  'Grüße aus Zürich, naïve façade 4711-B',
  'Договор аренды подписан вчера',
  'השוכר ישלם את דמי השכירות',
  'يدفع المستأجر شهريا',
  '東京都庁の契約書',
];

const paragraphs = LINES.map((line) => `<text:p>${line}</text:p>`).join('');
const rows = LINES.map(
  (line) =>
    `<table:table-row><table:table-cell office:value-type="string"><text:p>${line}</text:p></table:table-cell></table:table-row>`,
);
const frame = 'svg:width="20cm" svg:height="10cm" svg:x="1cm" svg:y="1cm"';

const rtfLines = LINES.map((line) => {
  const letters = Array.from(line, (letter) => (letter < '\x7f' ? letter : `\\u${asSigned(letter.charCodeAt(0))}?`));
  return `${letters.join('')}\\par`;
});

// RTF has signed numbers of 16 bits.
function asSigned(code: number): number {
  return code > 32_767 ? code - 65_536 : code;
}

const htmlLines = LINES.map((line) => `<p>${line.replace('tenants', 'ten<b>an</b>ts').replaceAll('ü', '&uuml;')}</p>`);

/** Documents by format: the content has the lines. */
export const CORPUS: Record<string, string | Buffer> = {
  txt: LINES.join('\n'),
  docx: docx(LINES),
  rtf: `{\\rtf1\\ansi ${rtfLines.join('\n')}}`,
  odt: zip(openDocumentParts('text', `<office:text>${paragraphs}</office:text>`)),
  pptx: pptx(LINES),
  odp: zip(
    openDocumentParts(
      'presentation',
      `<office:presentation><draw:page draw:name="p1"><draw:frame ${frame}><draw:text-box>${paragraphs}</draw:text-box></draw:frame></draw:page></office:presentation>`,
    ),
  ),
  xlsx: xlsx(LINES.map((line) => [line])),
  ods: zip(
    openDocumentParts(
      'spreadsheet',
      `<office:spreadsheet><table:table>${rows.join('')}</table:table></office:spreadsheet>`,
    ),
  ),
  html: `<!doctype html><html><head><style>p{color:red}</style><script>var hidden=1<2;</script></head><body>${htmlLines.join('')}</body></html>`,
  svg: `<svg xmlns="http://www.w3.org/2000/svg"><style>text{fill:red}</style>${LINES.map((line) => `<text>${line}</text>`).join('')}</svg>`,
  eml: [
    'From: bob@example.com',
    'To: bob@example.com',
    'Subject: bob',
    'MIME-Version: 1.0',
    'Content-Type: text/html; charset=utf-8',
    '',
    `<html><body>${htmlLines.join('')}</body></html>`,
  ].join('\r\n'),
  zip: zip(LINES.map((line) => ({ name: `${line}/`, content: '' }))),
};

/** A document with a comment, and slides with notes, are read with them. */
export const COMMENTED = docx(['Body'], 'Is this marginal?');

/** A document in which a word continues across runs, with metadata. */
export function describedDocx(): Buffer {
  const core =
    '<cp:coreProperties xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/">' +
    '<dc:title>Charter &amp; bylaws</dc:title><dc:creator>Ann Lee</dc:creator><cp:keywords>harbor</cp:keywords></cp:coreProperties>';
  return zip([...docxParts(['Body']), { name: 'docProps/core.xml', content: core }]);
}

/** Converts a document with LibreOffice. */
export function convert(content: Buffer, from: string, to: string): Buffer {
  const folder = mkdtempSync(join(tmpdir(), 'carrel-convert-'));
  try {
    writeFileSync(join(folder, `a.${from}`), content);
    const profile = `-env:UserInstallation=${pathToFileURL(join(folder, 'profile')).href}`;
    const args = [profile, '--headless', '--convert-to', to, '--outdir', folder, join(folder, `a.${from}`)];
    execFileSync('soffice', args, { stdio: 'ignore' });
    return readFileSync(join(folder, `a.${to}`));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A photo of a page with these lines. */
export async function scan(lines: string[]): Promise<Buffer> {
  const elements = lines.map(
    (line, at) => `<text x="60" y="${120 + at * 60}" font-family="DejaVu Sans" font-size="36">${line}</text>`,
  );
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="1240" height="600"><rect width="1240" height="600" fill="#fff"/>${elements.join('')}</svg>`;
  return sharp(Buffer.from(svg)).jpeg({ quality: 80 }).toBuffer();
}

/** A PDF with a page for each text, and metadata. */
export function textPdf(pages: string[]): Buffer {
  const kids = pages.map((_, at) => `${5 + 2 * at} 0 R`).join(' ');
  const objects = pdf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
    '<< /Title (Lease of Elmwood) /Author (Ann \\(Office\\)) /Keywords <FEFF043C04380440> >>',
    ...pages.flatMap((text, at) => [
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents ${6 + 2 * at} 0 R /Resources << /Font << /F 3 0 R >> >> >>`,
      pdfStream(
        `BT /F 12 Tf 14 TL 10 800 Td ${text
          .split('\n')
          .map((line) => `(${line}) Tj T*`)
          .join(' ')} ET`,
      ),
    ]),
  ]);
  return Buffer.from(objects.toString('latin1').replace('/Root 1 0 R', '/Root 1 0 R /Info 4 0 R'), 'latin1');
}

/** A PDF with a page of text, and a page that is a picture. */
export function scannedPdf(text: string, picture: Buffer): Buffer {
  const image =
    '/Type /XObject /Subtype /Image /Width 1240 /Height 600 /BitsPerComponent 8 /ColorSpace /DeviceRGB /Filter /DCTDecode';
  return pdf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R 4 0 R] /Count 2 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 5 0 R /Resources << /Font << /F 8 0 R >> >> >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 288] /Contents 6 0 R /Resources << /XObject << /X 7 0 R >> >> >>',
    pdfStream(`BT /F 12 Tf 20 700 Td (${text}) Tj ET`),
    pdfStream('595 0 0 288 0 0 cm /X Do'),
    pdfStream(picture, image),
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
  ]);
}
