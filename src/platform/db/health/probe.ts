/** Asks the server, on a connection of its own, whether it works (decision 0077). */
import { setTimeout as sleep } from 'node:timers/promises';
import { createClient } from '../client.ts';
import type { DatabaseAddress } from '../servers/database-url.ts';
import { DatabaseError } from '../errors.ts';
import { socketOf } from '../link.ts';

/**
 * `away`: the server answers nobody. `closing`: it accepts no new sessions, because it shuts down or starts. `works`: it
 * answers, and `lost` are the sessions that are gone or wait for their client; null if that cannot be seen.
 */
export type Finding = { server: 'away' } | { server: 'closing' } | Working;
export type Working = { server: 'works'; lost: ReadonlySet<number> | null };

const CANNOT_CONNECT_NOW = '57P03';
const RETRY_MS = 200;

/** Asks about the sessions with these process ids, until there is an answer or for `timeoutMs`. */
export async function probe(address: DatabaseAddress, pids: number[], timeoutMs: number): Promise<Finding> {
  const end = performance.now() + timeoutMs;
  for (;;) {
    const finding = await attempt(address, pids, end - performance.now());
    // One broken connection says nothing about the server.
    if (finding !== null) return finding;
    if (performance.now() + RETRY_MS >= end) return { server: 'away' };
    await sleep(RETRY_MS);
  }
}

/** Whether a new connection was refused because the server shuts down or starts. */
export function isClosing(error: Error): boolean {
  return error instanceof DatabaseError && error.code === CANNOT_CONNECT_NOW;
}

// Null if this connection broke.
async function attempt(address: DatabaseAddress, pids: number[], timeoutMs: number): Promise<Finding | null> {
  const client = createClient(address);
  const over = setTimeout(() => socketOf(client).destroy(), timeoutMs);
  try {
    await client.connect();
    const { rows } = await client.query<{ own: number; lost: number[] }>(LOST_SESSIONS, [pids]);
    // A pooler gives its clients ids of its own, which say nothing about sessions of the server.
    const isDirect = rows[0]?.own === (client as unknown as { processID: number }).processID;
    return { server: 'works', lost: isDirect ? new Set(rows[0]?.lost) : null };
  } catch (error) {
    if (!(error instanceof DatabaseError)) return null;
    // A server that refuses for another reason, such as too many connections, is at work.
    return isClosing(error) ? { server: 'closing' } : { server: 'works', lost: null };
  } finally {
    clearTimeout(over);
    client.end().catch(() => {});
  }
}

// A session that waits for its client has sent all its answers, or cannot send them.
const LOST_SESSIONS = `
  select pg_backend_pid() as own, coalesce(array_agg(asked.pid) filter (
    where session.pid is null or session.wait_event_type = 'Client'), '{}') as lost
  from unnest($1::int[]) as asked (pid) left join pg_stat_activity session using (pid)`;
