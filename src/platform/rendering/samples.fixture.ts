/** Small documents of every kind, built byte by byte. */
import { crc32, deflateRawSync } from 'node:zlib';

/** `declared`: a false size for the entry. */
export type ZipFile = { name: string; content: string | Buffer; stored?: boolean; declared?: number };

/** A ZIP archive with the files, deflated. */
export function zip(files: ZipFile[]): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, content, stored = false, declared } of files) {
    const raw = Buffer.from(content);
    const data = stored ? raw : deflateRawSync(raw);
    const head = Buffer.alloc(26);
    head.writeUInt16LE(20, 0);
    head.writeUInt16LE(stored ? 0 : 8, 4);
    head.writeUInt32LE(crc32(raw), 10);
    head.writeUInt32LE(data.length, 14);
    head.writeUInt32LE(declared ?? raw.length, 18);
    head.writeUInt16LE(Buffer.byteLength(name), 22);
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), head, Buffer.from(name), data]);
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE(offset, 10);
    directory.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\0'), head, tail, Buffer.from(name)]));
    parts.push(local);
    offset += local.length;
  }
  const list = Buffer.concat(directory);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(files.length, 4);
  end.writeUInt16LE(files.length, 6);
  end.writeUInt32LE(list.length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...parts, list, Buffer.from('PK\x05\x06'), end]);
}

/** A PDF of the objects (numbered from 1, the first is the catalog) with a valid cross-reference table. */
export function pdf(objects: (string | Buffer)[]): Buffer {
  let out = Buffer.from('%PDF-1.7\n');
  const offsets = objects.map((object, at) => {
    const offset = out.length;
    out = Buffer.concat([out, Buffer.from(`${at + 1} 0 obj\n`), Buffer.from(object), Buffer.from('\nendobj\n')]);
    return offset;
  });
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const size = objects.length + 1;
  return Buffer.concat([
    out,
    Buffer.from(`xref\n0 ${size}\n0000000000 65535 f \n${table}trailer << /Size ${size} /Root 1 0 R >>\n`),
    Buffer.from(`startxref\n${out.length}\n%%EOF\n`),
  ]);
}

/** A stream object of a PDF. */
export function pdfStream(content: string | Buffer, entries = ''): Buffer {
  const bytes = Buffer.from(content);
  return Buffer.concat([
    Buffer.from(`<< /Length ${bytes.length} ${entries} >>\nstream\n`),
    bytes,
    Buffer.from('\nendstream'),
  ]);
}

