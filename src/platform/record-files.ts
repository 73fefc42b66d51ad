/**
 * Append-only lines in one file per month: `<folder>/2026-11.jsonl`. A line torn by a crash or a full disk remains, and
 * the next line starts on its own.
 */
import { mkdir, open, readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { syncFolder, unlessMissing } from './blobs/disk/disk.ts';

/** How much is read from the end of a file. */
const TAIL_BYTES = 64 * 1024;
const NAME = /^\d{4}-\d{2}\.jsonl$/;

/** Appends a line to the file of the month; after it resolves the line survives a crash. */
export async function appendLine(folder: string, at: Date, line: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, `${at.toISOString().slice(0, 7)}.jsonl`);
  const file = await open(path, 'a+', 0o600);
  try {
    const { size } = await file.stat();
    const { buffer } = await file.read(Buffer.alloc(1), 0, 1, Math.max(0, size - 1));
    const isTorn = size > 0 && buffer[0] !== 0x0a;
    await file.appendFile(`${isTorn ? '\n' : ''}${line}\n`);
    await file.sync();
    if (size > 0) return;
  } finally {
    await file.close();
  }
  await syncFolder(folder);
  await syncFolder(dirname(folder));
}

/** Paths of the files, newest first. */
export async function recordFiles(folder: string): Promise<string[]> {
  const names = (await unlessMissing(readdir(folder))) ?? [];
  return names
    .filter((name) => NAME.test(name))
    .sort()
    .reverse()
    .map((name) => join(folder, name));
}

/** The complete lines at the end of a file, last first. */
export async function lastLines(path: string): Promise<string[]> {
  const file = await open(path, 'r');
  try {
    const { size } = await file.stat();
    const start = Math.max(0, size - TAIL_BYTES);
    const { buffer, bytesRead } = await file.read(Buffer.alloc(size - start), 0, size - start, start);
    const lines = buffer.toString('utf8', 0, bytesRead).split('\n');
    // The text before the first line feed is a partial line, and the text after the last one a torn line.
    return lines.slice(start === 0 ? 0 : 1, -1).reverse();
  } finally {
    await file.close();
  }
}
