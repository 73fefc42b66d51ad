/** Counts the statements of an application, for tests of their cost. */
import { indexRequested } from '../src/library/search-index/index-soon.ts';
import type { TestApp } from './harness.ts';

export type Statement = { text: string; parameters: unknown[] };

/** Runs `work` and returns every statement that the application sent meanwhile. */
export async function statementsOf({ sql }: Pick<TestApp, 'sql'>, work: () => Promise<unknown>): Promise<Statement[]> {
  // The statements of a job that follows an earlier upload are none of this work.
  await indexRequested(sql);
  const statements: Statement[] = [];
  sql.options.onStatement = ({ text, values }) => {
    statements.push({ text, parameters: [...values] });
  };
  try {
    await work();
  } finally {
    sql.options.onStatement = undefined;
  }
  return statements;
}

/** Runs `work` and returns how many statements the application sent together, for each time that it sent some. */
export async function roundTripsOf(app: Pick<TestApp, 'sql'>, work: () => Promise<unknown>): Promise<number[]> {
  await indexRequested(app.sql);
  const trips: number[] = [];
  let isOpen = false;
  app.sql.options.onStatement = () => {
    if (!isOpen) trips.push(0);
    trips.push((trips.pop() ?? 0) + 1);
    isOpen = true;
    // A batch is observed whole before this runs; its answers can arrive before the next setImmediate.
    queueMicrotask(() => (isOpen = false));
  };
  try {
    await work();
  } finally {
    app.sql.options.onStatement = undefined;
  }
  return trips;
}

/** The blocks of tables and indexes that PostgreSQL reads for a statement. */
export async function blocksTouched({ sql }: Pick<TestApp, 'sql'>, statement: Statement): Promise<number> {
  const explain = `explain (analyze, buffers, format json) ${statement.text}`;
  const parameters = statement.parameters as Parameters<typeof sql.unsafe>[1];
  const [row] = await sql.unsafe<{ 'QUERY PLAN': { Plan: Record<string, number> }[] }[]>(explain, parameters);
  const plan = row?.['QUERY PLAN'][0]?.Plan ?? {};
  return (plan['Shared Hit Blocks'] ?? 0) + (plan['Shared Read Blocks'] ?? 0);
}
