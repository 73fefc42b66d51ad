/** Renders the beginning of a text file, or its pages. */
import { open, stat } from 'node:fs/promises';
import { PAGED_TEXT_BYTES } from '../workspace.ts';
import { drawSvgPage } from './image.ts';
import { PAPER, ROWS, drawImageOfPage, typescriptPage, typescriptRows } from './page.ts';
import { sniff } from './sniff.ts';
import type { Drawing, Paged, Task } from './task.ts';

const READ_BYTES = 64 * 1024;
const MAX_PAGES = 2_000;

export async function drawText({ path, size }: Task): Promise<Drawing> {
  await assertText(path);
  const text = await readText(path);
  if (text.trim() === '') throw new Error('the text is blank');
  return { png: await drawImageOfPage(typescriptPage(linesOf(text).flatMap(typescriptRows)), size) };
}

/** The pages of a text: as many rows as fit, in a fixed-width font. */
export async function openText(path: string): Promise<Paged> {
  await assertText(path);
  const text = await readText(path, PAGED_TEXT_BYTES);
  const rows = linesOf(text).flatMap(typescriptRows);
  const count = Math.ceil(rows.length / ROWS);
  return {
    count: Math.min(count, MAX_PAGES),
    ...PAPER,
    isComplete: count <= MAX_PAGES && (await stat(path)).size < PAGED_TEXT_BYTES,
    draw: (number, size) => drawSvgPage(typescriptPage(rows.slice((number - 1) * ROWS)), size),
  };
}

async function assertText(path: string): Promise<void> {
  const kind = await sniff(path);
  if (kind !== 'text' && kind !== 'svg') throw new Error(`the content is not text (${kind})`);
}

function linesOf(text: string): string[] {
  return text.split(/\r\n?|\n/);
}

/** Reads the beginning of a text file: UTF-8 or UTF-16 by its bytes, otherwise Windows-1252. */
export async function readText(path: string, bytes = READ_BYTES): Promise<string> {
  const file = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(bytes), 0, bytes, 0);
    return decode(buffer.subarray(0, bytesRead));
  } finally {
    await file.close();
  }
}

function decode(bytes: Buffer): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  try {
    // The last character may be truncated, which streaming mode accepts.
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}
