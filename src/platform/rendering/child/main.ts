/**
 * The program that renders one file: `main.ts <folder>`, in which `job.json` and `input` are and `out.png` will be. It
 * runs confined (../confine.ts) and trusts nothing of the file but its bytes.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DONE, IMPOSSIBLE, INPUT, JOB, MISSING, OUTPUT, type RenderJob } from '../job.ts';
import type { RenderableKind } from '../kinds.ts';
import type { Drawing, Task } from './task.ts';

// Each loads what it needs: starting takes longer than most pictures.
const DRAW: Record<RenderableKind, (task: Task) => Promise<Drawing>> = {
  image: async (task) => (await import('./image.ts')).drawImage(task),
  text: async (task) => (await import('./text.ts')).drawText(task),
  spreadsheet: async (task) => (await import('./spreadsheet.ts')).drawSpreadsheet(task),
  pdf: async (task) => (await import('./pdf.ts')).drawPdf(task),
  presentation: async (task) => (await import('./presentation.ts')).drawPresentation(task),
  word: async (task) => (await import('./word.ts')).drawWordDocument(task),
  video: async (task) => (await import('./video.ts')).drawVideo(task),
};

const folder = process.argv[2] ?? '.';
const job = JSON.parse(readFileSync(join(folder, JOB), 'utf8')) as RenderJob;
try {
  const { png, missingPart } = await DRAW[job.kind]({ ...job, folder, path: join(folder, INPUT) });
  if (png !== null) writeFileSync(join(folder, OUTPUT), png, { flag: 'wx' });
  process.exitCode = missingPart === undefined ? DONE : MISSING[missingPart];
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exitCode = IMPOSSIBLE;
}
process.exit();
