/** Counters for rate limits, in PostgreSQL so that they hold across processes and machines. */
import { createHash } from 'node:crypto';
import type { Db } from '../db/connection.ts';

export type Throttle = { scope: string; subject: string; windowMs: number };
export type Hits = { hits: number; resetsInMs: number };

/** Hashes a subject that must not be stored in plain text, such as an address or a credential. */
export function hiddenSubject(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}

/** Counts one or more hits of the subject in its current window and returns the total. */
export async function hit(sql: Db, throttle: Throttle, now: Date, times = 1): Promise<Hits> {
  const ends = new Date(now.getTime() + throttle.windowMs);
  const [row] = await sql<{ hits: number; ends: string }[]>`
    insert into throttles as t (scope, subject, window_ends_at, hits)
    values (${throttle.scope}, ${throttle.subject}, ${ends}, ${times})
    on conflict (scope, subject) do update set
      hits = case when t.window_ends_at <= ${now} then ${times} else t.hits + ${times} end,
      window_ends_at = case when t.window_ends_at <= ${now} then ${ends} else t.window_ends_at end
    returning hits, window_ends_at as ends`;
  return { hits: row?.hits ?? 1, resetsInMs: row === undefined ? 0 : Date.parse(row.ends) - now.getTime() };
}

/** Subtracts one hit from the subject's current window. */
export async function refundHit(sql: Db, throttle: Throttle, now: Date): Promise<void> {
  await sql`
    update throttles set hits = hits - 1
    where scope = ${throttle.scope} and subject = ${throttle.subject} and window_ends_at > ${now} and hits > 0`;
}

/** Returns the hits of the subject in its current window without counting one. */
export async function countHits(sql: Db, throttle: Throttle, now: Date): Promise<Hits> {
  const [row] = await sql<{ hits: number; ends: string }[]>`
    select hits, window_ends_at as ends from throttles
    where scope = ${throttle.scope} and subject = ${throttle.subject} and window_ends_at > ${now}`;
  return { hits: row?.hits ?? 0, resetsInMs: row === undefined ? 0 : Date.parse(row.ends) - now.getTime() };
}

/** Deletes windows that have ended; returns how many. */
export async function deletePastWindows(sql: Db, now: Date): Promise<number> {
  const { count } = await sql`delete from throttles where window_ends_at <= ${now}`;
  return count;
}
