/** Optional programs that some tests need; script/parts installs them where it can. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { OFFICE_MODULES, findPrograms } from '../src/platform/rendering/programs.ts';

/** Debian's headless Chromium: the same browser with a third less CPU. */
export const CHROMIUM = 'chromium-headless-shell';

const FOLDERS = [...(process.env['PATH'] ?? '').split(':'), '/usr/sbin'];

/**
 * For the option `skip` of a test: false if all of the programs are here, else the line that says which is missing. With
 * CI=true a missing program is an error.
 */
export function without(...programs: string[]): string | false {
  const missing = programs.filter((program) => !FOLDERS.some((folder) => existsSync(join(folder, program))));
  if (programs.includes('soffice') && !missing.includes('soffice')) missing.push(...missingModules());
  if (missing.length === 0) return false;
  const line = `needs ${missing.join(', ')}, which is not installed`;
  if (process.env['CI'] === 'true') throw new Error(`This test ${line}.`);
  return line;
}

// LibreOffice may be installed with some of its modules only.
function missingModules(): string[] {
  const installed = findPrograms(FOLDERS);
  return OFFICE_MODULES.filter((name) => installed[name] === undefined).map((name) => `LibreOffice ${name}`);
}
