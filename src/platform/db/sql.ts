/** The `sql` tag: the pool, and the handle of a transaction. */
import type { Readable, Writable } from 'node:stream';
import { type Result, type Work, workOf } from './batch.ts';
import { openCopyIn, openCopyOut } from './copy-streams.ts';
import type { DatabaseAddress } from './servers/database-url.ts';
import { DatabaseError, isStalePlan } from './errors.ts';
import type { Link } from './link.ts';
import { Pool, type PoolOptions } from './pool.ts';
import {
  type Argument,
  Name,
  type Parameter,
  Query,
  type Row,
  RowValues,
  type Rows,
  type Runner,
  type Statement,
} from './query.ts';
import type { TraceDatabase } from '../telemetry/telemetry.ts';
import { traceRunner } from './traced.ts';
import { Transaction } from './transactions.ts';
import { Json } from './values.ts';

/** The number of rows that were returned, inserted, updated or deleted. */
type Counted = { readonly count: number };

/** A handle for queries: the pool, or the transaction inside `transaction()`. */
export type Db = {
  /** A statement, which is sent when it is awaited, or a fragment of another one. Values become parameters. */
  <T extends readonly object[] = Row[]>(strings: TemplateStringsArray, ...args: Argument[]): Query<T & Counted>;
  /** Names of tables or columns, quoted. */
  (names: string | readonly string[]): Name;
  /** Rows to insert, or the columns to set. Restricted to `columns` if there are any. */
  (rows: object | readonly object[], ...columns: string[]): RowValues;
  /** A value for a column or parameter of type json or jsonb. */
  json(value: unknown): Json;
  /** A statement as text with $1, $2, …; without parameters also several, of which the last one's rows count. */
  unsafe<T extends readonly object[] = Row[]>(text: string, parameters?: readonly Parameter[]): Query<T & Counted>;
};

/** A transaction. Steps that must be part of one take this type, which the pool does not satisfy. */
export type Tx = Db & {
  readonly isTransaction: true;
  /** Lets later statements run, and wait for locks, for hours instead of seconds: for work that is no request. */
  allowLong(): Promise<void>;
  /**
   * Takes statements of which nothing is needed but their success. The commit leaves with them and is skipped if one
   * fails. Each promise stands for one statement that was issued already.
   */
  commitWith(...statements: Promise<unknown>[]): void;
  /** Waits for those statements, for work that goes on before the commit. */
  settle(): Promise<void>;
};

/** The pool. */
export type Sql = Db & {
  readonly options: PoolOptions & { prepare: boolean };
  readonly address: DatabaseAddress;
  /** For LISTEN; null if a pooler would deliver nothing. */
  readonly listenAddress: DatabaseAddress | null;
  /** Runs `work` in one transaction; `mode` follows `begin`. Use `transaction()`, which retries. */
  begin<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  begin<T>(mode: string, work: (tx: Tx) => Promise<T>): Promise<T>;
  /**
   * A handle for reads: those that are issued in the same turn of the event loop leave together, on one connection. If
   * one fails, all of them do.
   */
  together(): Db;
  /** Closes the pool when all work is done, or after `timeout` seconds. */
  end(options?: { timeout: number }): Promise<void>;
  /** Resolves when the pool starts to close. */
  readonly ending: Promise<void>;
  /** Calls `renew` when connections outside the pool should be opened anew: the server shuts down or is away. */
  onRenewal(renew: () => void): void;
};

