/** A PDF with an outline and links, and a scanned one. */
import sharp from 'sharp';
import { pdf, pdfStream } from '../../../src/platform/rendering/samples.fixture.ts';
import { makePdf } from '../../web/viewer/paged-pdf.fixture.ts';
import { PDF_PAGE, type Sample } from './sample.ts';

export async function pdfs(): Promise<Sample[]> {
  return [
    { name: 'Contract.pdf', content: makePdf({ pages: 120, linesOf }), shows: PDF_PAGE },
    { name: 'Scanned letter.pdf', content: await scanned(), shows: PDF_PAGE },
  ];
}

const CLAUSE = 'The tenant pays the rent by the third day of each month.';

const linesOf = (page: number) => [
  `Chapter ${Math.ceil(page / 10)}, page ${page}`,
  '',
  ...Array.from({ length: 20 }, (_, at) => `${page}.${at + 1}  ${CLAUSE}`),
];

const LETTER = [
  'Dear Ms. Lind,',
  '',
  'we have looked at the drawings of the house by the lake',
  'and agree with the position of the windows. Please send',
  'us the final plans by the end of the month.',
  '',
  'Yours sincerely,',
  'Sam Okafor',
];

// A page without text, as scanners make them: slightly turned, on grey paper.
async function scanned(): Promise<Buffer> {
  const [width, height] = [1240, 1754];
  const lines = LETTER.map((line, at) => `<text x="150" y="${340 + at * 64}" font-size="38">${line}</text>`).join('');
  const page = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="#efece4"/><g transform="rotate(-0.8 600 800)" font-family="DejaVu Serif" fill="#333">${lines}</g></svg>`;
  const image = await sharp(Buffer.from(page)).jpeg({ quality: 70 }).toBuffer();
  const entries = `/Type/XObject/Subtype/Image/Width ${width}/Height ${height}/ColorSpace/DeviceRGB/BitsPerComponent 8/Filter/DCTDecode`;
  return pdf([
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Count 1/Kids[3 0 R]>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Resources<</XObject<</I 5 0 R>>>>/Contents 4 0 R>>',
    pdfStream('q 595 0 0 842 0 0 cm /I Do Q'),
    pdfStream(image, entries),
  ]);
}
