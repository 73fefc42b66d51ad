/** The files that a rendering program can see: its runtime, fonts, and its private folder. */
import { lstatSync, readlinkSync, realpathSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';
import { PACKAGES_FOLDER, PROGRAM_FOLDER, entryPath } from '../../program.ts';
import type { Programs } from '../programs.ts';

export type View = {
  /** Files and folders mounted read-only at the same path; none contains another. */
  paths: string[];
  /** Links in the root and to programs, as [path, target]. */
  links: [path: string, target: string][];
  /** Folders below `paths` that are hidden because they contain data of the service. */
  covered: string[];
};

/**
 * The program that renders one file: the bundle (decision 0074), also if the service runs from its sources. Removing the
 * types of those would take longer than most renderings.
 */
export const PROGRAM = entryPath('renderer/main');

/** Libraries, programs, fonts and their configuration, where they exist. Nothing else of /etc is visible. */
const SYSTEM = (
  '/usr /bin /sbin /lib /lib32 /lib64 /libx32 /etc/alternatives /etc/fonts /etc/ld.so.cache /etc/libreoffice ' +
  '/var/cache/fontconfig /var/lib/libreoffice /var/spool/libreoffice'
).split(' ');
/** Read by glibc before it uses huge pages (decision 0125). */
const HUGE_PAGES = ['enabled', 'hpage_pmd_size'].map((name) => `/sys/kernel/mm/transparent_hugepage/${name}`);
/** The rendering program, its packages and its runtime. */
const OWN = [
  ...['dist/renderer', 'package.json'].map((name) => join(PROGRAM_FOLDER, name)),
  PACKAGES_FOLDER,
  process.execPath,
];

/** Builds the view. `hidden`: folders of the service, which may be inside a visible one. */
export function viewOf(programs: Programs, hidden: readonly string[]): View {
  const view: View = { paths: [], links: [], covered: [] };
  for (const path of [...SYSTEM, ...HUGE_PAGES, ...OWN]) show(view, path);
  for (const program of Object.values(programs)) show(view, program);
  // LibreOffice is a folder of programs, which is not always below /usr.
  const office = programs.soffice === undefined ? [] : realPath(programs.soffice);
  for (const program of office) show(view, dirname(dirname(program)));
  view.covered = hidden.flatMap(realPath).filter((folder) => view.paths.some((path) => isWithin(folder, path)));
  return view;
}

function show(view: View, path: string): void {
  const real = realPath(path)[0];
  if (real === undefined) return;
  if (lstatSync(path).isSymbolicLink() && !isShown(view, dirname(path))) view.links.push([path, readlinkSync(path)]);
  if (isShown(view, real)) return;
  view.paths = [...view.paths.filter((shown) => !isWithin(shown, real)), real];
}

function isShown({ paths }: View, path: string): boolean {
  return paths.some((shown) => isWithin(path, shown));
}

/** Empty if the path does not exist. */
export function realPath(path: string): string[] {
  try {
    return [realpathSync(path)];
  } catch {
    return [];
  }
}

function isWithin(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}
