/** The range of time that a report covers (docs/api/reports.md#report-range). */
import { invalidParameter } from '../../platform/errors.ts';
import { readTimeZone } from '../../platform/values/time-zone.ts';
import { DAY_MS, type End, isBareDate, readTime } from '../../platform/values/times.ts';
import { dayIn, endOfDay, startOfDay } from '../../platform/values/zoned-days.ts';

/** ISO 8601, both ends included. */
export type Range = { from: string; to: string };

type Wanted = { fromDate?: string; toDate?: string; timeZone?: string };

/** The zone of the days of a report; 400 for an unknown one. */
export function readReportZone({ timeZone }: Pick<Wanted, 'timeZone'>): string {
  return timeZone === undefined ? 'UTC' : readTimeZone(timeZone, 'timeZone');
}

/** Before any activity. */
const BEGINNING = new Date(0);

/**
 * Days are whole days in the wanted zone, by default UTC. Without toDate the range ends now, without fromDate it starts
 * as early as allowed; it never extends beyond now, so that the same range gives the same report later. 400 if it is
 * reversed, or longer than `maxDays` by the given dates, and for an unknown zone.
 */
export function readRange(wanted: Wanted, now: Date, maxDays?: number): Range {
  const { fromDate, toDate } = wanted;
  const timeZone = readReportZone(wanted);
  const from = fromDate === undefined ? undefined : readBound(fromDate, 'fromDate', timeZone, startOfDay);
  const to = toDate === undefined ? undefined : readBound(toDate, 'toDate', timeZone, endOfDay);
  // With a date as the start and no end, whole days are counted.
  const isFromDay = fromDate !== undefined && isBareDate(fromDate);
  const last = to?.given ?? (isFromDay ? new Date(dayIn(timeZone)(now)) : now);
  const isLastDay = toDate !== undefined && isBareDate(toDate);
  const first =
    from ??
    (maxDays === undefined
      ? { at: BEGINNING, given: BEGINNING }
      : daysBefore(last, maxDays, isLastDay ? timeZone : null));
  const end = to?.at ?? now;
  if (first.at > end) throw invalidParameter('fromDate', 'fromDate must not be after toDate.');
  if (maxDays !== undefined && last.getTime() - first.given.getTime() > maxDays * DAY_MS) {
    throw invalidParameter('fromDate', `The range must not be longer than ${maxDays} days.`);
  }
  return {
    from: notBeforeBeginning(first.at),
    to: notBeforeBeginning(first.at <= now && end > now ? now : end),
  };
}

// `given` of a bare date is its midnight in UTC: limits count days, whose lengths differ where clocks change.
function readBound(text: string, parameter: string, timeZone: string, boundOf: typeof startOfDay): End {
  const given = readTime(text, parameter);
  return { given, at: isBareDate(text) ? boundOf(given.toISOString().slice(0, 10), timeZone) : given };
}

// A zone: whole days are counted.
function daysBefore(last: Date, days: number, timeZone: string | null): End {
  const given = new Date(last.getTime() - days * DAY_MS);
  return { given, at: timeZone === null ? given : startOfDay(given.toISOString().slice(0, 10), timeZone) };
}

function notBeforeBeginning(time: Date): string {
  return (time < BEGINNING ? BEGINNING : time).toISOString();
}
