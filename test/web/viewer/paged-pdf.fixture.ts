/** PDFs with many pages, an outline, and links between pages. */

type Options = {
  pages: number;
  /** The lines of a page, from 1. */
  linesOf?: (page: number) => string[];
  /** Bytes that fill each page, so that a document is large. */
  filling?: number;
};

const FAN_OUT = 50;
const PAGE_SIZE = '[0 0 595 842]';

/**
 * A PDF of A4 pages. The first page links to the last one, and every tenth page is in the outline, where the first entry
 * hides another one, for the second page.
 */
export function makePdf({ pages, linesOf = linesOfPage, filling = 0 }: Options): Buffer {
  const objects: string[] = ['', '', '', '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>'];
  const add = (object: string) => objects.push(object) - 1;
  const pageIds: number[] = [];
  const trees: number[] = [];
  for (let from = 1; from <= pages; from += FAN_OUT) {
    const tree = add('');
    trees.push(tree);
    const last = Math.min(pages, from + FAN_OUT - 1);
    const kids: number[] = [];
    for (let page = from; page <= last; page++) {
      const content = add(stream(textOf(linesOf(page)), filling));
      const links = page === 1 && pages > 1 ? '/Annots[LINK]' : '';
      const resources = '/Resources<</Font<</F1 3 0 R>>>>';
      kids.push(
        add(`<</Type/Page/Parent ${tree} 0 R/MediaBox${PAGE_SIZE}${resources}/Contents ${content} 0 R${links}>>`),
      );
    }
    pageIds.push(...kids);
    objects[tree] = `<</Type/Pages/Parent 2 0 R/Count ${kids.length}/Kids[${references(kids)}]>>`;
  }
  objects[2] = `<</Type/Pages/Count ${pages}/Kids[${references(trees)}]>>`;
  objects[1] = `<</Type/Catalog/Pages 2 0 R/Outlines ${addOutline(add, objects, pageIds)} 0 R>>`;
  const [first = 0, lastPage = 0] = [pageIds[0], pageIds.at(-1)];
  const link = `<</Type/Annot/Subtype/Link/Rect[50 700 250 720]/Border[0 0 0]/Dest[${lastPage} 0 R/Fit]>>`;
  const outside =
    '<</Type/Annot/Subtype/Link/Rect[50 660 250 680]/Border[0 0 0]/A<</S/URI/URI(https://example.com/)>>>>';
  const named = '<</Type/Annot/Subtype/Link/Rect[50 500 250 520]/Border[0 0 0]/A<</S/Named/N/LastPage>>>>';
  objects[first] = (objects[first] ?? '').replace('LINK', `${link}${outside}${named}`);
  return write(objects);
}

const linesOfPage = (page: number) => [`Page ${page}`, 'The parties agree on the terms below.', `Clause ${page}.1`];

const references = (ids: number[]) => ids.map((id) => `${id} 0 R`).join(' ');

function textOf(lines: string[]): string {
  return `BT /F1 18 Tf 50 760 Td 24 TL ${lines.map((line) => `(${line.replaceAll(/[()\\]/g, '\\$&')}) Tj T*`).join(' ')} ET`;
}

function stream(content: string, filling: number): string {
  const body = `${content}\n%${'x'.repeat(filling)}\n`;
  return `<</Length ${body.length}>>stream\n${body}endstream`;
}

function addOutline(add: (object: string) => number, objects: string[], pageIds: number[]): number {
  const root = add('');
  const chapters = pageIds.filter((_, at) => at % 10 === 0);
  const first = objects.length;
  for (const [at, page] of chapters.entries()) {
    const previous = at > 0 ? `/Prev ${first + at - 1} 0 R` : '';
    const next = at + 1 < chapters.length ? `/Next ${first + at + 1} 0 R` : '';
    const section = first + chapters.length;
    const below = at === 0 ? `/First ${section} 0 R/Last ${section} 0 R/Count -1` : '';
    add(`<</Title(Chapter ${at + 1})/Parent ${root} 0 R${previous}${next}${below}/Dest[${page} 0 R/XYZ 0 421 0]>>`);
  }
  add(`<</Title(Section 1.1)/Parent ${first} 0 R/Dest[${pageIds[1] ?? pageIds[0]} 0 R/Fit]>>`);
  objects[root] =
    `<</Type/Outlines/First ${first} 0 R/Last ${first + chapters.length - 1} 0 R/Count ${chapters.length}>>`;
  return root;
}

function write(objects: string[]): Buffer {
  const parts = [Buffer.from('%PDF-1.7\n')];
  const offsets: number[] = [];
  let length = parts[0]?.length ?? 0;
  for (const [id, object] of objects.entries()) {
    if (id === 0) continue;
    offsets.push(length);
    const part = Buffer.from(`${id} 0 obj${object}endobj\n`, 'latin1');
    parts.push(part);
    length += part.length;
  }
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const table = `xref\n0 ${objects.length}\n0000000000 65535 f \n${rows}`;
  parts.push(Buffer.from(`${table}trailer<</Size ${objects.length}/Root 1 0 R>>\nstartxref\n${length}\n%%EOF\n`));
  return Buffer.concat(parts);
}
