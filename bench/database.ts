import { connect, type Sql } from '../src/platform/db/connection.ts';

/** Runs `work` on its own connection, which is closed afterwards. Its statements fill tables, which can take long. */
export async function withDatabase<T>(url: string, work: (sql: Sql) => Promise<T>): Promise<T> {
  const sql = connect(url, 1);
  try {
    await sql`set statement_timeout = 0`;
    return await work(sql);
  } finally {
    await sql.end();
  }
}
