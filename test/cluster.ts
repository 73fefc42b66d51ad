/** The PostgreSQL of a run, and what is copied from it: a database for each application, a data folder for each service. */
import { execFile } from 'node:child_process';
import { chown, mkdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { connect } from '../src/platform/db/connection.ts';
import { migrate } from '../src/platform/db/migrate.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../src/platform/postgres/embedded.ts';
import { CLUSTER_URL, DATA_TEMPLATE, TEMPLATE, directUrl } from './database.ts';

/** Starts the PostgreSQL in the folder, with a migrated template database. */
export async function startCluster(
  dataDir: string,
  { forServices }: { forServices: boolean },
): Promise<EmbeddedPostgres> {
  const start = () => startEmbeddedPostgres({ dataDir, durable: false, log: () => {} });
  let postgres = await start();
  try {
    await migrate(postgres.url);
    if (forServices) {
      await postgres.stop();
      process.env[DATA_TEMPLATE] = await keepDataFolder(dataDir);
      postgres = await start();
    }
    process.env[CLUSTER_URL] = postgres.url;
    const admin = connect(directUrl('postgres'), 1);
    await admin`create database ${admin(TEMPLATE)} template carrel`;
    await admin.end();
  } catch (error) {
    await postgres.stop();
    throw error;
  }
  return postgres;
}

// Root's services find the user to become by the owner of the folder.
async function keepDataFolder(dataDir: string): Promise<string> {
  const [folder, cluster] = [join(dataDir, 'template'), join(dataDir, 'postgres')];
  await mkdir(folder, { mode: 0o700 });
  const { uid, gid } = await stat(cluster);
  await chown(folder, uid, gid);
  await promisify(execFile)('cp', ['-a', cluster, folder]);
  return folder;
}
