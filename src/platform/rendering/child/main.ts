/**
 * Renders one file: `main.ts <folder> [soffice]` reads a job from its input and `input` in the folder, and writes the
 * output. It runs sandboxed (../isolation/confine.ts). Until there is a job, it loads what most jobs need. With `soffice` it also
 * starts LibreOffice.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { ABOUT, DONE, type FormType, IMPOSSIBLE, INPUT, MISSING, OUTPUT, type RenderJob } from '../job.ts';
import type { RenderableKind } from '../kinds.ts';
import { giveWay } from '../priority.ts';
import type { Drawing, Made, Task } from './task.ts';
import { startOffice } from './waiting-office.ts';

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

const MAKE: Record<FormType, (task: Task) => Promise<Made>> = {
  thumbnail: async (task) => {
    const { png, ...missing } = await DRAW[task.kind](task);
    return { ...(png !== null && { content: [png] }), ...missing };
  },
  pdf: async (task) => (await import('./convert.ts')).convert(task),
  count: async (task) => (await import('./paged.ts')).countPages(task),
  pages: async (task) => (await import('./paged.ts')).drawPages(task),
  mark: async (task) => (await import('./mark.ts')).drawMark(task),
  playback: async (task) => (await import('./playback.ts')).makePlayback(task),
  text: async (task) => (await import('./reading/read.ts')).readContent(task),
};

/**
 * People wait for pictures and pages, which have 10. A text must be made within two minutes, also on a busy machine, a video within
 * thirty.
 */
const NICENESS: Partial<Record<FormType, number>> = { text: 15, playback: 19 };

/** A process that is started for a job gets it at once. */
const SOON_MS = 20;
/** While many files are rendered, a process waits for less than this; most of them need no library for PDF. */
const IDLE_MS = 500;

const [folder = '.', soffice] = process.argv.slice(2);
const office = soffice === undefined ? undefined : startOffice(folder, soffice);
// Then the job itself starts it.
office?.catch(() => {});
// If loading is not possible, the job itself fails.
const loading = [
  setTimeout(() => void import('./image.ts').catch(() => {}), SOON_MS),
  setTimeout(() => void import('./pdf.ts').then(({ prepare }) => prepare()).catch(() => {}), IDLE_MS),
];
const job = JSON.parse(await text(process.stdin)) as RenderJob;
for (const timer of loading) clearTimeout(timer);
const niceness = NICENESS[job.form?.type ?? 'thumbnail'];
if (niceness !== undefined) await giveWay(niceness);
try {
  const made = await MAKE[job.form?.type ?? 'thumbnail']({
    ...job,
    folder,
    path: join(folder, INPUT),
    ...(office !== undefined && { office }),
  });
  const { content = [], about, missingPart } = made;
  for (const [at, piece] of content.entries())
    writeFileSync(join(folder, OUTPUT), piece, { flag: at === 0 ? 'wx' : 'a' });
  if (about !== undefined) writeFileSync(join(folder, ABOUT), JSON.stringify(about), { flag: 'wx' });
  process.exitCode = missingPart === undefined ? DONE : MISSING[missingPart];
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exitCode = IMPOSSIBLE;
}
process.exit();
