/**
 * The only place that turns DATABASE_URL into connections: `connect` for queries, `connectPg` for the job queue and
 * migrations, so that both reach the same database in the same way.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { createClientPool } from './client.ts';
import { type DatabaseAddress, parseDatabaseUrl } from './servers/database-url.ts';
import { DatabaseError, isStalePlan } from './errors.ts';
import { type Listening, openListener } from './listener.ts';
import type { TraceDatabase } from '../telemetry/telemetry.ts';
import { type Sql, type Tx, createSql } from './sql.ts';

export type { Fragment } from './query.ts';
export type { Db, Sql, Tx } from './sql.ts';

type Options = { waitMs?: number; listenUrl?: string | null; trace?: TraceDatabase | undefined };

/**
 * Opens a pool of at most `max` connections. Timestamps arrive as ISO 8601 text, bigint as number.
 * @param options.waitMs how long a caller waits for the database. Without it, callers wait for a free connection as
 *   long as it takes, and get the error of the first attempt to connect that fails
 * @param options.listenUrl the address for LISTEN, if `url` leads to a pooler
 */
export function connect(url: string, max: number, options: Options = {}): Sql {
  const { waitMs = null, listenUrl = null, trace } = options;
  const address = parseDatabaseUrl(url);
  // A pooler in transaction mode delivers nothing.
  const listenAddress =
    listenUrl === null ? (address.prepare ? address : null) : parseDatabaseUrl(listenUrl, 'DATABASE_LISTEN_URL');
  return createSql({ address, listenAddress }, { max, waitMs, trace });
}

/** Opens a pool of pg's own clients to the same database, for libraries built on it. */
export function connectPg(url: string, max: number): pg.Pool {
  return createClientPool(parseDatabaseUrl(url), max);
}

/** Opens a pool of one client, for LISTEN by such a library. */
export function connectPgToListen(address: DatabaseAddress): pg.Pool {
  return createClientPool(address, 1);
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
      return await sql.begin((tx) => work(tx, attempt));
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
  if (error instanceof DatabaseError && (error.code === DEADLOCK || isStalePlan(error))) return true;
  return isUniqueViolationOf(error, againOn);
}

function isUniqueViolationOf(error: unknown, index: string | undefined): boolean {
  if (!(error instanceof DatabaseError)) return false;
  return error.code === UNIQUE_VIOLATION && error.constraint === index;
}

/**
 * The commit of this transaction does not wait for the disk. It is visible at once, and may be lost with the database
 * server, together with all later ones that do the same.
 */
export async function commitLater(tx: Tx): Promise<void> {
  await tx`select set_config('synchronous_commit', 'off', true)`;
}

/** Runs reads that must all see the same state of the database, regardless of concurrent commits. */
export async function snapshot<T>(sql: Sql, work: (tx: Tx) => Promise<T>): Promise<T> {
  return sql.begin('isolation level repeatable read read only', work);
}

/**
 * Listens on a channel (pg_notify) on one connection beside the pool, which closes with the pool and reconnects after a
 * failure. Does nothing behind a pooler in transaction mode, unless there is an address for LISTEN.
 */
export async function listen(sql: Sql, channel: string, listening: Listening): Promise<void> {
  if (sql.listenAddress !== null) await openListener(sql.listenAddress, channel, listening, sql);
}
