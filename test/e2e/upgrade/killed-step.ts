/**
 * Loaded before the program (`--import`): kills it with -9 before the step `KILL_BEFORE` that it takes on the clusters in DATA_DIR,
 * counted from 1. A step is a rename, a removal, or a sync of the folder.
 */
import files from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';

const folder = process.env['DATA_DIR'] ?? '';
let left = Number(process.env['KILL_BEFORE']);

for (const name of ['rename', 'rm', 'open'] as const) {
  const step = files[name] as (...args: unknown[]) => unknown;
  const counted = (...args: unknown[]) => {
    const path = String(args[0]);
    if (path === folder || path.startsWith(join(folder, 'postgres'))) left -= 1;
    if (left === 0) process.kill(process.pid, 'SIGKILL');
    return step(...args);
  };
  Object.assign(files, { [name]: counted });
}
syncBuiltinESMExports();
