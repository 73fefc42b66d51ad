/** Word-processing documents: the first page, optionally with comments. */
import { assertHonest, readEntry } from './archive.ts';
import { drawWithOffice, isReadable } from './office.ts';
import { type Paragraph, drawImageOfPage, prosePage } from './page.ts';
import { sniff } from './sniff.ts';
import type { Drawing, Task } from './task.ts';
import { paragraphsOf } from './xml-text.ts';

export async function drawWordDocument(task: Task): Promise<Drawing> {
  const format = await sniff(task.path);
  if (!isReadable('writer', format)) throw new Error(`the content is not a word-processing document (${format})`);
  const soffice = task.programs.writer;
  if (soffice !== undefined) return { png: await drawWithOffice(task, soffice, { module: 'writer', format }) };
  const paragraphs = await readParagraphs(task, format);
  if (paragraphs === null) return { png: null, missingPart: 'writer' };
  return { png: await drawImageOfPage(prosePage(paragraphs), task.size), missingPart: 'writer' };
}

// Reads the paragraphs without LibreOffice; null if that is not possible.
async function readParagraphs({ path, isAnnotated }: Task, format: string): Promise<Paragraph[] | null> {
  if (/^(?:docx|docm|dotx)$/.test(format)) return readOfficeOpen(path, isAnnotated);
  if (/^(?:odt|ott)$/.test(format)) return readOpenDocument(path, isAnnotated);
  return null;
}

async function readOfficeOpen(path: string, isAnnotated: boolean): Promise<Paragraph[]> {
  await assertHonest(path);
  const { default: mammoth } = await import('mammoth');
  const { value } = await mammoth.extractRawText({ path });
  const comments = isAnnotated ? ((await readEntry(path, 'word/comments.xml')) ?? '') : '';
  const notes = paragraphsOf(comments, { paragraph: 'w:p', run: 'w:t' }).map(asNote);
  return withNotes(
    value.split('\n').filter((text) => text.trim() !== ''),
    notes,
  );
}

async function readOpenDocument(path: string, isAnnotated: boolean): Promise<Paragraph[]> {
  const xml = (await readEntry(path, 'content.xml')) ?? '';
  const annotation = /<office:annotation[\s>][\s\S]*?<\/office:annotation>/g;
  const comments = isAnnotated ? (xml.match(annotation) ?? []) : [];
  const notes = comments.flatMap((comment) => paragraphsOf(comment, { paragraph: 'text:p' })).map(asNote);
  return withNotes(paragraphsOf(xml.replaceAll(annotation, ''), { paragraph: 'text:p' }), notes);
}

// Comments follow the first paragraph, so that they are visible however long it is.
function withNotes([first = '', ...rest]: string[], notes: Paragraph[]): Paragraph[] {
  return [{ text: first, style: 'heading' }, ...notes, ...rest.map((text) => ({ text }))];
}

function asNote(text: string): Paragraph {
  return { text, style: 'note' };
}
