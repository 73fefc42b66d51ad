/**
 * The only place that turns DATABASE_URL into connections, for postgres.js (queries) and pg (graphile-worker,
 * migrations), so that both reach the same database in the same way.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import postgres from 'postgres';

/** A handle for queries: the pool, or the transaction inside `transaction()`. */
export type Db = postgres.ISql;
/** The pool. */
export type Sql = postgres.Sql;
/** A transaction. Steps that must be part of one take this type, which the pool does not satisfy. */
export type Tx = postgres.TransactionSql;
/** A fragment of SQL made with the `sql` tag, for use in another query. */
export type Fragment = postgres.PendingQuery<postgres.Row[]>;

type Target = {
  host: string;
  port: number;
  database: string;
  user: string;
  password: string | undefined;
  sslMode: string;
  prepare: boolean;
};

/** Opens a pool of at most `max` connections. Timestamps arrive as ISO 8601 text, bigint as number. */
export function connect(url: string, max: number): Sql {
  const target = parseDatabaseUrl(url);
  return postgres({
    host: target.host,
    port: target.port,
    ...(target.host.startsWith('/') ? { path: `${target.host}/.s.PGSQL.${target.port}` } : {}),
    database: target.database,
    username: target.user,
    ...(target.password === undefined ? {} : { password: target.password }),
    ssl: sslOptions(target.sslMode),
    // PgBouncer before 1.21 in transaction mode does not support prepared statements: `?prepare=false`.
    prepare: target.prepare,
    max,
    idle_timeout: 0,
    // After a connection broke, the driver (3.4.9) may make several attempts without sending anything, each of which
    // waits this long.
    connect_timeout: 5,
    // The driver's own backoff grows with every refused connection of the pool, up to 20 s during which a recovered
    // database is not used.
    backoff: () => 0.1 + 0.4 * Math.random(),
    // Planner settings are stored in the database (see migrate), not set here: PgBouncer rejects unknown ones.
    connection: { TimeZone: 'UTC' },
    onnotice: () => {},
    types: {
      bigint: { to: 20, from: [20], serialize: String, parse: Number },
      date: { to: 1184, from: [1184], serialize: serializeTime, parse: isoTime },
    },
  });
}

/** Opens a pool of the `pg` driver to the same database, for libraries built on it. */
export function connectPg(url: string, max: number): pg.Pool {
  const target = parseDatabaseUrl(url);
  const pool = new pg.Pool({
    host: target.host,
    port: target.port,
    database: target.database,
    user: target.user,
    ...(target.password === undefined ? {} : { password: target.password }),
    ssl: sslOptions(target.sslMode),
    max,
  });
  // The pool replaces an idle connection that breaks; without a listener the error would end the process.
  pool.on('error', () => {});
  pool.on('connect', (client) => void client.on('error', () => {}));
  return pool;
}

const DEADLOCK = '40P01';
const UNIQUE_VIOLATION = '23505';
const ATTEMPTS = 4;

/**
 * Thrown by work that locked the wrong thing because its target moved between the read and the lock. The transaction is
 * rolled back and runs again. `cause` is thrown after the last attempt.
 */
export class RetryTransaction extends Error {
  override readonly cause: Error;

  constructor(cause: Error) {
    super(cause.message);
    this.cause = cause;
  }
}

/**
 * Runs `work` in one transaction and returns its result; any error rolls everything back. Retries a transaction that
 * PostgreSQL aborts because of a deadlock, so `work` must have no side effects outside the database. Locks are taken in
 * one order (docs/architecture.md, "Trees and trash"); the remaining deadlocks come from folders that change their
 * library while somebody waits for them.
 * @param options.againOn the unique index whose violation `work` avoids on a retry: it picks a free name, and somebody
 *   else took that name a moment earlier
 */
export async function transaction<T>(
  sql: Sql,
  work: (tx: Tx, attempt: number) => Promise<T>,
  options: { againOn?: string } = {},
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return (await sql.begin((tx) => work(tx, attempt))) as T;
    } catch (error) {
      if (!isRetryable(error, options.againOn)) throw error;
      if (attempt === ATTEMPTS) throw error instanceof RetryTransaction ? error.cause : error;
      // Backs off so that the others finish first; otherwise the same deadlock would recur. After a name conflict the
      // other transaction has already committed.
      if (!isUniqueViolationOf(error, options.againOn)) await sleep(20 * attempt * (1 + Math.random()));
    }
  }
}

