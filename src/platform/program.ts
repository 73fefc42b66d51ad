import { findPackageJSON } from 'node:module';
import { dirname, join, resolve } from 'node:path';

/** The folder of the program: that of package.json, for a module of the bundle (decision 0074) as for a source file. */
export const PROGRAM_FOLDER = dirname(findPackageJSON(import.meta.url) ?? '.');

/** The folder of the packages that the bundle leaves as packages: npm installs them beside the program that needs them, or above it. */
export const PACKAGES_FOLDER = resolve(findPackageJSON('pg', import.meta.url) ?? '.', '../..');

/**
 * A module that a thread or process of its own starts with: the bundle (decision 0074), also if the sources run, because
 * removing their types takes a multiple of the start. Every script makes the bundle first. `name` is that of the module.
 */
export function entryPath(name: string): string {
  return join(PROGRAM_FOLDER, 'dist', `${name}.js`);
}
