/** Renders the beginning of a text file. */
import { open } from 'node:fs/promises';
import { drawImageOfPage, typescriptPage } from './page.ts';
import { sniff } from './sniff.ts';
import type { Drawing, Task } from './task.ts';

const READ_BYTES = 64 * 1024;

export async function drawText({ path, size }: Task): Promise<Drawing> {
  const kind = await sniff(path);
  if (kind !== 'text' && kind !== 'svg') throw new Error(`the content is not text (${kind})`);
  const text = await readText(path);
  if (text.trim() === '') throw new Error('the text is blank');
  return { png: await drawImageOfPage(typescriptPage(text.split(/\r\n?|\n/)), size) };
}

/** Reads the beginning of a text file: UTF-8 or UTF-16 by its bytes, otherwise Windows-1252. */
export async function readText(path: string): Promise<string> {
  const file = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(READ_BYTES), 0, READ_BYTES, 0);
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