/** Creates the handle of a pool. Nothing is connected yet. */
export function createSql(
  { address, listenAddress }: Pick<Sql, 'address' | 'listenAddress'>,
  options: PoolOptions,
): Sql {
  const pool = new Pool(address, options);
  const ending = Promise.withResolvers<void>();
  const begin = async <T>(...args: [string, (tx: Tx) => Promise<T>] | [(tx: Tx) => Promise<T>]): Promise<T> => {
    const [mode, work] = args.length === 2 ? [` ${args[0]}`, args[1]] : ['', args[0]];
    const run = () => ownTransaction(pool, `begin${mode}`, work);
    return options.trace === undefined ? run() : options.trace('transaction', null, run);
  };
  return Object.assign(createTag(traceRunner(poolRunner(pool), options.trace)), {
    options: Object.assign(options, { prepare: address.prepare }),
    address,
    listenAddress,
    begin,
    together: () => createTag(traceRunner(poolRunner(pool, createCollector(pool)), options.trace)),
    end: ({ timeout }: { timeout?: number } = {}) => {
      ending.resolve();
      return pool.end(timeout === undefined ? null : timeout * 1000);
    },
    ending: ending.promise,
    onRenewal: (renew: () => void) => pool.onRenewal(renew),
  });
}

async function ownTransaction<T>(pool: Pool, begin: string, work: (tx: Tx) => Promise<T>): Promise<T> {
  const link = await new Promise<Link>((resolve, reject) => pool.own(resolve, reject));
  try {
    return await runTransaction(new Transaction(link, begin), pool.options.trace, work);
  } finally {
    pool.release(link);
  }
}

async function runTransaction<T>(
  transaction: Transaction,
  trace: TraceDatabase | undefined,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  let result: T;
  try {
    result = await work(
      Object.assign(createTag(traceRunner(transaction, trace)), {
        isTransaction: true as const,
        allowLong: () => transaction.allowLong(),
        commitWith: (...statements: Promise<unknown>[]) => transaction.commitWith(statements),
        settle: () => transaction.settle(),
      }),
    );
  } catch (error) {
    return transaction.rollback(error);
  }
  await transaction.commit();
  return result;
}

function createTag(runner: Runner): Db {
  const tag = (first: TemplateStringsArray | string | Row | readonly Row[], ...rest: unknown[]) => {
    if (typeof first === 'string') return new Name(first);
    if ('raw' in first) return new Query(runner, first as TemplateStringsArray, rest as Argument[]);
    if (Array.isArray(first) && typeof first[0] === 'string') return new Name(first);
    return new RowValues(first, rest as string[]);
  };
  return Object.assign(tag as Db, {
    json: (value: unknown) => new Json(value),
    unsafe: (text: string, parameters: readonly Parameter[] = []) => new Query(runner, [text], [], parameters),
  });
}

type Send = (work: Work) => void;

function createSender(pool: Pool): Send {
  return (work) =>
    pool.share(
      (link) => link.send([work]),
      (error) => work.reject(error),
    );
}

function createCollector(pool: Pool): Send {
  let queue: Work[] = [];
  const flush = () => {
    const works = queue;
    queue = [];
    const fail = (error: Error) => {
      for (const work of works) work.reject(error);
    };
    pool.share((link) => link.send(works), fail);
  };
  return (work) => {
    if (queue.length === 0) process.nextTick(flush);
    queue.push(work);
  };
}

function poolRunner(pool: Pool, send = createSender(pool)): Runner {
  const attempt = (work: Omit<Work, 'resolve' | 'reject'>) =>
    new Promise<Result>((resolve, reject) => send({ ...work, resolve, reject }));
  const copy = <T>(open: (link: Link) => { stream: T; ended: Promise<void> }) =>
    new Promise<T>((resolve, reject) =>
      pool.own((link) => {
        const { stream, ended } = open(link);
        resolve(stream);
        ended.catch(() => {}).finally(() => pool.release(link));
      }, reject),
    );
  return {
    async run(statement: Statement): Promise<Rows> {
      const work = workOf(statement);
      try {
        return (await attempt(work)).rows;
      } catch (error) {
        if (!(error instanceof DatabaseError) || !isStalePlan(error)) throw error;
        return (await attempt(work)).rows;
      }
    },
    copyOut: (statement): Promise<Readable> => copy((link) => openCopyOut(link, statement)),
    copyIn: (statement): Promise<Writable> => copy((link) => openCopyIn(link, statement)),
    batches() {
      throw new Error('Rows are read in batches inside a transaction only.');
    },
  };
}
