/** Renders text as an SVG page that contains only letters from the file. */
import { drawSvg } from './image.ts';

const SANS = 'DejaVu Sans, Liberation Sans, Arial, sans-serif';
const MONO = 'DejaVu Sans Mono, Liberation Mono, Courier New, monospace';
const INK = '#2b2f36';

/** The sides of A4 in points. */
export const PAPER = { width: 595, height: 842 };
const SLIDE = { width: 960, height: 540 };
const MARGIN = 48;

/** A paragraph; headings are larger, notes are comments. */
export type Paragraph = { text: string; style?: 'heading' | 'note' };

export async function drawImageOfPage(svg: string, size: number): Promise<Buffer> {
  return drawSvg(Buffer.from(svg), size);
}

const TYPE_SIZE = 11;
const TYPE_HEIGHT = TYPE_SIZE * 1.35;
const COLUMNS = Math.floor((PAPER.width - 2 * MARGIN) / (TYPE_SIZE * 0.602));
/** Rows of a page in a fixed-width font. */
export const ROWS = Math.floor((PAPER.height - 2 * MARGIN) / TYPE_HEIGHT);

/** A line as rows of a page in a fixed-width font. */
export function typescriptRows(line: string): string[] {
  return chunks(line.replaceAll('\t', '    '), COLUMNS);
}

/** A page of the first rows in a fixed-width font. */
export function typescriptPage(rows: string[]): string {
  const textElements = rows
    .slice(0, ROWS)
    .map((row, at) =>
      textAt(row, { x: MARGIN, y: MARGIN + TYPE_SIZE + at * TYPE_HEIGHT, size: TYPE_SIZE, font: MONO, fill: INK }),
    );
  return page(PAPER, textElements.join(''));
}

/** Wrapped paragraphs, using an average letter width. */
export function prosePage(paragraphs: Paragraph[]): string {
  let y = MARGIN;
  const textElements: string[] = [];
  for (const { text, style } of paragraphs) {
    const size = style === 'heading' ? 20 : style === 'note' ? 10 : 13;
    const x = style === 'note' ? MARGIN + 14 : MARGIN;
    const lines = wrap(text, Math.floor((PAPER.width - MARGIN - x) / (size * 0.56)));
    if (style === 'note') textElements.push(noteBar(y, lines.length * size * 1.4 + 4));
    for (const line of lines) {
      y += size * 1.4;
      if (y > PAPER.height - MARGIN) return page(PAPER, textElements.join(''));
      textElements.push(
        textAt(line, { x, y, size, font: SANS, fill: style === 'note' ? '#8a5a00' : INK, bold: style === 'heading' }),
      );
    }
    y += size * 0.7;
  }
  return page(PAPER, textElements.join(''));
}

/** The upper left corner of a table. */
export function tablePage(rows: string[][]): string {
  const size = 12;
  const height = 24;
  const shown = rows.slice(0, Math.floor(PAPER.height / height)).map((row) => row.slice(0, 12));
  const widths = columnWidths(shown, size);
  const parts: string[] = [];
  let x = 0;
  for (const [column, width] of widths.entries()) {
    for (const [at, row] of shown.entries()) {
      const cell = row[column] ?? '';
      const fits = Math.floor((width - 8) / (size * 0.56));
      parts.push(
        textAt(cell.slice(0, Math.max(1, fits)), {
          x: x + 5,
          y: at * height + 16,
          size,
          font: SANS,
          fill: INK,
          bold: at === 0,
        }),
      );
    }
    x += width;
    parts.push(`<path d="M${x} 0V${PAPER.height}" stroke="#d5dae1"/>`);
    if (x > PAPER.width) break;
  }
  for (let y = height; y < PAPER.height; y += height) parts.push(`<path d="M0 ${y}H${PAPER.width}" stroke="#d5dae1"/>`);
  return page(PAPER, `<rect width="${PAPER.width}" height="${height}" fill="#e8f1ea"/>${parts.join('')}`);
}

/** A title and the lines below it. */
export function slidePage(lines: string[]): string {
  const [title = '', ...rest] = lines;
  const textElements = wrap(title, 34)
    .slice(0, 2)
    .map((line, at) => textAt(line, { x: 72, y: 110 + at * 52, size: 42, font: SANS, fill: INK, bold: true }));
  const body = rest.flatMap((line) => wrap(line, 62)).slice(0, 9);
  textElements.push(
    ...body.map((line, at) => textAt(line, { x: 72, y: 230 + at * 34, size: 24, font: SANS, fill: '#4a515c' })),
  );
  return page(SLIDE, `<rect width="${SLIDE.width}" height="14" fill="#c8552b"/>${textElements.join('')}`);
}

function page({ width, height }: { width: number; height: number }, content: string): string {
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">` +
    `<rect width="${width}" height="${height}" fill="#fff"/>${content}` +
    `<rect x="0.5" y="0.5" width="${width - 1}" height="${height - 1}" fill="none" stroke="#d5dae1"/></svg>`
  );
}

type Look = { x: number; y: number; size: number; font: string; fill: string; bold?: boolean };

function textAt(text: string, { x, y, size, font, fill, bold = false }: Look): string {
  if (text.trim() === '') return '';
  const weight = bold ? ' font-weight="bold"' : '';
  return `<text x="${x}" y="${y}" font-family="${font}" font-size="${size}"${weight} fill="${fill}" xml:space="preserve">${escape(text)}</text>`;
}

function noteBar(y: number, height: number): string {
  return `<rect x="${MARGIN}" y="${y}" width="4" height="${height}" fill="#f0b429"/>`;
}

// XML does not allow control characters and unpaired surrogates, not even escaped.
export function escape(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\p{Cc}\uFFFE\uFFFF]/gu, ' ')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');
}

function columnWidths(rows: string[][], size: number): number[] {
  const count = Math.max(...rows.map((row) => row.length), 1);
  return Array.from({ length: count }, (_, column) => {
    const longest = Math.max(...rows.map((row) => (row[column] ?? '').length));
    return Math.min(200, Math.max(60, longest * size * 0.58 + 12));
  });
}

function chunks(line: string, length: number): string[] {
  const letters = Array.from(line);
  const count = Math.max(1, Math.ceil(letters.length / length));
  return Array.from({ length: count }, (_, at) => letters.slice(at * length, (at + 1) * length).join(''));
}

function wrap(text: string, columns: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text
    .slice(0, 4000)
    .split(/\s+/)
    .flatMap((part) => chunks(part, columns))) {
    if (line !== '' && line.length + 1 + word.length > columns) {
      lines.push(line);
      line = word;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  return [...lines, line];
}
