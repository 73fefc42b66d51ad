/** LibreOffice exports a PDF of the first page, which is then rendered. */
import { execFile } from 'node:child_process';
import { mkdir, readFile, realpath, rename, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { assertHonest } from './archive.ts';
import type { OfficeModule } from '../programs.ts';
import { drawFirstPage } from './pdf.ts';
import { type Task, words } from './task.ts';

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

/** Disables linked content, macros and updates: org.openoffice paths with their values. */
const SETTINGS: [path: string, name: string, value: string][] = [
  ['Common/Security/Scripting', 'MacroSecurityLevel', '3'],
  ['Common/Security/Scripting', 'DisableMacrosExecution', 'true'],
  ['Common/Security/Scripting', 'BlockUntrustedRefererLinks', 'true'],
  ['Common/Security/Scripting', 'DisableActiveContent', 'true'],
  ['Common/Save/Document', 'AutoSave', 'false'],
  ['Writer/Content/Update', 'Link', '0'],
  ['Calc/Content/Update', 'Link', '2'],
  ['Calc/Formula/Load', 'OOXMLRecalcMode', '1'],
  ['Calc/Formula/Load', 'ODFRecalcMode', '1'],
];

/** Whether the format is an office document of the module. */
export function isReadable(module: OfficeModule, format: string): boolean {
  return format in READERS[module];
}

/** Renders the first page, optionally with comments. */
export async function drawWithOffice(
  task: Task,
  soffice: string,
  { module, format }: { module: OfficeModule; format: string },
): Promise<Buffer> {
  const reader = READERS[module][format];
  if (reader === undefined) throw new Error(`the content is not a document of this kind (${format})`);
  // LibreOffice unpacks these without size checks.
  if (format !== 'cfb' && format !== 'rtf') await assertHonest(task.path);
  const profile = await writeProfile(task.folder, soffice);
  const source = join(task.folder, `document.${format === 'cfb' ? 'bin' : format}`);
  await rename(task.path, source);
  const options = JSON.stringify({
    PageRange: { type: 'string', value: '1' },
    // The default is true. Comments become PDF annotations, which are rendered as notes.
    ExportNotes: { type: 'boolean', value: String(task.isAnnotated) },
  });
  const args = [
    `-env:UserInstallation=${pathToFileURL(profile).href}`,
    ...words('--headless --norestore --nologo --nodefault --nolockcheck'),
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
  return drawFirstPage(pdf, task.size);
}

async function writeProfile(folder: string, soffice: string): Promise<string> {
  const profile = join(folder, 'profile');
  await mkdir(join(profile, 'user', 'extensions'), { recursive: true });
  // In a profile without the build of this program, LibreOffice looks for extensions and starts again.
  await writeFile(join(profile, 'user', 'extensions', 'buildid'), await readBuild(soffice));
  const items = SETTINGS.map(
    ([path, name, value]) =>
      `<item oor:path="/org.openoffice.Office.${path}"><prop oor:name="${name}" oor:op="fuse"><value>${value}</value></prop></item>`,
  );
  const xml =
    '<?xml version="1.0" encoding="UTF-8"?>\n<oor:items xmlns:oor="http://openoffice.org/2001/registry" ' +
    'xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">' +
    `${items.join('')}</oor:items>\n`;
  await writeFile(join(profile, 'user', 'registrymodifications.xcu'), xml);
  return profile;
}

// Empty if it is not found; LibreOffice then starts twice.
async function readBuild(soffice: string): Promise<string> {
  const versions = join(dirname(await realpath(soffice)), 'versionrc');
  const [, build = ''] = /^buildid=(.*)$/m.exec(await readFile(versions, 'utf8').catch(() => '')) ?? [];
  return build.trim();
}
