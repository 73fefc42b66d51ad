/** `node test/api-process.ts <database URL> <data folder>`: an API process that tests can kill. Prints its URL. */
import { buildApp } from '../src/app.ts';
import { readConfig } from '../src/platform/config/config.ts';
import { openDeps } from '../src/serve/open-deps.ts';

const [databaseUrl = '', dataDir = ''] = process.argv.slice(2);
const config = readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'silent' });
const app = await buildApp(await openDeps(config, databaseUrl, { connections: 2, part: 'api' }));
process.stdout.write(await app.listen({ host: '127.0.0.1', port: 0 }));