/** One page whose left half is red and whose right half is blue. `catalogue` and `page`: additional entries. */
export function pdfPage({ catalogue = '', page = '', drawing = '', more = [] as (string | Buffer)[] } = {}): Buffer {
  return pdf([
    `<< /Type /Catalog /Pages 2 0 R ${catalogue} >>`,
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 100] /Contents 4 0 R ${page} >>`,
    pdfStream(`1 0 0 rg 0 0 100 100 re f 0 0 1 rg 100 0 100 100 re f ${drawing}`),
    ...more,
  ]);
}

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const WORD = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main';
const SHEET = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const SLIDES = 'http://schemas.openxmlformats.org/presentationml/2006/main';
const DRAWING = 'http://schemas.openxmlformats.org/drawingml/2006/main';
const CONTENT = 'application/vnd.openxmlformats-officedocument';

type Relation = { id: string; type: string; target: string; external?: boolean };

export function relations(items: Relation[]): string {
  const lines = items.map(({ id, type, target, external }) => {
    return `<Relationship Id="${id}" Type="${OFFICE}/${type}" Target="${target}"${external === true ? ' TargetMode="External"' : ''}/>`;
  });
  return `${XML}<Relationships xmlns="${PACKAGE}/relationships">${lines.join('')}</Relationships>`;
}

function contentTypes(parts: [name: string, type: string][]): string {
  const overrides = parts.map(([name, type]) => `<Override PartName="/${name}" ContentType="${CONTENT}.${type}+xml"/>`);
  return (
    `${XML}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>` +
    `<Default Extension="xml" ContentType="application/xml"/>${overrides.join('')}</Types>`
  );
}

/** Parts of a Word document; replace or add parts to change it. */
export function docxParts(paragraphs: string[], comment?: string): ZipFile[] {
  const mark = (kind: string) => `<w:comment${kind} w:id="1"/>`;
  const body = paragraphs.map((text, at) =>
    comment !== undefined && at === 0
      ? `<w:p>${mark('RangeStart')}<w:r><w:t>${text}</w:t></w:r>${mark('RangeEnd')}<w:r>${mark('Reference')}</w:r></w:p>`
      : `<w:p><w:r><w:t>${text}</w:t></w:r></w:p>`,
  );
  const notes =
    comment === undefined
      ? []
      : [
          {
            name: 'word/comments.xml',
            content: `${XML}<w:comments xmlns:w="${WORD}"><w:comment w:id="1" w:author="Ann" w:date="2026-01-01T00:00:00Z"><w:p><w:r><w:t>${comment}</w:t></w:r></w:p></w:comment></w:comments>`,
          },
        ];
  return [
    {
      name: '[Content_Types].xml',
      content: contentTypes([
        ['word/document.xml', 'wordprocessingml.document.main'],
        ...(comment === undefined ? [] : ([['word/comments.xml', 'wordprocessingml.comments']] as [string, string][])),
      ]),
    },
    { name: '_rels/.rels', content: relations([{ id: 'r1', type: 'officeDocument', target: 'word/document.xml' }]) },
    {
      name: 'word/_rels/document.xml.rels',
      content: relations(comment === undefined ? [] : [{ id: 'r1', type: 'comments', target: 'comments.xml' }]),
    },
    {
      name: 'word/document.xml',
      content: `${XML}<w:document xmlns:w="${WORD}" xmlns:r="${OFFICE}"><w:body>${body.join('')}</w:body></w:document>`,
    },
    ...notes,
  ];
}

export function docx(paragraphs: string[], comment?: string): Buffer {
  return zip(docxParts(paragraphs, comment));
}

/** Parts of a workbook with one sheet; a cell that starts with `=` is a formula. */
export function xlsxParts(rows: string[][]): ZipFile[] {
  const cells = rows.map((row, at) => {
    const inner = row.map((cell, column) => {
      const ref = `${String.fromCodePoint(65 + column)}${at + 1}`;
      if (cell.startsWith('=')) return `<c r="${ref}"><f>${cell.slice(1)}</f></c>`;
      return `<c r="${ref}" t="inlineStr"><is><t>${cell}</t></is></c>`;
    });
    return `<row r="${at + 1}">${inner.join('')}</row>`;
  });
  return [
    {
      name: '[Content_Types].xml',
      content: contentTypes([
        ['xl/workbook.xml', 'spreadsheetml.sheet.main'],
        ['xl/worksheets/sheet1.xml', 'spreadsheetml.worksheet'],
      ]),
    },
    { name: '_rels/.rels', content: relations([{ id: 'r1', type: 'officeDocument', target: 'xl/workbook.xml' }]) },
    {
      name: 'xl/workbook.xml',
      content: `${XML}<workbook xmlns="${SHEET}" xmlns:r="${OFFICE}"><sheets><sheet name="Sheet" sheetId="1" r:id="r1"/></sheets></workbook>`,
    },
    {
      name: 'xl/_rels/workbook.xml.rels',
      content: relations([{ id: 'r1', type: 'worksheet', target: 'worksheets/sheet1.xml' }]),
    },
    {
      name: 'xl/worksheets/sheet1.xml',
      content: `${XML}<worksheet xmlns="${SHEET}"><sheetData>${cells.join('')}</sheetData></worksheet>`,
    },
  ];
}

export function xlsx(rows: string[][]): Buffer {
  return zip(xlsxParts(rows));
}

/** Parts of a presentation with one slide and one text box. */
export function pptxParts(lines: string[]): ZipFile[] {
  const space = `xmlns:a="${DRAWING}" xmlns:r="${OFFICE}" xmlns:p="${SLIDES}"`;
  const group = '<p:nvGrpSpPr><p:cNvPr id="1" name=""/><p:cNvGrpSpPr/><p:nvPr/></p:nvGrpSpPr><p:grpSpPr/>';
  const text = lines.map((line) => `<a:p><a:r><a:rPr sz="4000"/><a:t>${line}</a:t></a:r></a:p>`).join('');
  const shape =
    '<p:sp><p:nvSpPr><p:cNvPr id="2" name="t"/><p:cNvSpPr txBox="1"/><p:nvPr/></p:nvSpPr><p:spPr><a:xfrm><a:off x="500000" y="500000"/>' +
    `<a:ext cx="8000000" cy="3000000"/></a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom><a:solidFill><a:srgbClr val="FFCC00"/></a:solidFill></p:spPr><p:txBody><a:bodyPr/>${text}</p:txBody></p:sp>`;
  return [
    {
      name: '[Content_Types].xml',
      content: contentTypes([
        ['ppt/presentation.xml', 'presentationml.presentation.main'],
        ['ppt/slides/slide1.xml', 'presentationml.slide'],
      ]),
    },
    { name: '_rels/.rels', content: relations([{ id: 'r1', type: 'officeDocument', target: 'ppt/presentation.xml' }]) },
    {
      name: 'ppt/presentation.xml',
      content: `${XML}<p:presentation ${space}><p:sldIdLst><p:sldId id="256" r:id="r1"/></p:sldIdLst><p:sldSz cx="9144000" cy="5143500"/><p:notesSz cx="6858000" cy="9144000"/></p:presentation>`,
    },
    {
      name: 'ppt/_rels/presentation.xml.rels',
      content: relations([{ id: 'r1', type: 'slide', target: 'slides/slide1.xml' }]),
    },
    { name: 'ppt/slides/_rels/slide1.xml.rels', content: relations([]) },
    {
      name: 'ppt/slides/slide1.xml',
      content: `${XML}<p:sld ${space}><p:cSld><p:spTree>${group}${shape}</p:spTree></p:cSld></p:sld>`,
    },
  ];
}

export function pptx(lines: string[]): Buffer {
  return zip(pptxParts(lines));
}

/** Parts of an OpenDocument file; `body` is the content of office:body. */
export function openDocumentParts(kind: 'text' | 'spreadsheet' | 'presentation', body: string): ZipFile[] {
  const type = `application/vnd.oasis.opendocument.${kind}`;
  const spaces = ['office', 'text', 'table', 'draw', 'xlink', 'dc', 'svg', 'script']
    .map((name) => {
      const outside: Record<string, string> = {
        xlink: 'http://www.w3.org/1999/xlink',
        dc: 'http://purl.org/dc/elements/1.1/',
      };
      const own = { draw: 'drawing', svg: 'svg-compatible' }[name] ?? name;
      return `xmlns:${name}="${outside[name] ?? `urn:oasis:names:tc:opendocument:xmlns:${own}:1.0`}"`;
    })
    .join(' ');
  return [
    { name: 'mimetype', content: type, stored: true },
    {
      name: 'META-INF/manifest.xml',
      content: `${XML}<manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0" manifest:version="1.2"><manifest:file-entry manifest:full-path="/" manifest:media-type="${type}"/><manifest:file-entry manifest:full-path="content.xml" manifest:media-type="text/xml"/></manifest:manifest>`,
    },
    {
      name: 'content.xml',
      content: `${XML}<office:document-content ${spaces} office:version="1.2"><office:body>${body}</office:body></office:document-content>`,
    },
  ];
}
