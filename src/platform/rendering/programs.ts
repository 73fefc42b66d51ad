/** Optional external programs that enable more thumbnails and texts. */
import { accessSync, constants, existsSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Modules of LibreOffice that open office documents. Each can be installed separately. */
export const OFFICE_MODULES = ['writer', 'calc', 'impress'] as const;
/** LibreOffice and its modules for office documents, FFmpeg for video, Tesseract for text in pictures. */
export const PARTS = ['soffice', 'ffmpeg', 'tesseract', ...OFFICE_MODULES] as const;

export type OfficeModule = (typeof OFFICE_MODULES)[number];
export type Part = (typeof PARTS)[number];
/** The path of each installed program. A module has the path of LibreOffice. */
export type Programs = Partial<Record<Part, string>>;

/** Looks up the programs in the folders, in order. */
export function findPrograms(folders: readonly string[]): Programs {
  const [soffice, ffmpeg, tesseract] = ['soffice', 'ffmpeg', 'tesseract'].map((name) => findProgram(folders, name));
  return {
    ...(soffice !== undefined && { soffice, ...findModules(soffice) }),
    ...(ffmpeg !== undefined && { ffmpeg }),
    ...(tesseract !== undefined && { tesseract }),
  };
}

/** The first executable file of this name in the folders. */
export function findProgram(folders: readonly string[], name: string): string | undefined {
  return folders.map((folder) => join(folder, name)).find(isExecutable);
}

// Each module installs a file of filters. Packages and installers agree on its path relative to the program.
const REGISTRIES = ['../share/registry', '../Resources/registry'];
/** Debian leaves the file of filters behind when a module is removed, so its library must be there too. */
const LIBRARIES: Record<OfficeModule, string> = { writer: 'libswlo.so', calc: 'libsclo.so', impress: 'libsdlo.so' };

function findModules(soffice: string): Programs {
  const folder = dirname(realpathSync(soffice));
  const registry = REGISTRIES.map((path) => join(folder, path)).find((path) => existsSync(path));
  // A wrapper script, such as that of a snap, does not reveal the program's folder: assume that all modules exist.
  const hasLibrary = (name: OfficeModule) => process.platform !== 'linux' || existsSync(join(folder, LIBRARIES[name]));
  const installed = OFFICE_MODULES.filter(
    (name) => registry === undefined || (existsSync(join(registry, `${name}.xcd`)) && hasLibrary(name)),
  );
  return Object.fromEntries(installed.map((name) => [name, soffice]));
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
