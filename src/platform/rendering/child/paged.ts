/** Counts and draws the pages of a document. */
import type { RenderableKind } from '../kinds.ts';
import type { Made, Paged, Task } from './task.ts';

const OPEN: Partial<Record<RenderableKind, (path: string) => Promise<Paged>>> = {
  pdf: async (path) => (await import('./pdf.ts')).openPdf(path),
  text: async (path) => (await import('./text.ts')).openText(path),
  image: async (path) => (await import('./image.ts')).openImage(path),
};

/** How many pages there are, and how large the first one is. */
export async function countPages(task: Task): Promise<Made> {
  const { count, width, height, isComplete } = await openPages(task);
  return { about: { count, width, height, isComplete } };
}

/** Draws the pages that the form names, as far as they exist. */
export async function drawPages(task: Task): Promise<Made> {
  if (task.form?.type !== 'pages') throw new Error('the form is not pages');
  const { first, count } = task.form;
  const pages = await openPages(task);
  const content: Buffer[] = [];
  for (let number = first; number < first + count && number <= pages.count; number += 1)
    content.push(await pages.draw(number, task.size));
  if (content.length === 0) throw new Error('there is no such page');
  let end = 0;
  return { content, about: { ends: content.map(({ length }) => (end += length)) } };
}

async function openPages({ kind, path }: Task): Promise<Paged> {
  const open = OPEN[kind];
  if (open === undefined) throw new Error('documents of this kind have no pages');
  return open(path);
}
