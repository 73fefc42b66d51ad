/** LibreOffice exports a PDF of a document, or of its first page, which is then rendered. */
import { execFile } from 'node:child_process';
import { rename, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { assertHonest } from './archive.ts';
import type { OfficeModule } from '../programs.ts';
import { officeOptions, writeProfile } from './office-profile.ts';
import { drawFirstPage } from './pdf.ts';
import type { Task } from './task.ts';

/**
 * The LibreOffice import filter for each detected format: without one it would guess among hundreds. `cfb` is the
 * container of the formats before 2007.
 */
const READERS: Record<OfficeModule, Record<string, string>> = {
  writer: {
    docx: 'MS Word 2007 XML',
    docm: 'MS Word 2007 XML',
    dotx: 'MS Word 2007 XML Template',
    odt: 'writer8',
    ott: 'writer8_template',
    cfb: 'MS Word 97',
    rtf: 'Rich Text Format',
  },
  calc: {
    xlsx: 'Calc MS Excel 2007 XML',
    xlsm: 'Calc MS Excel 2007 VBA XML',
    xltx: 'Calc MS Excel 2007 XML Template',
    ods: 'calc8',
    ots: 'calc8_template',
    cfb: 'MS Excel 97',
  },
  impress: {
    pptx: 'Impress MS PowerPoint 2007 XML',
    pptm: 'Impress MS PowerPoint 2007 XML VBA',
    potx: 'Impress MS PowerPoint 2007 XML Template',
    ppsx: 'Impress MS PowerPoint 2007 XML AutoPlay',
    odp: 'impress8',
    otp: 'impress8_template',
    cfb: 'MS PowerPoint 97',
  },
};

/** Whether the format is an office document of the module. */
export function isReadable(module: OfficeModule, format: string): boolean {
  return format in READERS[module];
}

/** A document by the module that reads it, and its detected format. */
export type OfficeDocument = { module: OfficeModule; format: string };

/** Renders the first page, optionally with comments. */
export async function drawWithOffice(task: Task, soffice: string, document: OfficeDocument): Promise<Buffer> {
  return drawFirstPage(await exportPdf(task, soffice, { ...document, pages: '1' }), task.size);
}

/** Exports the pages of a document, optionally with comments. Returns the path of the PDF. */
export async function exportPdf(
  task: Task,
  soffice: string,
  { module, format, pages }: OfficeDocument & { pages: string },
): Promise<string> {
  const reader = READERS[module][format];
  if (reader === undefined) throw new Error(`the content is not a document of this kind (${format})`);
  // LibreOffice unpacks these without size checks.
  if (format !== 'cfb' && format !== 'rtf') await assertHonest(task.path);
  const prepare = () => writeProfile(task.folder, soffice);
  // If LibreOffice waits with this profile, the one below passes it the command line and ends when it is done.
  await (task.office ?? prepare()).catch(prepare);
  const source = join(task.folder, `document.${format === 'cfb' ? 'bin' : format}`);
  await rename(task.path, source);
  const options = JSON.stringify({
    PageRange: { type: 'string', value: pages },
    // The default is true. Comments become PDF annotations, which are rendered as notes.
    ExportNotes: { type: 'boolean', value: String(task.isAnnotated) },
  });
  const args = [
    ...officeOptions(task.folder),
    `--infilter=${reader}`,
    '--convert-to',
    `pdf:${module}_pdf_Export:${options}`,
    '--outdir',
    join(task.folder, 'pdf'),
    source,
  ];
  await promisify(execFile)(soffice, args, { cwd: task.folder });
  // The exit code is 0 even after a failure.
  const pdf = join(task.folder, 'pdf', basename(source).replace(/\.\w+$/, '.pdf'));
  if (!(await stat(pdf).catch(() => undefined))?.isFile()) throw new Error('LibreOffice did not produce a page');
  return pdf;
}
