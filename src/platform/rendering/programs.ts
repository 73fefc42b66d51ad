/** Programs beside npm's packages that make more thumbnails possible. */
import { accessSync, constants, existsSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Modules of LibreOffice that open office documents. Each can be installed without the others. */
export const OFFICE_MODULES = ['writer', 'calc', 'impress'] as const;
/** LibreOffice and its modules for office documents, FFmpeg for video. */
export const PARTS = ['soffice', 'ffmpeg', ...OFFICE_MODULES] as const;

export type OfficeModule = (typeof OFFICE_MODULES)[number];
export type Part = (typeof PARTS)[number];
/** The path of the program for each part that is installed. That of a module is LibreOffice's. */
export type Programs = Partial<Record<Part, string>>;

/** Looks for the programs in the folders, in their order. */
export function findPrograms(folders: readonly string[]): Programs {
  const [soffice, ffmpeg] = ['soffice', 'ffmpeg'].map((name) => findProgram(folders, name));
  return {
    ...(soffice !== undefined && { soffice, ...findModules(soffice) }),
    ...(ffmpeg !== undefined && { ffmpeg }),
  };
}

/** The first executable file of that name in the folders. */
export function findProgram(folders: readonly string[], name: string): string | undefined {
  return folders.map((folder) => join(folder, name)).find(isExecutable);
}

// Each module brings a file with its filters. Packages and installers agree on its place relative to the program.
const REGISTRIES = ['../share/registry', '../Resources/registry'];

function findModules(soffice: string): Programs {
  const folder = dirname(realpathSync(soffice));
  const registry = REGISTRIES.map((path) => join(folder, path)).find((path) => existsSync(path));
  // A wrapper script, such as that of a snap, does not tell where the program is: all modules are assumed to be there.
  const installed = OFFICE_MODULES.filter(
    (name) => registry === undefined || existsSync(join(registry, `${name}.xcd`)),
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
