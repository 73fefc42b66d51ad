/** The range of time that a report covers (docs/api/reports.md#report-range). */
import { invalidParameter } from '../../platform/errors.ts';
import { DAY_MS, isBareDate, readEnd, readTime } from '../../platform/values/times.ts';

/** ISO 8601, both ends included. */
export type Range = { from: string; to: string };

type Wanted = { fromDate?: string; toDate?: string };

/** Before any activity. */
const BEGINNING = new Date(0);

/**
 * Days are whole days in UTC. Without toDate the range ends now, without fromDate it starts as early as allowed; it
 * never extends beyond now, so that the same range gives the same report later. 400 if it is reversed, or longer than
 * `maxDays` by the given dates.
 */
export function readRange(wanted: Wanted, now: Date, maxDays?: number): Range {
  const from = wanted.fromDate === undefined ? undefined : readTime(wanted.fromDate, 'fromDate');
  const to = wanted.toDate === undefined ? undefined : readEnd(wanted.toDate, 'toDate');
  // With a date as the start and no end, whole days are counted.
  const isFromDay = wanted.fromDate !== undefined && isBareDate(wanted.fromDate);
  const last = to?.given ?? (isFromDay ? midnight(now) : now);
  const first = from ?? (maxDays === undefined ? BEGINNING : new Date(last.getTime() - maxDays * DAY_MS));
  const end = to?.at ?? now;
  if (first > end) throw invalidParameter('fromDate', 'fromDate must not be after toDate.');
  if (maxDays !== undefined && last.getTime() - first.getTime() > maxDays * DAY_MS) {
    throw invalidParameter('fromDate', `The range must not be longer than ${maxDays} days.`);
  }
  return { from: notBeforeBeginning(first), to: notBeforeBeginning(first <= now && end > now ? now : end) };
}

function midnight(time: Date): Date {
  return new Date(Math.floor(time.getTime() / DAY_MS) * DAY_MS);
}

function notBeforeBeginning(time: Date): string {
  return (time < BEGINNING ? BEGINNING : time).toISOString();
}
