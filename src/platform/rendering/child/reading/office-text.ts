/** Text of office documents: of the PDF that LibreOffice makes, or more simply of their XML. */
import { readFile } from 'node:fs/promises';
import type { OfficeModule } from '../../programs.ts';
import { assertHonest, readEntries, readEntry } from '../archive.ts';
import { exportPdf, isReadable } from '../office.ts';
import type { Task } from '../task.ts';
import { elementsOf } from '../xml-text.ts';
import type { Collector, Reading } from './collector.ts';
import { paragraphTexts, withoutElements } from './office-xml.ts';
import { readPdf } from './pdf-text.ts';
import { readOpenSheets, readSheets } from './sheet-text.ts';

const MAX_PAGES = 2_000;
const MODULES: OfficeModule[] = ['writer', 'calc', 'impress'];
/** Names of streams in the container of the formats before 2007. */
const STREAMS: [OfficeModule, string][] = [
  ['writer', 'WordDocument'],
  ['impress', 'PowerPoint Document'],
  ['calc', 'Workbook'],
  ['calc', 'Book'],
];
/** A comment. */
const ANNOTATION = 'office:annotation';
const OPEN_DOCUMENT = /^(?:od[tsp]|ot[tsp])$/;

type ReadXml = (path: string, into: Collector) => Promise<void>;

/** Readers without LibreOffice, by the letters with which formats begin. */
const SIMPLE: [RegExp, ReadXml][] = [
  [/^do[ct][mx]$/, readWord],
  [/^(?:odt|ott)$/, readOpenText],
  [/^(?:pp[ts]|pot)[mx]$/, readSlides],
  [/^(?:odp|otp)$/, readOpenSlides],
];

/** Spreadsheets are read from their XML always: pages show no more of a cell than fits. */
const SHEETS: [RegExp, ReadXml][] = [
  [/^xl[st][mx]$/, readSheets],
  [/^(?:ods|ots)$/, readOpenSheets],
];

/** Undefined if it is not an office document. */
export async function readOffice(task: Task, into: Collector, format: string): Promise<Reading | undefined> {
  const module = await moduleOf(task.path, format);
  if (module === undefined) return undefined;
  const isZip = format !== 'cfb' && format !== 'rtf';
  if (isZip) {
    await assertHonest(task.path);
    await addMetadata(task.path, into, format);
  }
  if (isZip) await addNotes(task.path, into, format);
  if (task.form?.type === 'text' && task.form.isBeside === true) return { method: 'office' };
  const sheet = SHEETS.find(([formats]) => formats.test(format));
  if (sheet !== undefined) {
    await sheet[1](task.path, into);
    return { method: 'office' };
  }
  return readDocument(task, into, { module, format });
}

async function readDocument(
  task: Task,
  into: Collector,
  { module, format }: { module: OfficeModule; format: string },
): Promise<Reading> {
  const soffice = task.programs[module];
  if (soffice === undefined) {
    await SIMPLE.find(([formats]) => formats.test(format))?.[1](task.path, into);
    return { method: 'office', missingPart: module };
  }
  const path = await exportPdf(task, soffice, { module, format, pages: `1-${MAX_PAGES}` });
  const { method, missingPart } = await readPdf({ ...task, path }, into);
  return { method: method === 'ocr' ? method : 'office', missingPart };
}

async function moduleOf(path: string, format: string): Promise<OfficeModule | undefined> {
  if (format !== 'cfb') return MODULES.find((module) => isReadable(module, format));
  const content = await readFile(path);
  return STREAMS.find(([, name]) => content.includes(Buffer.from(`${name}\0`, 'utf16le')))?.[0];
}

/** Title, author, subject, keywords and description. */
async function addMetadata(path: string, into: Collector, format: string): Promise<void> {
  const xml = (await readEntry(path, OPEN_DOCUMENT.test(format) ? 'meta.xml' : 'docProps/core.xml')) ?? '';
  const names = ['dc:title', 'dc:creator', 'dc:subject', 'cp:keywords', 'meta:keyword', 'dc:description'];
  into.add(names.flatMap((name) => paragraphTexts(xml, name)).join('\n'));
}

/** Comments of documents, and notes of slides, which are not on their pages. */
async function addNotes(path: string, into: Collector, format: string): Promise<void> {
  if (OPEN_DOCUMENT.test(format)) {
    for (const { inner } of elementsOf((await readEntry(path, 'content.xml')) ?? '', ANNOTATION))
      into.add(paragraphTexts(inner, 'text:p').join('\n'));
    return;
  }
  const notes = await readEntries(path, /^(?:word\/comments\.xml|ppt\/(?:comments|notesSlides)\/[^/]+\.xml)$/);
  for (const [name, xml] of notes) {
    const [paragraph, run] = name.startsWith('word/') ? ['w:p', 'w:t'] : ['a:p', 'a:t'];
    into.add([...paragraphTexts(xml, paragraph, run), ...paragraphTexts(xml, 'p:text')].join('\n'));
  }
}

async function readWord(path: string, into: Collector): Promise<void> {
  const { default: mammoth } = await import('mammoth');
  into.add((await mammoth.extractRawText({ path })).value);
}

async function readOpenText(path: string, into: Collector): Promise<void> {
  const xml = withoutElements((await readEntry(path, 'content.xml')) ?? '', ANNOTATION);
  into.add(paragraphTexts(xml.replaceAll(/<(\/?)text:h(?=[\s>])/g, '<$1text:p'), 'text:p').join('\n'));
}

async function readSlides(path: string, into: Collector): Promise<void> {
  let page = 0;
  for (const xml of (await readEntries(path, /^ppt\/slides\/slide\d+\.xml$/)).values()) {
    page += 1;
    if (!into.add(paragraphTexts(xml, 'a:p', 'a:t').join('\n'), page)) return;
  }
}

async function readOpenSlides(path: string, into: Collector): Promise<void> {
  const xml = withoutElements((await readEntry(path, 'content.xml')) ?? '', ANNOTATION);
  const [, ...pages] = xml.split('<draw:page ');
  for (const [at, page] of pages.entries()) if (!into.add(paragraphTexts(page, 'text:p').join('\n'), at + 1)) return;
}
