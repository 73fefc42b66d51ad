/** Calendar days in a time zone, also where clocks change. */
import { DAY_MS } from './times.ts';

/** Zones are at most 14 hours ahead of UTC, and 12 behind. */
const FARTHEST_MS = 15 * 3_600_000;

/** A function that returns the day (`2026-05-01`) of a time in the zone. */
export function dayIn(timeZone: string): (time: Date) => string {
  if (timeZone === 'UTC') return (time) => time.toISOString().slice(0, 10);
  // Swedish writes dates as ISO 8601 does.
  const format = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeZone });
  return (time) => format.format(time);
}

/** PostgreSQL and ISO 8601 without a sign end there. */
const LATEST = Date.parse('9999-12-31T23:59:59.999Z');

/**
 * The first millisecond of a day in the zone. Found by halving, because a day need not start at midnight: in some zones
 * clocks change then.
 */
export function startOfDay(day: string, timeZone: string): Date {
  const midnight = Date.parse(`${day}T00:00:00Z`);
  if (timeZone === 'UTC') return new Date(midnight);
  const dayOf = dayIn(timeZone);
  let [before, from] = [midnight - FARTHEST_MS, midnight + FARTHEST_MS];
  while (from - before > 1) {
    const middle = Math.floor((before + from) / 2);
    if (dayOf(new Date(middle)) < day) before = middle;
    else from = middle;
  }
  return new Date(from);
}

/** The last millisecond of a day in the zone. */
export function endOfDay(day: string, timeZone: string): Date {
  const next = Date.parse(`${day}T00:00:00Z`) + DAY_MS;
  if (next > LATEST) return new Date(LATEST);
  return new Date(startOfDay(new Date(next).toISOString().slice(0, 10), timeZone).getTime() - 1);
}
