/** Summarizes a report while its rows are written, so that charts need not read all of it. */
import type { Static } from 'typebox';
import { ACTIVITY_TYPES } from '../../core/activity/activity-types.ts';
import type { AsyncJobRow } from '../../core/async-jobs/async-jobs.queries.ts';
import type { ActivityRow } from '../report-rows/activity-rows.queries.ts';
import type { ReportSummarySchema } from './reports.schema.ts';
import { dayIn } from '../../platform/values/zoned-days.ts';
import type { TaskRow } from '../report-rows/task-rows.queries.ts';

/** The keys that rows are counted by: a time (ISO 8601) and a name. */
export type CountedBy<Row> = { time(row: Row): string; name(row: Row): string };

export const ACTIVITY_COUNTS: CountedBy<ActivityRow> = {
  time: ({ at }) => at,
  name: ({ type }) => ACTIVITY_TYPES[type],
};

export const TASK_COUNTS: CountedBy<TaskRow> = { time: ({ assignedAt }) => assignedAt, name: ({ status }) => status };

/** Row counts by day and by name so far. Its size depends on the days, not on the rows. */
export type Tally = { days: Map<string, number>; names: Map<string, number> };

/** The summary stored in a job: about a hundred periods at most. */
export type Summary = { unit: 'Day' | 'Month'; periods: [start: string, rows: number][]; types: [string, number][] };

const MAX_DAYS = 92;

export function newTally(): Tally {
  return { days: new Map(), names: new Map() };
}

/** Passes the pages through and counts their rows by day in the zone. */
export async function* countRows<Row>(
  pages: AsyncIterable<Row[]>,
  by: CountedBy<Row>,
  { days, names }: Tally,
  timeZone = 'UTC',
): AsyncGenerator<Row[], void> {
  const dayOf = dayIn(timeZone);
  for await (const rows of pages) {
    for (const row of rows) {
      add(days, dayOf(new Date(by.time(row))), 1);
      add(names, by.name(row), 1);
    }
    yield rows;
  }
}

/** Days, or months if there are too many days for a chart. */
export function summarize({ days, names }: Tally): Summary {
  const unit = days.size > MAX_DAYS ? 'Month' : 'Day';
  const periods = unit === 'Day' ? days : monthsOf(days);
  return {
    unit,
    periods: [...periods].toSorted(([a], [b]) => (a < b ? -1 : 1)),
    types: [...names].toSorted(([a, countA], [b, countB]) => countB - countA || a.localeCompare(b)),
  };
}

/** The summary of a finished report; empty for reports made before summaries existed. */
export function presentSummary({ result }: Pick<AsyncJobRow, 'result'>): Static<typeof ReportSummarySchema> {
  const { rows, summary } = result as { rows: number; summary?: Summary };
  const { unit, periods, types } = summary ?? summarize(newTally());
  return {
    Rows: rows,
    Unit: unit,
    Periods: periods.map(([Start, Rows]) => ({ Start, Rows })),
    Types: types.map(([Name, Rows]) => ({ Name, Rows })),
  };
}

function monthsOf(days: Map<string, number>): Map<string, number> {
  const months = new Map<string, number>();
  for (const [day, rows] of days) add(months, `${day.slice(0, 7)}-01`, rows);
  return months;
}

function add(counts: Map<string, number>, key: string, rows: number): void {
  counts.set(key, (counts.get(key) ?? 0) + rows);
}
