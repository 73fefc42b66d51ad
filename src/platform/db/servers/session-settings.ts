/**
 * Settings of our sessions, stored in the database for our role: this needs no privilege, applies to the job queue too,
 * and works through PgBouncer, which refuses them as parameters of a connection.
 */
import type { Db, Sql } from '../connection.ts';
import { inMigration } from '../locks.ts';

/** By name, as PostgreSQL writes them. */
const SESSION_SETTINGS: Record<string, string> = {
  // Every statement of the API is short: parallel workers, JIT compilation or custom plans for each call cost more than
  // they save (decision 0022).
  jit: 'off',
  max_parallel_workers_per_gather: '0',
  plan_cache_mode: 'force_generic_plan',
  // Longer work lifts the first two for its transaction (`allowLong`), a hold changes the third (hold.ts).
  statement_timeout: '30s',
  lock_timeout: '20s',
  idle_in_transaction_session_timeout: '60s',
  // A statement ends when its client is gone, and the session of a machine that is gone, within a minute.
  client_connection_check_interval: '10s',
  tcp_keepalives_idle: '30',
  tcp_keepalives_interval: '10',
  tcp_keepalives_count: '3',
};

/** Stores the settings that our role does not have yet in this database; those that an operator has set stay. */
export async function ensureSessionSettings(sql: Sql): Promise<void> {
  if ((await listMissing(sql)).length === 0) return;
  // In turns, because two processes that change the role at once would fail.
  await inMigration(sql, async (tx) => {
    const [row] = await tx<{ database: string }[]>`select quote_ident(current_database()) as database`;
    const database = row?.database ?? '';
    for (const name of await listMissing(tx)) {
      await tx.unsafe(`alter role current_user in database ${database} set ${name} = '${SESSION_SETTINGS[name]}'`);
    }
  });
}

async function listMissing(sql: Db): Promise<string[]> {
  const rows = await sql<{ name: string }[]>`
    select split_part(setting, '=', 1) as name
    from pg_db_role_setting s join pg_database d on d.oid = s.setdatabase, unnest(s.setconfig) as setting
    where d.datname = current_database() and s.setrole = current_user::regrole`;
  const known = new Set(rows.map(({ name }) => name));
  return Object.keys(SESSION_SETTINGS).filter((name) => !known.has(name));
}
