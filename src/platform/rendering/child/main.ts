/**
 * Renders one file: `main.ts <folder>` reads `job.json` and `input` in the folder and writes `out.png`. It runs
 * sandboxed (../isolation/confine.ts) and trusts only the bytes of the file.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DONE, IMPOSSIBLE, INPUT, JOB, MISSING, OUTPUT, type RenderJob } from '../job.ts';
import type { RenderableKind } from '../kinds.ts';
import type { Drawing, Task } from './task.ts';

// Loaded on demand, because loading takes longer than rendering most images.
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
