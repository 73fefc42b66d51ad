/** Programs beside npm's packages that make more thumbnails possible. */
import { accessSync, constants } from 'node:fs';
import { join } from 'node:path';

/** LibreOffice for office documents, FFmpeg for video. */
export const PARTS = ['soffice', 'ffmpeg'] as const;

export type Part = (typeof PARTS)[number];
/** Where each of them is, if it is there. */
export type Programs = Partial<Record<Part, string>>;

/** Looks for the programs in the folders, in their order. */
export function findPrograms(folders: readonly string[]): Programs {
  const found = PARTS.map((part) => [part, folders.map((folder) => join(folder, part)).find(isExecutable)] as const);
  return Object.fromEntries(found.filter(([, path]) => path !== undefined));
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
