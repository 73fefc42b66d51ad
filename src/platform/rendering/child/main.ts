/**
 * The program that renders one file: `main.ts <folder>`, in which `job.json` and `input` are and `out.png` will be. It
 * runs confined (../confine.ts) and trusts nothing of the file but its bytes.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DONE, IMPOSSIBLE, INPUT, JOB, MISSING, OUTPUT, type RenderJob } from '../job.ts';
import type { RenderableKind } from '../kinds.ts';
import { drawImage } from './image.ts';
import { drawPdf } from './pdf.ts';
import { drawPresentation } from './presentation.ts';
import { drawSpreadsheet } from './spreadsheet.ts';
import { drawText } from './text.ts';
import type { Drawing, Task } from './task.ts';
import { drawVideo } from './video.ts';
import { drawWordDocument } from './word.ts';

const DRAW: Record<RenderableKind, (task: Task) => Promise<Drawing>> = {
  image: drawImage,
  text: drawText,
  spreadsheet: drawSpreadsheet,
  pdf: drawPdf,
  presentation: drawPresentation,
  word: drawWordDocument,
  video: drawVideo,
};

const folder = process.argv[2] ?? '.';
const job = JSON.parse(readFileSync(join(folder, JOB), 'utf8')) as RenderJob;
try {
  const { png, missingPart } = await DRAW[job.kind]({ ...job, folder, path: join(folder, INPUT) });
  if (png !== null) writeFileSync(join(folder, OUTPUT), png);
  process.exitCode = missingPart === undefined ? DONE : MISSING[missingPart];
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exitCode = IMPOSSIBLE;
}
process.exit();
