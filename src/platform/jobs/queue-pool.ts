/**
 * Connections of the job queue. By itself the queue exits if the end of a job cannot be recorded, and tries to take jobs
 * ever more rarely while the database is away.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { WorkerEvents } from 'graphile-worker';
import type pg from 'pg';
import { type Sql, connectPg, connectPgToListen } from '../db/connection.ts';
import { DatabaseError, endsConnection } from '../db/errors.ts';
import { socketOf } from '../db/link.ts';

const RETRY_MS = 500;
/** No statement of the queue takes this long, unless its connection or the server is frozen. */
const ANSWER_TIMEOUT_MS = 30_000;
/** Records that a job succeeded or failed. Either statement may run twice. */
const ENDS_JOB = /^delete from \S+_private_jobs\b|\blast_error = /;

type Query = (statement: { text: string }, ...rest: unknown[]) => unknown;
type Connected = Parameters<pg.Pool['connect']>[0];

/** Opens the pool of a queue that reports `events`; `sql` notices when the server shuts down. */
export function createQueuePool(
  databaseUrl: string,
  max: number,
  { events, sql }: { events: WorkerEvents; sql: Sql },
): pg.Pool {
  const pool = connectPg(databaseUrl, max);
  connectPersistently(pool);
  pool.on('connect', (client) => boundQueries(pool, client));
  renewWith(sql, pool, events);
  divertListening(sql, pool, events);
  return pool;
}

// Callbacks, which the queue uses to listen and the pool for its own queries, get the first failure.
function connectPersistently(pool: pg.Pool): void {
  const connect = pool.connect.bind(pool);
  const persist = async () => {
    for (;;) {
      try {
        return await connect();
      } catch (error) {
        if (pool.ending) throw error;
        await sleep(RETRY_MS);
      }
    }
  };
  pool.connect = ((callback?: Connected) =>
    callback === undefined ? persist() : connect(callback)) as pg.Pool['connect'];
}

function boundQueries(pool: pg.Pool, client: pg.PoolClient): void {
  const query = client.query.bind(client) as Query;
  client.query = ((statement: { text: string }, ...rest: unknown[]) => {
    const answer = query(statement, ...rest);
    if (!(answer instanceof Promise)) return answer;
    const over = setTimeout(() => socketOf(client).destroy(), ANSWER_TIMEOUT_MS);
    return answer.finally(() => clearTimeout(over)).catch((error: Error) => recover(pool, statement, error));
  }) as pg.PoolClient['query'];
}

async function recover(pool: pg.Pool, statement: { text: string }, error: Error): Promise<unknown> {
  if (!isTransient(error)) throw error;
  // Without its code, for which the queue would wait for minutes: it asks again in two seconds.
  if (!ENDS_JOB.test(statement.text)) throw new Error(error.message, { cause: error });
  await sleep(RETRY_MS);
  return pool.query(statement).catch((again: Error) => recover(pool, statement, again));
}

function isTransient(error: Error): boolean {
  if (!(error instanceof DatabaseError)) return true;
  return endsConnection(error) || /^(?:40|53|55P03|57014)/.test(error.code ?? '');
}

// A server that shuts down waits until all connections have been closed.
function renewWith(sql: Sql, pool: pg.Pool, events: WorkerEvents): void {
  const clients = new Set<pg.PoolClient>();
  const outdated = new WeakSet<pg.PoolClient>();
  let listening: pg.PoolClient | null = null;
  pool.on('connect', (client) => void clients.add(client));
  pool.on('remove', (client) => void clients.delete(client));
  pool.on('release', (_error, client) => void (outdated.has(client) && client.end()));
  events.on('pool:listen:success', ({ client }) => (listening = client));
  sql.onRenewal(() => {
    for (const client of clients) outdated.add(client);
    for (let idle = pool.idleCount; idle > 0; idle -= 1) pool.connect((_error, _client, release) => release(true));
    // The queue holds it until it breaks, and then listens again.
    if (listening !== null) socketOf(listening).destroy();
    listening = null;
  });
}

/**
 * The queue's LISTEN goes where ours goes: behind a pooler to a server itself, or nowhere, and then the queue looks for
 * jobs every two seconds. It announces that its next connection is for LISTEN, and works until it gets that one.
 */
function divertListening({ address, listenAddress }: Sql, pool: pg.Pool, events: WorkerEvents): void {
  if (listenAddress === address) return;
  const toListen = listenAddress === null ? null : connectPgToListen(listenAddress);
  let isToListen = false;
  events.on('pool:listen:connecting', () => (isToListen = true));
  const connect = pool.connect.bind(pool);
  pool.connect = ((callback: Connected) => {
    const isDiverted = isToListen;
    isToListen = false;
    return isDiverted ? toListen?.connect(callback) : connect(callback);
  }) as pg.Pool['connect'];
  const end = pool.end.bind(pool);
  pool.end = async () => {
    await end();
    await toListen?.end();
  };
}
