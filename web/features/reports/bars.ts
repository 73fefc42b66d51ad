/** The bars of a report's chart. Days are those of the report's time zone, calculated as in UTC. */
import { dateTimeFormat } from '../../formatters.ts';
import type { ReportSummary } from '../../api/answers.ts';

export type Bar = { start: string; rows: number };

/** Thinner bars would be invisible, so days that are far apart are drawn side by side. */
const MAX_BARS = 366;

/** A bar for each period from the first to the last with rows, including empty periods. */
export function barsOf({ Unit, Periods }: Pick<ReportSummary, 'Unit' | 'Periods'>): Bar[] {
  const known = Periods.map(({ Start, Rows }) => ({ start: Start, rows: Rows }));
  const counts = new Map(known.map(({ start, rows }) => [start, rows]));
  const [first, last] = [known[0], known.at(-1)];
  if (first === undefined || last === undefined) return [];
  const bars: Bar[] = [];
  for (let start = first.start; start <= last.start; start = nextOf(start, Unit)) {
    if (bars.length === MAX_BARS) return known;
    bars.push({ start, rows: counts.get(start) ?? 0 });
  }
  return bars;
}

/** `4 May 2026` or `May 2026`, in the locale's format. */
export function formatPeriod(start: string, unit: ReportSummary['Unit']): string {
  const parts = unit === 'Day' ? ({ dateStyle: 'medium' } as const) : ({ month: 'long', year: 'numeric' } as const);
  return dateTimeFormat(undefined, { ...parts, timeZone: 'UTC' }).format(new Date(start));
}

function nextOf(start: string, unit: ReportSummary['Unit']): string {
  const date = new Date(start);
  if (unit === 'Day') date.setUTCDate(date.getUTCDate() + 1);
  else date.setUTCMonth(date.getUTCMonth() + 1);
  return date.toISOString().slice(0, 10);
}
