/** The floor's queries through pg alone: a pool with prepared statements, as most services on Node.js have it. */
import type { Readable, Writable } from 'node:stream';
import pg from 'pg';
import type { Db } from '../../src/platform/db/connection.ts';
import { type Argument, Query, type Row, type Runner } from '../../src/platform/db/query.ts';
import { isoTime } from '../../src/platform/db/values.ts';

// As in Carrel: numbers for bigint, and text for times, which the floor passes on.
const PARSERS: Partial<Record<number, (text: string) => unknown>> = {
  [pg.types.builtins.INT8]: Number,
  [pg.types.builtins.TIMESTAMPTZ]: isoTime,
};

/** Opens a pool of pg for the statements of the floor that have no copies. */
export function connectPlainly(url: string): Db {
  const types = { getTypeParser: (oid: number) => PARSERS[oid] ?? pg.types.getTypeParser(oid) };
  const runner = createRunner(new pg.Pool({ connectionString: url, types, options: '-c TimeZone=UTC' }));
  const tag = (strings: TemplateStringsArray, ...args: Argument[]) => new Query(runner, strings, args);
  return tag as Partial<Db> as Db;
}

function createRunner(pool: pg.Pool): Runner {
  const names = new Map<string, string>();
  const refuse = (): never => {
    throw new Error('The floor on pg alone has no copies.');
  };
  return {
    async run({ text, values }) {
      const name = names.get(text) ?? `floor-${names.size}`;
      names.set(text, name);
      const { rows, rowCount } = await pool.query<Row>({ name, text, values });
      return Object.assign(rows, { count: rowCount ?? 0 });
    },
    copyOut: (): Promise<Readable> => refuse(),
    copyIn: (): Promise<Writable> => refuse(),
    batches: (): AsyncIterable<Row[]> => refuse(),
  };
}
