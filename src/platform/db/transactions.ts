/** Transactions: statements that are bound to one connection. */
import type { Readable, Writable } from 'node:stream';
import { type Result, type Work, workOf } from './batch.ts';
import { openCopyIn, openCopyOut } from './copy-streams.ts';
import type { Link } from './link.ts';
import type { Row, Rows, Runner, Statement } from './query.ts';

/** A statement of a transaction that allows long ones. Others end by the settings of the session (session-settings.ts). */
const LONGEST = '12h';

const COMMIT = 'commit';
const COMMAND = { values: [], types: [], isScript: false };

/**
 * Sends the statements of one transaction on one connection, and on no other: after the connection broke or the
 * transaction ended, statements are rejected. Statements that are issued together leave together, and `begin` leaves
 * with the first of them.
 */
export class Transaction implements Runner {
  readonly #link: Link;
  readonly #begin: string;
  #queue: Work[] = [];
  #state: 'new' | 'beginning' | 'open' | 'copying' = 'new';
  #isEnded = false;
  #portals = 0;
  readonly #last: Promise<unknown>[] = [];
  /** The first failure of a statement: PostgreSQL has aborted the transaction. */
  failure: Error | null = null;

  constructor(link: Link, begin: string) {
    this.#link = link;
    this.#begin = begin;
  }

  async run(statement: Statement): Promise<Rows> {
    return (await this.#execute({ ...workOf(statement) })).rows;
  }

  async *batches(statement: Statement, size: number): AsyncIterable<Row[]> {
    this.#portals += 1;
    const portal = { name: `p${this.#portals}`, size, isOpen: false };
    for (;;) {
      const { rows, command } = await this.#execute({ ...workOf(statement), portal: { ...portal } });
      if (rows.length > 0) yield rows;
      if (command !== '') return;
      portal.isOpen = true;
    }
  }

  async copyOut(statement: Statement): Promise<Readable> {
    return this.#copy(() => openCopyOut(this.#link, statement));
  }

  async copyIn(statement: Statement): Promise<Writable> {
    return this.#copy(() => openCopyIn(this.#link, statement));
  }

  /** Lets later statements of the transaction run, and wait for locks, for hours instead of seconds. */
  async allowLong(): Promise<void> {
    this.#link.isPatient = true;
    const text = `select set_config('statement_timeout', '${LONGEST}', true), set_config('lock_timeout', '0', true)`;
    await this.#execute({ statement: { ...COMMAND, text }, values: [] });
  }

  /** Statements whose success alone counts, and that were issued already: the commit need not wait for their answers. */
  commitWith(statements: Promise<unknown>[]): void {
    for (const statement of statements) {
      statement.catch((error: unknown) => {
        this.failure ??= error instanceof Error ? error : new Error('A statement of the commit failed.');
      });
    }
    this.#last.push(...statements);
  }

  async settle(): Promise<void> {
    await Promise.all(this.#last);
  }

  /** Commits, or rolls back and throws the failure of a statement, even if the work has ignored it. */
  async commit(): Promise<void> {
    if (this.failure !== null) return this.rollback(this.failure);
    if (this.#isUntouched()) return;
    const ending = this.#end(COMMIT);
    ending.catch(() => {});
    try {
      await this.settle();
    } catch (error) {
      // A batch ends at its first failure, so PostgreSQL has skipped the commit, unless it was kept here.
      this.#isEnded = false;
      return this.rollback(error);
    }
    const { command } = await ending;
    if (command !== 'COMMIT') throw this.failure ?? new Error('PostgreSQL has rolled back the transaction.');
  }

  /** Rolls back and throws the reason. */
  async rollback(reason: unknown): Promise<never> {
    if (!this.#isUntouched()) {
      await this.#end('rollback').catch((error: unknown) =>
        this.#link.destroy(error instanceof Error ? error : new Error('The rollback failed.')),
      );
    }
    throw reason;
  }

  #isUntouched(): boolean {
    this.#isEnded = this.#state === 'new' && this.#queue.length === 0;
    return this.#isEnded;
  }

  #end(text: typeof COMMIT | 'rollback'): Promise<Result> {
    const ending = this.#execute({ statement: { ...COMMAND, text }, values: [] });
    this.#isEnded = true;
    return ending;
  }

  #execute(work: Omit<Work, 'resolve' | 'reject'>): Promise<Result> {
    const refusal = this.#refusal();
    if (refusal !== null) return Promise.reject(refusal);
    return new Promise((resolve, reject) => {
      const fail = (error: Error) => {
        this.failure ??= error;
        reject(error);
      };
      if (this.#queue.length === 0) process.nextTick(() => this.#flush());
      this.#queue.push({ ...work, resolve, reject: fail });
    });
  }

  #refusal(): Error | null {
    if (this.#link.failure !== null) return this.#link.failure;
    return this.#isEnded ? new Error('The transaction has ended.') : null;
  }

  // If `begin` fails, nothing that comes after it may run. So it shares a batch with the first statements, and later
  // ones wait for its answer, as they wait for the end of a COPY.
  #flush(): void {
    if (this.#state === 'beginning' || this.#state === 'copying') return;
    if (this.failure !== null) this.#keepCommit(this.failure);
    while (this.#queue.length > 0) {
      const first = this.#state === 'new' ? [this.#beginWork()] : [];
      this.#link.send([...first, ...this.#nextBatch(first.length > 0)], true);
      if (first.length > 0) return;
    }
  }

  // Of a statement that failed before it was sent, such as for a value without a form, PostgreSQL knows nothing.
  #keepCommit(failure: Error): void {
    const at = this.#queue.findIndex(({ statement }) => statement.text === COMMIT);
    if (at >= 0) for (const work of this.#queue.splice(at, 1)) work.reject(failure);
  }

  // A script is a batch of its own.
  #nextBatch(withBegin: boolean): Work[] {
    const at = this.#queue.findIndex(({ statement }) => statement.isScript);
    if (at < 0) return this.#queue.splice(0);
    return this.#queue.splice(0, at === 0 && !withBegin ? 1 : at);
  }

  #beginWork(): Work {
    this.#state = 'beginning';
    const settle = (failure: Error | null) => {
      this.failure ??= failure;
      if (this.#state === 'beginning') this.#state = 'open';
      if (failure !== null) {
        for (const work of this.#queue.splice(0)) work.reject(failure);
      }
      this.#flush();
    };
    return { statement: { ...COMMAND, text: this.#begin }, values: [], resolve: () => settle(null), reject: settle };
  }

  async #copy<T extends Readable | Writable>(open: () => { stream: T; ended: Promise<void> }): Promise<T> {
    // Everything before has been answered then.
    await this.#execute({ statement: { ...COMMAND, text: 'select' }, values: [] });
    const refusal = this.#refusal();
    if (refusal !== null) throw refusal;
    const { stream, ended } = open();
    this.#state = 'copying';
    const over = (failure: Error | null) => {
      this.failure ??= failure;
      this.#state = 'open';
      this.#flush();
    };
    ended.then(() => over(null), over);
    return stream;
  }
}
