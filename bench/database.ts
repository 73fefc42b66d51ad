import { connect, type Sql } from '../src/platform/db/connection.ts';

/** Runs the work on a connection of its own, closed afterwards. */
export async function withDatabase<T>(url: string, work: (sql: Sql) => Promise<T>): Promise<T> {
  const sql = connect(url, 1);
  try {
    return await work(sql);
  } finally {
    await sql.end();
  }
}
