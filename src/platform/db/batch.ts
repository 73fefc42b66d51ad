/** Statements that are sent together, as a query that pg's client can pipeline. */
import pg from 'pg';
import { serialize } from 'pg-protocol';
import { DatabaseError, DatabaseUnavailable, endsConnection, isStalePlan } from './errors.ts';
import type { Link, Prepared } from './link.ts';
import type { Row, Rows, Statement } from './query.ts';
import { rowReader, toWire } from './values.ts';

/** One execution of a statement. */
export type Work = {
  statement: Statement;
  /** Of the statement, as sent; null for a script. */
  values: (string | Buffer | null)[] | null;
  /** A portal to open or to read on, and the number of rows to read. */
  portal?: { name: string; size: number; isOpen: boolean };
  resolve(result: Result): void;
  reject(error: Error): void;
};

/** `command` is PostgreSQL's tag, such as `COMMIT`; empty if the portal has more rows. */
export type Result = { rows: Rows; command: string };

type Reader = ReturnType<typeof rowReader>;
type Fields = Parameters<typeof rowReader>[0];

/**
 * Statements between two synchronization points: if one fails, PostgreSQL skips the rest. So a statement after `begin`
 * in a batch cannot run outside the transaction. Nothing is resolved before the end of the batch, because statements
 * without a transaction are committed only then: all of them, or none.
 */
export class Batch {
  readonly #link: Link;
  readonly #works: Work[];
  readonly #isTransaction: boolean;
  readonly #prepared: (Prepared | null)[] = [];
  readonly #results: Result[] = [];
  #rows: Row[] = [];
  #reader: Reader | null = null;
  #isUnreadable: Error | null = null;
  #isSettled = false;

  constructor(link: Link, works: Work[], isTransaction: boolean) {
    this.#link = link;
    this.#works = works;
    this.#isTransaction = isTransaction;
  }

  submit(): null {
    const link = this.#link;
    const [first] = this.#works;
    if (first?.statement.isScript === true) {
      link.write(serialize.query(first.statement.text));
      return null;
    }
    for (const work of this.#works) this.#encode(work);
    link.write(serialize.sync());
    return null;
  }

  #encode({ statement, values, portal }: Work): void {
    const link = this.#link;
    if (portal?.isOpen === true) {
      this.#prepared.push(null);
      link.write(serialize.describe({ type: 'P', name: portal.name }));
      return link.write(serialize.execute({ portal: portal.name, rows: portal.size }));
    }
    const { prepared, isNew } = link.prepare(statement);
    this.#prepared.push(prepared);
    const statementName = prepared.name;
    if (isNew) {
      link.write(serialize.parse({ name: statementName, text: statement.text, types: statement.types }));
      link.write(serialize.describe({ type: 'S', name: statementName }));
    }
    link.write(
      serialize.bind({ statement: statementName, values: values ?? [], ...(portal ? { portal: portal.name } : {}) }),
    );
    link.write(serialize.execute(portal ? { portal: portal.name, rows: portal.size } : {}));
  }

  handleRowDescription({ fields }: { fields: Fields }): void {
    const reader = rowReader(fields);
    const prepared = this.#prepared[this.#results.length];
    if (prepared) prepared.reader = reader;
    this.#reader = reader;
    this.#rows = [];
  }

  handleDataRow({ fields }: { fields: (string | null)[] }): void {
    try {
      const reader = (this.#reader ??= this.#prepared[this.#results.length]?.reader ?? null);
      if (reader === null) throw new Error('PostgreSQL sent a row that it did not describe.');
      this.#rows.push(reader(fields));
    } catch (error) {
      this.#isUnreadable ??= error as Error;
    }
  }

  handleCommandComplete({ text }: { text: string }): void {
    const isScript = this.#works[0]?.statement.isScript === true;
    // Of a script, the rows of the last statement count.
    if (isScript) this.#results.length = 0;
    this.#results.push({ rows: countedRows(this.#rows, text), command: text });
    const prepared = this.#prepared[this.#results.length - 1];
    if (prepared) prepared.isParsed = true;
    this.#rows = [];
    this.#reader = null;
  }

  handleEmptyQuery(): void {
    this.handleCommandComplete({ text: '' });
  }

  handlePortalSuspended(): void {
    this.handleCommandComplete({ text: '' });
  }

  handleCopyInResponse(connection: { sendCopyFail(reason: string): void }): void {
    connection.sendCopyFail('The statement has no input.');
  }

  handleCopyData(): void {}

  handleError(error: Error): void {
    if (this.#isSettled) return;
    this.#isSettled = true;
    const failure = error instanceof DatabaseError ? error : new DatabaseUnavailable(error);
    const at = this.#results.length;
    const prepared = this.#prepared[at];
    if (failure instanceof DatabaseError) {
      const isUnknown = prepared && !prepared.isParsed && prepared.reader === null;
      if (prepared && (isUnknown || isStalePlan(failure))) this.#link.forget(prepared);
      // PostgreSQL skipped the later statements of the batch without preparing them.
      for (const later of this.#prepared.slice(at + 1)) if (later && !later.isParsed) this.#link.forget(later);
      if (endsConnection(failure)) this.#link.retire();
    }
    this.#works.forEach((work, n) => {
      const result = this.#results[n];
      // A statement without a transaction may have its answer although its commit failed or never came.
      if (result !== undefined && this.#isTransaction && !work.statement.isScript) work.resolve(result);
      else work.reject(failure);
    });
    this.#link.settled();
  }

  handleReadyForQuery(): void {
    if (this.#isSettled) return;
    this.#isSettled = true;
    this.#works.forEach((work, n) => {
      const result = this.#results[n] ?? { rows: countedRows([], ''), command: '' };
      if (this.#isUnreadable === null) work.resolve(result);
      else work.reject(this.#isUnreadable);
    });
    this.#link.settled();
  }
}

// pg pipelines instances of its query only. Its constructor prepares for rows that it would read itself.
Object.setPrototypeOf(Batch.prototype, pg.Query.prototype);

/** A statement as it is sent. Throws if a parameter has no form. */
export function workOf(statement: Statement): Omit<Work, 'resolve' | 'reject'> {
  return { statement, values: statement.isScript ? null : statement.values.map(toWire) };
}

// The tag ends with the count: `INSERT 0 7`, `UPDATE 7`.
function countedRows(rows: Row[], command: string): Rows {
  const counted = rows as Rows;
  counted.count = rows.length || Number(command.slice(command.lastIndexOf(' ') + 1)) || 0;
  return counted;
}
