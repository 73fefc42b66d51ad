/** Refuses a pooler that loses prepared statements: through it, requests fail at random or are never answered. */
import type pg from 'pg';
import { createClient } from '../client.ts';
import { parseDatabaseUrl } from './database-url.ts';
import { type DatabaseError } from '../errors.ts';

const NAME = 'carrel_check';
const PID = 'select pg_backend_pid() as pid';
const ATTEMPTS = 5;
/** The statement exists already, made by another client of the pooler; or it does not exist, on another server process. */
const LOST = new Set(['42P05', '26000']);

/**
 * Throws a one-line error unless prepared statements last on the connections to this address, or none are prepared.
 * Also throws one if there is no connection.
 */
export async function assertPreparable(url: string): Promise<void> {
  const address = parseDatabaseUrl(url);
  if (!address.prepare) return;
  const clients = [createClient(address), createClient(address)] as const;
  try {
    await checkWith(...clients);
  } catch (error) {
    const { code = '', message } = error as DatabaseError;
    if (!LOST.has(code)) throw new Error(`The database cannot be used: ${message || code}`, { cause: error });
    throw new Error(
      'DATABASE_URL leads to a pooler that loses prepared statements. Add prepare=false to DATABASE_URL, or set max_prepared_statements of PgBouncer 1.21 or later, or its pool_mode to session.',
      { cause: error },
    );
  } finally {
    for (const client of clients) await client.end().catch(() => {});
  }
}

// A server tells its own clients the id of their process, which a pooler makes up. In transaction mode, a second client
// gets the server process that the first has just left; only a pooler that knows their statements tells them apart.
async function checkWith(first: pg.Client, second: pg.Client): Promise<void> {
  await first.connect();
  const { processID } = first as unknown as { processID: number };
  if ((await pidOf(first, PID)) === processID) return;
  await second.connect();
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const pid = await pidOf(first, { name: NAME, text: PID });
    await second.query('begin');
    const isSame = (await pidOf(second, PID)) === pid;
    if (isSame) await second.query({ name: NAME, text: `${PID}, 'of another client' as which` });
    await second.query('rollback');
    if (isSame) return;
  }
}

async function pidOf(client: pg.Client, query: string | pg.QueryConfig): Promise<number | undefined> {
  const { rows } = await client.query<{ pid: number }>(query);
  return rows[0]?.pid;
}
