/** Converts an office document to PDF. */
import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { OUTPUT } from '../job.ts';
import type { RenderableKind } from '../kinds.ts';
import type { OfficeModule } from '../programs.ts';
import { exportPdf, isReadable } from './office.ts';
import { openPdf } from './pdf.ts';
import { sniff } from './sniff.ts';
import type { Made, Task } from './task.ts';

const MODULES: Partial<Record<RenderableKind, OfficeModule>> = {
  word: 'writer',
  spreadsheet: 'calc',
  presentation: 'impress',
};
/** A spreadsheet can have a million pages. */
const MAX_PAGES = 2_000;

/** Writes the PDF of at most 2 000 pages, optionally with comments. */
export async function convert(task: Task): Promise<Made> {
  const module = MODULES[task.kind];
  const format = await sniff(task.path);
  if (module === undefined || !isReadable(module, format)) throw new Error(`not an office document (${format})`);
  const soffice = task.programs[module];
  if (soffice === undefined) return { missingPart: module };
  const path = await exportPdf(task, soffice, { module, format, pages: `1-${MAX_PAGES}` });
  const { count, width, height } = await openPdf(path);
  await rename(path, join(task.folder, OUTPUT));
  return { about: { count, width, height, isComplete: count < MAX_PAGES } };
}
