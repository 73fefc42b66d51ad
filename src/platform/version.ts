import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

/** The version of the program. */
export const { version } = JSON.parse(readFileSync(resolve(import.meta.dirname, '../../package.json'), 'utf8')) as {
  version: string;
};
