/** Recognizes words in pictures with Tesseract. */
import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Sharp } from 'sharp';
import { type Task, words } from '../task.ts';

/** Pages of one content. */
const MAX_RECOGNIZED = 100;
/** Later no page begins. The program is ended after 120 seconds. */
const MAX_MS = 80_000;
/** A page may take so long. */
const PAGE_MS = 30_000;
/** A page of A4 in 300 dots per inch is larger, and not read better. */
const MAX_SIDE = 3_500;
const MAX_OUTPUT_BYTES = 8 * 1024 * 1024;
/** Of 100. In photos, Tesseract finds words of which it is less sure. */
const MIN_CONFIDENCE = 60;

export type Recognizer = {
  /** The lines of text in a picture; empty if there is none, or after too many pictures or too much time. */
  read(open: () => Promise<Sharp>): Promise<string>;
  /** Whether a picture was left out. */
  isIncomplete(): boolean;
};

/** Null if it is not asked for, or there is no program or no language for it. */
export async function createRecognizer({ form, programs, folder }: Task): Promise<Recognizer | null> {
  const { tesseract } = programs;
  if (form?.type !== 'text' || form.recognize === undefined || tesseract === undefined) return null;
  const languages = await chooseLanguages(tesseract, form.recognize);
  if (languages.length === 0) return null;
  const deadline = Date.now() + MAX_MS;
  let [count, leftOut] = [0, 0];
  return {
    isIncomplete: () => leftOut > 0,
    async read(open) {
      if (count >= MAX_RECOGNIZED || Date.now() > deadline) {
        leftOut += 1;
        return '';
      }
      count += 1;
      return recognize(tesseract, { folder, languages, picture: await forReading(await open()) });
    },
  };
}

async function recognize(
  tesseract: string,
  { folder, languages, picture }: { folder: string; languages: string[]; picture: Buffer },
): Promise<string> {
  const path = join(folder, 'page.png');
  await writeFile(path, picture);
  const args = [path, 'stdout', ...words('--psm 3 -l'), languages.join('+'), 'tsv'];
  const run = promisify(execFile)(tesseract, args, {
    cwd: folder,
    timeout: PAGE_MS,
    maxBuffer: MAX_OUTPUT_BYTES,
  });
  // A page that fails has no text; others may have.
  return linesOf((await run.catch(() => ({ stdout: '' }))).stdout);
}

/** Those of the languages that are installed; without any, whatever is. */
async function chooseLanguages(tesseract: string, wanted: readonly string[]): Promise<string[]> {
  const { stdout } = await promisify(execFile)(tesseract, ['--list-langs']);
  const [, ...lines] = stdout.trim().split('\n');
  const installed = lines.map((line) => line.trim()).filter((name) => name !== 'osd' && name !== '');
  const found = wanted.filter((name) => installed.includes(name));
  return found.length > 0 ? found : installed.slice(0, 1);
}

async function forReading(picture: Sharp): Promise<Buffer> {
  return picture
    .flatten({ background: '#fff' })
    .greyscale()
    .resize({ width: MAX_SIDE, height: MAX_SIDE, fit: 'inside', withoutEnlargement: true })
    .png({ compressionLevel: 1 })
    .toBuffer();
}

/** Columns of the output: level, page, block, paragraph, line, word, left, top, width, height, confidence, text. */
function linesOf(table: string): string {
  const lines = new Map<string, string[]>();
  for (const row of table.split('\n').slice(1)) {
    const [, , block, paragraph, line, , , , , , confidence, text = ''] = row.split('\t');
    if (Number(confidence) < MIN_CONFIDENCE || text.trim() === '') continue;
    const name = `${block} ${paragraph} ${line}`;
    lines.set(name, [...(lines.get(name) ?? []), text.trim()]);
  }
  return [...lines.values()].map((line) => line.join(' ')).join('\n');
}
