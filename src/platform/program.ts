import { findPackageJSON } from 'node:module';
import { dirname } from 'node:path';

/** The folder of the program: that of package.json, for a module of the bundle (decision 0074) as for a source file. */
export const PROGRAM_FOLDER = dirname(findPackageJSON(import.meta.url) ?? '.');