function isRetryable(error: unknown, againOn: string | undefined): boolean {
  if (error instanceof RetryTransaction) return true;
  return (error instanceof postgres.PostgresError && error.code === DEADLOCK) || isUniqueViolationOf(error, againOn);
}

function isUniqueViolationOf(error: unknown, index: string | undefined): boolean {
  if (!(error instanceof postgres.PostgresError)) return false;
  return error.code === UNIQUE_VIOLATION && error.constraint_name === index;
}

/** Runs reads that must all see the same state of the database, regardless of concurrent commits. */
export async function snapshot<T>(sql: Sql, work: (tx: Tx) => Promise<T>): Promise<T> {
  return (await sql.begin('isolation level repeatable read read only', work)) as T;
}

/**
 * Listens on a channel (pg_notify) on one connection beside the pool, which closes with the pool and reconnects after a
 * failure. `onBegin` runs whenever listening starts: earlier messages are lost. A pooler in transaction mode
 * (`?prepare=false`) delivers nothing.
 */
export async function listen(
  sql: Sql,
  channel: string,
  { onMessage, onBegin }: { onMessage: (payload: string) => void; onBegin: () => void },
): Promise<void> {
  if (sql.options.prepare) await sql.listen(channel, onMessage, onBegin);
}

/**
 * Parses a PostgreSQL connection URI: `postgres://user:password@host:port/database?sslmode=…&prepare=false`. A host
 * that starts with %2F, or `?host=/folder`, is the folder of a unix socket.
 */
export function parseDatabaseUrl(url: string): Target {
  const match =
    /^postgres(?:ql)?:\/\/(?:([^:@/]*)(?::([^@/]*))?@)?(\[[^\]]+\]|[^:/?]*)(?::(\d+))?(?:\/([^?]*))?(?:\?(.*))?$/.exec(
      url,
    );
  if (match === null) throw new Error('DATABASE_URL cannot be read as postgres://user:password@host:port/database.');
  const [, user, password, host, port, database, query] = match;
  const parameters = new URLSearchParams(query);
  const name = decodeURIComponent(user || 'postgres');
  return {
    host: parameters.get('host') ?? (decodeURIComponent(host ?? '').replace(/^\[|\]$/g, '') || 'localhost'),
    port: Number(port ?? parameters.get('port') ?? 5432),
    database: decodeURIComponent(database || name),
    user: name,
    password: password === undefined ? undefined : decodeURIComponent(password),
    sslMode: parameters.get('sslmode') ?? 'disable',
    prepare: parameters.get('prepare') !== 'false',
  };
}

/** Folders of the server's socket, where access may not need a password. Empty for network connections. */
export function socketFolders(url: string): string[] {
  const { host } = parseDatabaseUrl(url);
  return host.startsWith('/') ? [host] : [];
}

// libpq's modes: `require` encrypts without checking the certificate; the verify modes check it.
function sslOptions(mode: string): false | { rejectUnauthorized: boolean } {
  if (mode === 'disable') return false;
  // A mistyped verify mode must not turn verification off.
  if (!/^(?:allow|prefer|require|verify-ca|verify-full)$/.test(mode)) {
    throw new Error(`DATABASE_URL has sslmode=${mode}, which is none of disable, require, verify-ca, verify-full.`);
  }
  return { rejectUnauthorized: mode.startsWith('verify') };
}

function serializeTime(value: unknown): string {
  return value instanceof Date ? value.toISOString() : String(value);
}

/**
 * Converts PostgreSQL's output to RFC 3339: `2026-11-21 04:20:57.1+00` → `2026-11-21T04:20:57.100Z`. Avoids Date
 * objects, because a listing formats thousands of times.
 */
export function isoTime(text: string): string {
  const zone = text.lastIndexOf('+');
  const fraction = text.slice(20, zone);
  return `${text.slice(0, 10)}T${text.slice(11, 19)}.${fraction.padEnd(3, '0').slice(0, 3)}Z`;
}
