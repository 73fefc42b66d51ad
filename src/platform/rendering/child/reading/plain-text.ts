/** Plain text of any kind, web pages and emails. */
import { open, stat } from 'node:fs/promises';
import type { Task } from '../task.ts';
import { readText } from '../text.ts';
import type { Collector, Reading } from './collector.ts';
import { isHtml, textOfHtml } from './html.ts';
import { isMail, readMail } from './mail.ts';

/** In UTF-16, twice as much as is kept. */
const READ_BYTES = 2 * 1024 * 1024;
/** Attachments may precede the text. */
const MAIL_BYTES = 4 * 1024 * 1024;

export async function readPlainText({ path }: Task, into: Collector, format: string): Promise<Reading> {
  const { size } = await stat(path);
  const text = await readText(path, READ_BYTES);
  const isPage = format === 'svg' || isHtml(text);
  if (!isPage && isMail(text)) {
    if (size > MAIL_BYTES) into.truncate();
    return readMail(await readHead(path), into);
  }
  if (size > READ_BYTES) into.truncate();
  into.add(isPage ? textOfHtml(text) : text);
  return { method: 'text' };
}

async function readHead(path: string): Promise<Buffer> {
  const file = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(MAIL_BYTES), 0, MAIL_BYTES, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}
