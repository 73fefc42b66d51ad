/** Counters behind every limit, kept in PostgreSQL so that they hold over all processes and machines. */
import { createHash } from 'node:crypto';
import type { Db } from './db/connection.ts';

export type Throttle = { scope: string; subject: string; windowMs: number };
export type Hits = { hits: number; resetsInMs: number };

/** A subject that the table of counters must not show in clear: an address, a credential. */
export function hiddenSubject(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}

/** Counts hits of the subject, one or more, in its present window and returns the count including them. */
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

/** Takes back one hit of the subject's present window, where it turned out not to be one. */
export async function refundHit(sql: Db, throttle: Throttle, now: Date): Promise<void> {
  await sql`
    update throttles set hits = hits - 1
    where scope = ${throttle.scope} and subject = ${throttle.subject} and window_ends_at > ${now} and hits > 0`;
}

/** The hits of the subject in its present window, counting none. */
export async function countHits(sql: Db, throttle: Throttle, now: Date): Promise<Hits> {
  const [row] = await sql<{ hits: number; ends: string }[]>`
    select hits, window_ends_at as ends from throttles
    where scope = ${throttle.scope} and subject = ${throttle.subject} and window_ends_at > ${now}`;
  return { hits: row?.hits ?? 0, resetsInMs: row === undefined ? 0 : Date.parse(row.ends) - now.getTime() };
}

/** Forgets the windows that are over; returns how many. */
export async function deletePastWindows(sql: Db, now: Date): Promise<number> {
  const { count } = await sql`delete from throttles where window_ends_at <= ${now}`;
  return count;
}
