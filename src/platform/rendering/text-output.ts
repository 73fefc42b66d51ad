/** Reads the text that a rendering program has found, which is untrusted like the file that it read. */
import { text as readAll } from 'node:stream/consumers';
import type { TextPage } from './job.ts';

/** Pages of a text; further ones are left out. */
export const MAX_TEXT_PAGES = 2_000;
/** UTF-8; further text is left out. */
export const MAX_TEXT_BYTES = 1024 * 1024;
/** Metadata, and texts without pages, take a few lines. */
const MAX_LINES = 2 * MAX_TEXT_PAGES;

/** The pages, with clean text; null if the output is not what it should be. */
export async function readTextPages(content: AsyncIterable<Buffer>): Promise<TextPage[] | null> {
  const lines = (await readAll(content)).split('\n').filter((line) => line !== '');
  if (lines.length > MAX_LINES) return null;
  const pages: TextPage[] = [];
  for (const line of lines) {
    const page = parsePage(line);
    if (page === null) return null;
    pages.push(page);
  }
  const bytes = pages.reduce((sum, { text }) => sum + Buffer.byteLength(text), 0);
  return bytes <= MAX_TEXT_BYTES ? pages : null;
}

function parsePage(line: string): TextPage | null {
  const { page, text } = parse(line);
  const isPage =
    page === null || (Number.isInteger(page) && (page as number) > 0 && (page as number) <= MAX_TEXT_PAGES);
  return isPage && typeof text === 'string' ? { page: page as number | null, text: cleanText(text) } : null;
}

function parse(line: string): Record<string, unknown> {
  try {
    return (JSON.parse(line) as Record<string, unknown> | null) ?? {};
  } catch {
    return {};
  }
}

/** PostgreSQL stores neither zero characters nor unpaired surrogates. Other control characters have no look. */
export function cleanText(text: string): string {
  return text
    .replaceAll(/\r\n?|[\u2028\u2029]/g, '\n')
    .toWellFormed()
    .replaceAll(/[^\P{Cc}\n\t]|[\uFEFF\uFFFE\uFFFF]/gu, '');
}
