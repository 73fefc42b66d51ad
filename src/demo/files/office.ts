/** Minimal Word and Excel documents (ECMA-376). */
import { zipOf } from './zip.ts';

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const SCHEMAS = 'http://schemas.openxmlformats.org';
const RELATIONS = `${SCHEMAS}/officeDocument/2006/relationships`;
const CONTENT = 'application/vnd.openxmlformats-officedocument';

/** A Word document: a title and paragraphs; those that start with `# ` are headings. */
export function docx(title: string, paragraphs: string[]): Buffer {
  const body = [wordParagraph(title, 'Title'), ...paragraphs.map(wordLine)].join('');
  return zipOf({
    '[Content_Types].xml': contentTypes({
      'word/document.xml': 'wordprocessingml.document.main',
      'word/styles.xml': 'wordprocessingml.styles',
    }),
    '_rels/.rels': relations({ officeDocument: 'word/document.xml' }),
    'word/_rels/document.xml.rels': relations({ styles: 'styles.xml' }),
    'word/document.xml': `${XML}<w:document xmlns:w="${SCHEMAS}/wordprocessingml/2006/main"><w:body>${body}</w:body></w:document>`,
    'word/styles.xml': `${XML}<w:styles xmlns:w="${SCHEMAS}/wordprocessingml/2006/main">${style('Title', 'Title', 40)}${style('Heading1', 'heading 1', 28)}</w:styles>`,
  });
}

/** A workbook with one sheet whose first row is the header. Numbers stay numbers. */
export function xlsx(sheet: string, rows: (string | number)[][]): Buffer {
  const data = rows.map(sheetRow).join('');
  const space = `${SCHEMAS}/spreadsheetml/2006/main`;
  return zipOf({
    '[Content_Types].xml': contentTypes({
      'xl/workbook.xml': 'spreadsheetml.sheet.main',
      'xl/worksheets/sheet1.xml': 'spreadsheetml.worksheet',
    }),
    '_rels/.rels': relations({ officeDocument: 'xl/workbook.xml' }),
    'xl/_rels/workbook.xml.rels': relations({ worksheet: 'worksheets/sheet1.xml' }),
    'xl/workbook.xml': `${XML}<workbook xmlns="${space}" xmlns:r="${RELATIONS}"><sheets><sheet name="${escape(sheet)}" sheetId="1" r:id="r1"/></sheets></workbook>`,
    'xl/worksheets/sheet1.xml': `${XML}<worksheet xmlns="${space}"><sheetData>${data}</sheetData></worksheet>`,
  });
}

function wordLine(text: string): string {
  return text.startsWith('# ') ? wordParagraph(text.slice(2), 'Heading1') : wordParagraph(text);
}

function wordParagraph(text: string, styleId?: string): string {
  const properties = styleId === undefined ? '' : `<w:pPr><w:pStyle w:val="${styleId}"/></w:pPr>`;
  return `<w:p>${properties}<w:r><w:t xml:space="preserve">${escape(text)}</w:t></w:r></w:p>`;
}

function style(id: string, name: string, halfPoints: number): string {
  return `<w:style w:type="paragraph" w:styleId="${id}"><w:name w:val="${name}"/><w:rPr><w:b/><w:sz w:val="${halfPoints}"/></w:rPr></w:style>`;
}

function sheetRow(values: (string | number)[], index: number): string {
  const cells = values.map((value, column) => cell(`${COLUMNS[column]}${index + 1}`, value));
  return `<row r="${index + 1}">${cells.join('')}</row>`;
}

// The demo's tables need no more.
const COLUMNS = 'ABCDEFGH';

function cell(address: string, value: string | number): string {
  return typeof value === 'number'
    ? `<c r="${address}"><v>${value}</v></c>`
    : `<c r="${address}" t="inlineStr"><is><t xml:space="preserve">${escape(value)}</t></is></c>`;
}

// By kind, each once in a part.
function relations(targets: Record<string, string>): string {
  const lines = Object.entries(targets).map(
    ([kind, target], index) => `<Relationship Id="r${index + 1}" Type="${RELATIONS}/${kind}" Target="${target}"/>`,
  );
  return `${XML}<Relationships xmlns="${SCHEMAS}/package/2006/relationships">${lines.join('')}</Relationships>`;
}

function contentTypes(parts: Record<string, string>): string {
  const overrides = Object.entries(parts).map(
    ([name, type]) => `<Override PartName="/${name}" ContentType="${CONTENT}.${type}+xml"/>`,
  );
  const xml = '<Default Extension="xml" ContentType="application/xml"/>';
  const rels = '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>';
  return `${XML}<Types xmlns="${SCHEMAS}/package/2006/content-types">${rels}${xml}${overrides.join('')}</Types>`;
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
