import { connect, type Sql } from '../src/platform/db/connection.ts';

/** Runs `work` on its own connection, which is closed afterwards. */
export async function withDatabase<T>(url: string, work: (sql: Sql) => Promise<T>): Promise<T> {
  const sql = connect(url, 1);
  try {
    return await work(sql);
  } finally {
    await sql.end();
  }
}
