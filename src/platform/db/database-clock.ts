/**
 * The database's time on this node. Rows hold times that other nodes wrote and that decide what has expired, so all
 * nodes must use one clock. The machine's own clock is not read again: between two measurements time is counted by the
 * monotonic clock, which nobody can set.
 */
import type { FastifyBaseLogger } from 'fastify';
import { setInterval } from 'node:timers';
import type { Clock } from '../clock.ts';
import type { Sql } from './connection.ts';

const MEASURED_EVERY_MS = 30_000;

export type DatabaseClock = { now: Clock; stop: () => void };

/**
 * Measures the difference to the database's clock now and every 30 seconds. Uses the machine's clock until the first
 * measurement succeeds.
 */
export async function startDatabaseClock(sql: Sql, log: FastifyBaseLogger): Promise<DatabaseClock> {
  let offset = performance.timeOrigin;
  const measure = async () => {
    try {
      offset = await measured(sql, offset);
    } catch (error) {
      log.warn({ err: error }, "The database's clock could not be read.");
    }
  };
  await measure();
  const timer = setInterval(() => void measure(), MEASURED_EVERY_MS).unref();
  return { now: () => new Date(performance.now() + offset), stop: () => clearInterval(timer) };
}

// A measurement is wrong by at most half of its round trip, so a smaller difference tells nothing.
async function measured(sql: Sql, known: number): Promise<number> {
  // Opening a connection would lengthen one half of the round trip.
  await sql`select`;
  const sent = performance.now();
  const [row] = await sql<{ at: number }[]>`select extract(epoch from clock_timestamp())::float8 * 1000 as at`;
  if (row === undefined) return known;
  const halfway = (performance.now() - sent) / 2;
  const found = row.at - sent - halfway;
  return Math.abs(found - known) > halfway ? found : known;
}
