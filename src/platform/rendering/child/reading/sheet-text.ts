/** Text of spreadsheets: a line for each row. */
import { readEntries, readEntry } from '../archive.ts';
import { decodeEntities, elementsOf } from '../xml-text.ts';
import type { Collector } from './collector.ts';
import { paragraphTexts } from './office-xml.ts';

/** Workbooks since 2007. */
export async function readSheets(path: string, into: Collector): Promise<void> {
  const book = (await readEntry(path, 'xl/workbook.xml')) ?? '';
  into.add(
    Array.from(book.matchAll(/<sheet [^>]{0,400}?name="([^"]{1,100})"/g), ([, name = '']) => decodeEntities(name)).join(
      '\n',
    ),
  );
  const strings = sharedStrings((await readEntry(path, 'xl/sharedStrings.xml')) ?? '');
  for (const xml of (await readEntries(path, /^xl\/worksheets\/[^/]+\.xml$/)).values()) {
    const lines: string[] = [];
    for (const { inner } of elementsOf(xml, 'row')) {
      lines.push(Array.from(elementsOf(inner, 'c'), (cell) => cellText(cell, strings)).join('\t'));
    }
    if (!into.add(lines.join('\n'))) return;
  }
  const comments = await readEntries(path, /^xl\/(?:comments\d*|comments\/[^/]+|threadedComments\/[^/]+)\.xml$/);
  for (const xml of comments.values())
    into.add([...paragraphTexts(xml, 'text', 't'), ...paragraphTexts(xml, 'text')].join('\n'));
}

function sharedStrings(xml: string): string[] {
  return Array.from(elementsOf(xml, 'si'), ({ inner }) =>
    Array.from(elementsOf(inner, 't'), (run) => decodeEntities(run.inner)).join(''),
  );
}

function cellText({ attributes, inner }: { attributes: string; inner: string }, strings: string[]): string {
  const [, type = 'n'] = /\bt="(\w{1,12})"/.exec(attributes) ?? [];
  if (type === 'inlineStr') return Array.from(elementsOf(inner, 't'), (run) => decodeEntities(run.inner)).join('');
  const [value = ''] = Array.from(elementsOf(inner, 'v'), (one) => decodeEntities(one.inner));
  return type === 's' ? (strings[Number(value)] ?? '') : value;
}

/** Spreadsheets in OpenDocument. */
export async function readOpenSheets(path: string, into: Collector): Promise<void> {
  const xml = (await readEntry(path, 'content.xml')) ?? '';
  for (const [, name = ''] of xml.matchAll(/<table:table [^>]{0,400}?table:name="([^"]{1,100})"/g))
    into.add(decodeEntities(name));
  for (const { inner } of elementsOf(xml, 'table:table-row'))
    if (!into.add(paragraphTexts(inner, 'text:p').join('\t'))) return;
}
