/**
 * `carrel serve`: one process that owns DATA_DIR and the embedded PostgreSQL, prepares the database, and keeps the API
 * processes and the background worker running until it is stopped.
 */
import { type Config, childEnvironment } from '../platform/config/config.ts';
import { acquireDirLock } from '../platform/process/dir-lock.ts';
import { isSettled } from '../platform/postgres/kept-clusters.ts';
import { migrateData } from '../upgrade/contracting.ts';
import { assertPreparable } from '../platform/db/servers/pooler-check.ts';
import { startChildren } from './children.ts';
import type { FirstRun } from './found-instance.ts';
import { prepareInstance } from './prepare-instance.ts';
import { claimPort } from './port.ts';
import { keepPostgres } from './postgres.ts';

export type RunningService = {
  baseUrl: string;
  /** Set on the very first start. */
  firstRun: FirstRun | null;
  /** Lets running requests and jobs finish, then stops every part. */
  stop(): Promise<void>;
  /** Settles with a reason if the service fails permanently. */
  failed: Promise<string>;
};

/**
 * Starts everything and returns when it serves requests. Throws a one-line error with the next step. `signal` interrupts an
 * upgrade of the data, which continues at the next start.
 */
export async function serve(
  wanted: Config,
  say: (line: string) => void,
  signal: AbortSignal = new AbortController().signal,
): Promise<RunningService> {
  const config = await claimPort(wanted);
  if (config.databaseUrl !== null) await assertPreparable(config.databaseUrl);
  const lock = await acquireDirLock(config.dataDir, { purpose: 'carrel serve' });
  const postgres = config.databaseUrl === null ? await startPostgres(config.dataDir, { say, signal }) : null;
  const stopParts = [() => lock.release(), async () => postgres?.stop()];
  const stop = async () => {
    for (let part = stopParts.pop(); part !== undefined; part = stopParts.pop()) await part();
  };
  try {
    const databaseUrl = postgres?.url ?? config.databaseUrl ?? '';
    const applied = await migrateData(config, databaseUrl, { say, signal });
    if (applied.length > 0) say(`database brought to ${applied.at(-1)}`);
    const firstRun = await prepareInstance(config, databaseUrl);
    const children = await startChildren(childEnvironment(config, databaseUrl), config, say);
    stopParts.push(() => children.stop());
    const failed = Promise.race([children, postgres].flatMap((part) => part?.failed ?? []));
    return { baseUrl: config.baseUrl, firstRun, stop, failed };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function startPostgres(dataDir: string, upgrading: { say: (line: string) => void; signal: AbortSignal }) {
  if (!(await isSettled(dataDir))) {
    const { importCluster } = await import('../upgrade/import-cluster.ts');
    await importCluster(dataDir, upgrading);
  }
  return keepPostgres(dataDir, upgrading.say);
}
