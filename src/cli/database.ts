/** Database access of commands, with or without a running server. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type Config, readConfig } from '../platform/config/config.ts';
import { findSecretKey } from '../platform/crypto/secret-key.ts';
import { type Sql, connect } from '../platform/db/connection.ts';
import { pendingMigrationsOf } from '../platform/db/migrate.ts';
import { assertPreparable } from '../platform/db/servers/pooler-check.ts';
import { acquireDirLock } from '../platform/process/dir-lock.ts';
import { findRunningEmbeddedPostgres, startEmbeddedPostgres } from '../platform/postgres/embedded.ts';
import { openDeps } from '../serve/open-deps.ts';
import { assertRecordedKey } from '../serve/secret-key-check.ts';
import type { AppDeps } from '../steps.ts';

/**
 * Runs `work` with the URL of the database: DATABASE_URL, the embedded server of a running service, or one started for
 * the duration of the work. `mayCreate`: creates the embedded database if it does not exist.
 */
export async function withDatabaseUrl<T>(
  work: (url: string, config: Config) => Promise<T>,
  options: { mayCreate?: boolean } = {},
): Promise<T> {
  const config = readConfig();
  if (config.databaseUrl !== null) await assertPreparable(config.databaseUrl);
  const url = config.databaseUrl ?? (await findRunningEmbeddedPostgres(config.dataDir));
  if (url !== null) return work(url, config);
  if (options.mayCreate !== true && !existsSync(join(config.dataDir, 'postgres'))) {
    throw new Error(`There is no Carrel data in ${config.dataDir}; set DATA_DIR, or start script/server first.`);
  }
  const lock = await acquireDirLock(config.dataDir, { purpose: 'a carrel command' });
  try {
    const postgres = await startEmbeddedPostgres({ dataDir: config.dataDir, log: () => {} });
    try {
      return await work(postgres.url, config);
    } finally {
      await postgres.stop();
    }
  } finally {
    await lock.release();
  }
}

/** The same with a pool; requires a database with the schema of this version, and the key of the instance if any. */
export async function withDatabase<T>(work: (sql: Sql, config: Config) => Promise<T>): Promise<T> {
  return withDatabaseUrl(async (url, config) => {
    const sql = connect(url, 2);
    try {
      await assertSchema(sql);
      const key = await findSecretKey(config);
      if (key !== undefined) await assertRecordedKey(sql, key);
      return await work(sql, config);
    } finally {
      await sql.end();
    }
  });
}

/** The same with all dependencies, for commands about stored bytes. */
export async function withDeps<T>(
  work: (deps: AppDeps, databaseUrl: string) => Promise<T>,
  options: { mayCreate?: boolean; prepare?: (databaseUrl: string, config: Config) => Promise<void> } = {},
): Promise<T> {
  return withDatabaseUrl(async (url, config) => {
    await options.prepare?.(url, config);
    // Standard output is for the command's result.
    const deps = await openDeps({ ...config, logLevel: 'silent' }, url, { connections: 4, part: 'cli' });
    try {
      if (options.prepare === undefined) {
        await assertSchema(deps.sql);
        await assertRecordedKey(deps.sql, deps.secretKey);
      }
      return await work(deps, url);
    } finally {
      await deps.close();
    }
  }, options);
}

/** Throws a one-line error unless the schema is that of this version. */
export async function assertSchema(sql: Sql): Promise<void> {
  if ((await pendingMigrationsOf(sql)).length > 0) {
    throw new Error('The database has the schema of another version; run carrel migrate.');
  }
}

/** The named deployment, or the only one. */
export async function chooseDeployment(sql: Sql, wanted: string | undefined): Promise<number> {
  const rows = await sql<{ id: number }[]>`select deployment_id as id from deployments order by deployment_id`;
  if (wanted === undefined && rows.length > 1) {
    throw new Error(`There are ${rows.length} deployments; name one with --deployment (carrel deployment list).`);
  }
  const found = wanted === undefined ? rows[0] : rows.find((row) => String(row.id) === wanted);
  if (found === undefined)
    throw new Error(wanted === undefined ? 'There is no deployment.' : `There is no deployment ${wanted}.`);
  return found.id;
}
