import { join } from 'node:path';

/** The program as it is run: the bundle that script/test makes. */
export const MAIN = join(import.meta.dirname, '../dist/main.js');
