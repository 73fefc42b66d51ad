/** The packages whose code is in a release, as files or in bundles and pages, and their licenses. */
import { copyFile, mkdir, readFile, readdir } from 'node:fs/promises';
import { existsSync, globSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { dirname, join, relative, resolve } from 'node:path';
import { type LockedPackage, type Platform, packagesOf } from './packages.ts';

const root = resolve(import.meta.dirname, '../..');
const LICENSE = /^(?:licen[cs]e|copying|notice|ofl)/i;
/** The first part of an import: of another package, so without a dot. */
const IMPORTED = /(?:\bfrom|\bimport|\bimport\(|\burl\()\s*['"]((?:@[\w.-]+\/)?[\w][\w.-]*)/g;
/** Modules of the build, which pages don't contain. */
const BUILD = ['build.ts', 'chunks.ts', 'page-list.ts', '**/*.test.ts', 'dist/**', 'dist.*/**'];

type Lock = { packages: Record<string, LockedPackage & { version: string; license?: string }> };

export type ShippedPackage = { folder: string; name: string; version: string; license: string | null };

/** Those that the program and its pages import, and what they depend on, sorted by their folders. */
export async function shippedPackages(platform: Platform): Promise<ShippedPackage[]> {
  const lock = JSON.parse(await readFile(join(root, 'package-lock.json'), 'utf8')) as Lock;
  const { dependencies } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as LockedPackage;
  const names = [...Object.keys(dependencies ?? {}), ...(await importedByPages())];
  return packagesOf(lock.packages, names, platform).map((folder) => {
    const { version, license = null } = lock.packages[folder] ?? { version: '' };
    return {
      folder,
      name: folder.slice(folder.lastIndexOf('node_modules/') + 'node_modules/'.length),
      version,
      license,
    };
  });
}

async function importedByPages(): Promise<string[]> {
  const web = join(root, 'web');
  const files = globSync('**/*.{ts,tsx,css}', { cwd: web, exclude: BUILD });
  const texts = await Promise.all(files.map((file) => readFile(join(web, file), 'utf8')));
  const names = texts.flatMap((text) => [...text.matchAll(IMPORTED)].map(([, name = '']) => name));
  return [...new Set(names)].filter((name) => !builtinModules.includes(name) && !name.startsWith('node'));
}

/** Copies the licenses of Node.js and of these packages into `licenses`, unless a package is in the folder itself. */
export async function copyLicenses(packages: readonly ShippedPackage[], folder: string): Promise<void> {
  const node = dirname(dirname(process.execPath));
  const places = [
    { from: node, to: 'node' },
    ...packages.map((one) => ({ from: join(root, one.folder), to: one.folder.replaceAll('node_modules/', '') })),
  ];
  for (const { from, to } of places) {
    if (existsSync(join(folder, relative(root, from)))) continue;
    const files = (await readdir(from).catch(() => [])).filter((name) => LICENSE.test(name));
    if (files.length > 0) await mkdir(join(folder, 'licenses', to), { recursive: true });
    for (const name of files) await copyFile(join(from, name), join(folder, 'licenses', to, name));
  }
}
