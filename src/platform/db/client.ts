/** Clients of pg, the same for queries, for the job queue and for migrations. */
import pg from 'pg';
import type { DatabaseAddress } from './database-url.ts';

/** How long a server may take to accept a connection. */
const CONNECT_TIMEOUT_MS = 5_000;
/** After so long without traffic, the kernel checks that the other side is still there. */
const KEEPALIVE_MS = 10_000;

/** A client whose sessions use UTC, so that times arrive in one form. PgBouncer accepts this setting at the start. */
class UtcClient extends pg.Client {
  getStartupConf(): Record<string, string> {
    const base = pg.Client.prototype as unknown as { getStartupConf(): Record<string, string> };
    return { ...base.getStartupConf.call(this), TimeZone: 'UTC' };
  }
}

/** An unconnected client, for many statements at a time. */
export function createClient(address: DatabaseAddress): pg.Client {
  const client = new UtcClient({ ...settings(address), pipeline: true });
  // Without a listener, an error of an idle connection would end the process.
  client.on('error', () => {});
  return client;
}

/** A pool of clients for libraries built on pg. */
export function createClientPool(address: DatabaseAddress, max: number): pg.Pool {
  const pool = new pg.Pool({ ...settings(address), max, Client: UtcClient });
  // The pool replaces an idle connection that breaks.
  pool.on('error', () => {});
  pool.on('connect', (client) => void client.on('error', () => {}));
  return pool;
}

function settings({ host, port, database, user, password, ssl }: DatabaseAddress): pg.ClientConfig {
  return {
    host,
    port,
    database,
    user,
    ...(password === undefined ? {} : { password }),
    ssl,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEPALIVE_MS,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
  };
}
