import { findPackageJSON } from 'node:module';
import { dirname, extname, join, resolve } from 'node:path';

/** The folder of the program: that of package.json, for a module of the bundle (decision 0074) as for a source file. */
export const PROGRAM_FOLDER = dirname(findPackageJSON(import.meta.url) ?? '.');

/** The folder of the packages that the bundle leaves as packages: npm installs them beside the program that needs them, or above it. */
export const PACKAGES_FOLDER = resolve(findPackageJSON('pg', import.meta.url) ?? '.', '../..');

/** Whether the bundle runs, and not the sources. */
export const IS_BUNDLED = extname(import.meta.filename) === '.js';

/** A module that a thread or process of its own starts with: bundled like the program that starts it. `name` is its path in `src`. */
export function entryPath(name: string): string {
  return join(PROGRAM_FOLDER, IS_BUNDLED ? `dist/${name.replace(/.*\//, '')}.js` : `src/${name}.ts`);
}
