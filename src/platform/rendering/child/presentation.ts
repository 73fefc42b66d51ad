/** Presentations: the first slide. */
import { readEntry } from './archive.ts';
import { drawWithOffice, isReadable } from './office.ts';
import { drawImageOfPage, slidePage } from './page.ts';
import { sniff } from './sniff.ts';
import type { Drawing, Task } from './task.ts';
import { paragraphsOf } from './xml-text.ts';

export async function drawPresentation(task: Task): Promise<Drawing> {
  const format = await sniff(task.path);
  if (!isReadable('impress', format)) throw new Error(`the content is not a presentation (${format})`);
  const soffice = task.programs.impress;
  if (soffice !== undefined) return { png: await drawWithOffice(task, soffice, { module: 'impress', format }) };
  const lines = await readFirstSlide(task.path, format);
  if (lines === null) return { png: null, missingPart: 'impress' };
  return { png: await drawImageOfPage(slidePage(lines), task.size), missingPart: 'impress' };
}

// Reads the slide without LibreOffice; null if that is not possible.
async function readFirstSlide(path: string, format: string): Promise<string[] | null> {
  if (format === 'cfb') return null;
  if (format !== 'odp' && format !== 'otp') {
    return paragraphsOf((await readEntry(path, 'ppt/slides/slide1.xml')) ?? '', { paragraph: 'a:p', run: 'a:t' });
  }
  const xml = (await readEntry(path, 'content.xml')) ?? '';
  const [, firstPage = ''] = xml.split('<draw:page ', 2);
  return paragraphsOf(firstPage, { paragraph: 'text:p' });
}
