/** The time that a search can take, so that one for frequent words in large texts does not occupy a connection. */
import type { Sql, Tx } from '../../platform/db/connection.ts';
import { DatabaseError } from '../../platform/db/errors.ts';
import { Problem } from '../../platform/errors.ts';

/** Of each statement. Most searches take a hundredth of it. */
const STATEMENT_MS = 5_000;
const QUERY_CANCELED = '57014';

/** Runs the statements of a search in one snapshot, so that rights cannot change between them. 503 if one takes too long. */
export async function inTime<T>(sql: Sql, work: (tx: Tx) => Promise<T>, statementMs = STATEMENT_MS): Promise<T> {
  try {
    return await sql.begin('isolation level repeatable read read only', async (tx) => {
      await tx`select set_config('statement_timeout', ${String(statementMs)}, true)`;
      return work(tx);
    });
  } catch (error) {
    if (!(error instanceof DatabaseError) || error.code !== QUERY_CANCELED) throw error;
    throw new Problem('/unavailable', 'The search takes too long. Add words or filters, or search in one folder.', {
      cause: error,
      headers: { 'retry-after': '5' },
    });
  }
}
