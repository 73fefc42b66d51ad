/** Statements and fragments of SQL, as the `sql` tag makes them. */
import type { Readable, Writable } from 'node:stream';
import { type Json, typeOf } from './values.ts';

/** A row of which the statement does not state the type. */
// oxlint-disable-next-line typescript/no-explicit-any -- the caller of the tag states the type, or checks what it uses
export type Row = Record<string, any>;

/** Text with $1, $2, …, its parameters and the types that they are declared with. */
export type Statement = {
  text: string;
  values: unknown[];
  types: number[];
  /** Sent as text that may hold several statements, without parameters and without being prepared. */
  isScript: boolean;
};

/** `count`: the number of rows that were returned, inserted, updated or deleted. */
export type Rows = Row[] & { count: number };

/** Sends statements: a pool or a transaction. */
export type Runner = {
  run(statement: Statement): Promise<Rows>;
  copyOut(statement: Statement): Promise<Readable>;
  copyIn(statement: Statement): Promise<Writable>;
  /** The rows in batches of at most `size`. */
  batches(statement: Statement, size: number): AsyncIterable<Row[]>;
};

type Scalar = string | number | bigint | boolean | Date | Uint8Array | null;
export type Parameter = Scalar | Json | readonly Parameter[];
export type Argument = Parameter | Fragment | readonly Fragment[] | Name | RowValues;
/** A fragment of SQL made with the `sql` tag, for use in another query. */
export type Fragment = Query<unknown>;

/** As untyped as in the promises of the language. */
type Reason = Parameters<NonNullable<Parameters<Promise<unknown>['catch']>[0]>>[0];

/** A statement that is sent when it is awaited, or a fragment if it becomes part of another one. */
export class Query<T> implements Promise<T> {
  readonly [Symbol.toStringTag] = 'Query';
  readonly #runner: Runner;
  readonly #strings: readonly string[];
  readonly #args: readonly Argument[];
  readonly #parameters: readonly unknown[] | null;
  #result: Promise<T> | null = null;

  /** @param parameters of a text that has its own $1, $2, … */
  constructor(
    runner: Runner,
    strings: readonly string[],
    args: readonly Argument[],
    parameters: readonly unknown[] | null = null,
  ) {
    this.#runner = runner;
    this.#strings = strings;
    this.#args = args;
    this.#parameters = parameters;
  }

  // oxlint-disable-next-line unicorn/no-thenable -- a statement is sent when it is awaited
  then<A = T, B = never>(
    resolve?: ((rows: T) => A | PromiseLike<A>) | null,
    reject?: ((reason: Reason) => B | PromiseLike<B>) | null,
  ): Promise<A | B> {
    return this.#send().then(resolve, reject);
  }

  catch<B = never>(reject?: ((reason: Reason) => B | PromiseLike<B>) | null): Promise<T | B> {
    return this.#send().catch(reject);
  }

  finally(settle?: (() => void) | null): Promise<T> {
    return this.#send().finally(settle);
  }

  /** The output of `copy … to stdout`. Read it to its end, or end the connection. */
  readable(): Promise<Readable> {
    return this.#runner.copyOut(this.#build());
  }

  /** The input of `copy … from stdin`. */
  writable(): Promise<Writable> {
    return this.#runner.copyIn(this.#build());
  }

  /** The rows in batches of at most `size`, inside a transaction. */
  cursor(size: number): AsyncIterable<T> {
    return this.#runner.batches(this.#build(), size) as AsyncIterable<T>;
  }

  /** Adds the text and parameters to a statement. */
  appendTo(into: Statement): void {
    into.text += this.#strings[0];
    for (let n = 0; n < this.#args.length; n += 1) {
      appendArgument(this.#args[n] as Argument, into);
      into.text += this.#strings[n + 1];
    }
  }

  #build(): Statement {
    const parameters = this.#parameters;
    const statement: Statement = { text: '', values: [], types: [], isScript: parameters?.length === 0 };
    this.appendTo(statement);
    for (const value of parameters ?? []) appendValue(value, statement);
    return statement;
  }

  #send(): Promise<T> {
    if (this.#result === null) {
      try {
        this.#result = this.#runner.run(this.#build()) as Promise<unknown> as Promise<T>;
      } catch (error) {
        this.#result = Promise.reject(error);
      }
    }
    return this.#result;
  }
}

/** One name or several, quoted. */
export class Name {
  readonly text: string;

  constructor(names: string | readonly string[]) {
    this.text = (typeof names === 'string' ? [names] : names).map(quoteName).join(', ');
  }
}

/** Rows after `insert into table`, or the columns of one after `set`. */
export class RowValues {
  readonly #rows: readonly Row[];
  readonly #columns: readonly string[];

  constructor(rows: Row | readonly Row[], columns: readonly string[]) {
    this.#rows = Array.isArray(rows) ? (rows as Row[]) : [rows];
    this.#columns = columns.length > 0 ? columns : Object.keys(this.#rows[0] ?? {});
  }

  appendTo(into: Statement): void {
    if (/\sset\s+$/i.test(into.text.slice(-12))) return this.#appendChanges(into);
    into.text += `(${this.#columns.map(quoteName).join(', ')}) values `;
    this.#rows.forEach((row, n) => {
      into.text += n === 0 ? '(' : ', (';
      this.#columns.forEach((column, at) => {
        if (at > 0) into.text += ', ';
        appendArgument(row[column] as Argument, into);
      });
      into.text += ')';
    });
  }

  #appendChanges(into: Statement): void {
    const [row = {}] = this.#rows;
    this.#columns.forEach((column, at) => {
      into.text += `${at > 0 ? ', ' : ''}${quoteName(column)} = `;
      appendArgument(row[column] as Argument, into);
    });
  }
}

function appendArgument(argument: Argument, into: Statement): void {
  if (argument instanceof Query || argument instanceof RowValues) argument.appendTo(into);
  else if (argument instanceof Name) into.text += argument.text;
  else if (Array.isArray(argument) && argument[0] instanceof Query) {
    for (const fragment of argument as Fragment[]) {
      into.text += ' ';
      fragment.appendTo(into);
    }
  } else {
    into.text += `$${into.values.length + 1}`;
    appendValue(argument, into);
  }
}

function appendValue(value: unknown, into: Statement): void {
  if (value === undefined) throw new TypeError(`A parameter is undefined after: ${into.text.slice(-200)}`);
  into.values.push(value);
  into.types.push(typeOf(value));
}

function quoteName(name: string): string {
  return `"${name.replace(/"/g, '""')}"`;
}
