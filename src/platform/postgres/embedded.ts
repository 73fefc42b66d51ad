import { rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { makeDataDir } from '../process/dir-lock.ts';
import { choosePlacement } from './account.ts';
import { prepareBinaries } from './binaries.ts';
import { prepareCluster } from './cluster.ts';
import { clearLeftovers } from './leftovers.ts';
import { launchServer } from './server.ts';
import type { Server } from './server.ts';
import { canConnect, prepareSocketFolder, socketUrl } from './socket.ts';
import { readStatus } from './status.ts';

/** A running server, and the libpq URL of its database for `connect` and `connectPg`. */
export type EmbeddedPostgres = Server & { url: string };

/**
 * Starts the PostgreSQL cluster in `${dataDir}/postgres`, creates it first if necessary, and returns once it accepts
 * connections. It listens only on a unix socket in a private folder and logs to `${dataDir}/logs/postgres.log`.
 *
 * The caller holds the lock of `dataDir` (`acquireDirLock`): servers found running there are stopped as leftovers.
 * `durable: false` trades crash safety for speed, for tests. `log` takes single lines for the operator. Throws a
 * one-line error with the next step.
 */
export async function startEmbeddedPostgres(options: {
  dataDir: string;
  log: (line: string) => void;
  durable?: boolean;
}): Promise<EmbeddedPostgres> {
  const { log, durable = true } = options;
  const dataDir = resolve(options.dataDir);
  await makeDataDir(dataDir);
  const { cluster, account } = await choosePlacement(dataDir, log);
  const binaries = await prepareBinaries(cluster, account);
  await clearLeftovers(cluster, log);
  const state = await prepareCluster({ cluster, binaries, account, durable });
  if (state === 'created') log(`created a new PostgreSQL ${binaries.major} database in ${cluster}`);
  const socketFolder = await prepareSocketFolder(cluster, account);
  const logFile = join(dataDir, 'logs', 'postgres.log');
  const server = await launchServer({ cluster, socketFolder, binaries, account, logFile, durable, log });
  const stop = async () => {
    await server.stop();
    await rm(socketFolder, { recursive: true, force: true });
  };
  return { ...server, stop, url: socketUrl(socketFolder) };
}

/** URL of the embedded server that another process runs for `dataDir`, or null if none accepts connections. */
export async function findRunningEmbeddedPostgres(dataDir: string): Promise<string | null> {
  const status = await readStatus(join(dataDir, 'postgres'));
  if (!status?.ready || !(await canConnect(status.socketFolder))) return null;
  return socketUrl(status.socketFolder);
}
