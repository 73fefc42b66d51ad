/** PDFs of plain text on A4 (ISO 32000) in a standard font. */

const PAGE = { width: 595, height: 842, margin: 64, lines: 44 };
const COLUMNS = 98;

/** A title and paragraphs; those that start with `# ` are headings. As many pages as needed. */
export function pdf(title: string, paragraphs: string[]): Buffer {
  const lines = paragraphs.flatMap((text) => ['', ...wrap(text)]);
  const pages = Array.from({ length: Math.ceil(lines.length / PAGE.lines) || 1 }, (_, page) =>
    lines.slice(page * PAGE.lines, (page + 1) * PAGE.lines),
  );
  const idOf = (page: number) => 5 + 2 * page;
  const kids = pages.map((_, page) => `${idOf(page)} 0 R`).join(' ');
  const box = `/MediaBox [0 0 ${PAGE.width} ${PAGE.height}]`;
  const fonts = '/Resources << /Font << /F 3 0 R /B 4 0 R >> >>';
  return write([
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${kids}] /Count ${pages.length} ${box} ${fonts} >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica-Bold /Encoding /WinAnsiEncoding >>',
    ...pages.flatMap((page, index) => [
      `<< /Type /Page /Parent 2 0 R /Contents ${idOf(index) + 1} 0 R >>`,
      stream(draw(index === 0 ? title : '', page)),
    ]),
  ]);
}

function draw(title: string, lines: string[]): string {
  const top = PAGE.height - PAGE.margin;
  const head = title === '' ? '' : `/B 18 Tf (${escape(title)}) Tj 0 -14 Td `;
  const body = lines.map((line) =>
    line.startsWith('# ')
      ? `/B 12 Tf (${escape(line.slice(2))}) Tj 0 -16 Td`
      : `/F 10.5 Tf (${escape(line)}) Tj 0 -16 Td`,
  );
  return `BT ${PAGE.margin} ${top} Td ${head}${body.join('\n')} ET`;
}

function wrap(text: string): string[] {
  const lines = [''];
  for (const word of text.split(' ')) {
    const last = lines.at(-1) ?? '';
    if (last !== '' && last.length + word.length >= COLUMNS) lines.push(word);
    else lines[lines.length - 1] = last === '' ? word : `${last} ${word}`;
  }
  return lines;
}

function stream(content: string): string {
  return `<< /Length ${Buffer.byteLength(content, 'latin1')} >>\nstream\n${content}\nendstream`;
}

// The objects, numbered from 1, and the cross-reference table.
function write(objects: string[]): Buffer {
  let text = '%PDF-1.4\n';
  const offsets = objects.map((object, index) => {
    const offset = text.length;
    text += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(offset).padStart(10, '0')} 00000 n \n`;
  });
  const size = objects.length + 1;
  const table = `xref\n0 ${size}\n0000000000 65535 f \n${offsets.join('')}`;
  // One byte per character: the demo uses Latin-1 only.
  return Buffer.from(
    `${text}${table}trailer << /Size ${size} /Root 1 0 R >>\nstartxref\n${text.length}\n%%EOF\n`,
    'latin1',
  );
}

function escape(text: string): string {
  return text.replaceAll(/[\\()]/g, String.raw`\$&`);
}
