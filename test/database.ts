/** Databases for tests, cloned from a template that is migrated once per run. */
import { connect } from '../src/platform/db/connection.ts';

export const TEMPLATE = 'carrel_template';
/** Names the URL of the cluster's maintenance database. */
export const CLUSTER_URL = 'TEST_CLUSTER_URL';
/** Names the data folder with a migrated cluster that is not running; services start on a copy, because initdb is slow. */
export const DATA_TEMPLATE = 'TEST_DATA_TEMPLATE';

/** URL of the cluster's maintenance database; `script/test` sets it. */
export function clusterUrl(): string {
  const url = process.env[CLUSTER_URL];
  if (url === undefined) throw new Error('Run tests with script/test, which starts the PostgreSQL that they need.');
  return url;
}

/** Names the URL of a database through PgBouncer, with {name}, if the run uses one (test/pooler.ts). */
export const POOLER_URL = 'TEST_POOLER_URL';

/** The URL of a database of the cluster, through the pooler if the run uses one. */
export function databaseUrl(name: string): string {
  return process.env[POOLER_URL]?.replace('{name}', name) ?? directUrl(name);
}

/** The same cluster's URL with another database, past a pooler. */
export function directUrl(name: string): string {
  return clusterUrl().replace(/\/[^/?]*(\?|$)/, `/${name}$1`);
}

/** Creates a database; `drop` removes it even if connections are left. */
export async function cloneDatabase(): Promise<{ url: string; listenUrl: string | null; drop(): Promise<void> }> {
  const name = `test_${crypto.randomUUID().replaceAll('-', '')}`;
  await inCluster((sql) => sql`create database ${sql(name)} template ${sql(TEMPLATE)} strategy file_copy`);
  return {
    url: databaseUrl(name),
    listenUrl: process.env[POOLER_URL] === undefined ? null : directUrl(name),
    drop: () => inCluster((sql) => sql`drop database ${sql(name)} with (force)`),
  };
}

/** Runs `work` in the maintenance database, where the session settings of no other database apply. */
export async function inCluster(work: (sql: ReturnType<typeof connect>) => PromiseLike<unknown>): Promise<void> {
  const sql = connect(clusterUrl(), 1);
  try {
    await work(sql);
  } finally {
    await sql.end();
  }
}
