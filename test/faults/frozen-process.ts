/**
 * `node test/faults/frozen-process.ts <database URL> <data folder>`: an API process that stops itself (SIGSTOP) at the worst
 * moment of each append: it has confirmed its lock, and writes next. BLOB_URL is where the contents are. Prints its URL.
 */
import { buildApp } from '../../src/app.ts';
import { readConfig } from '../../src/platform/config/config.ts';
import type { BlobStore } from '../../src/platform/blobs/store.ts';
import { openDeps } from '../../src/serve/open-deps.ts';

const [databaseUrl = '', dataDir = ''] = process.argv.slice(2);
const config = readConfig({ ...process.env, DATA_DIR: dataDir, LOG_LEVEL: 'silent' });
const deps = await openDeps(config, databaseUrl, { connections: 2, part: 'api' });
const append: BlobStore['append'] = (key, at, state, piece, assertHeld) =>
  deps.blobs.append(key, at, state, piece, async () => {
    await assertHeld?.();
    process.kill(process.pid, 'SIGSTOP');
  });
const app = await buildApp({ ...deps, blobs: { ...deps.blobs, append } });
process.stdout.write(await app.listen({ host: '127.0.0.1', port: 0 }));
