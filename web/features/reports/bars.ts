/** The bars of a report's chart. Days are those of UTC. */
import type { ReportSummary } from '../../api/answers.ts';

export type Bar = { start: string; rows: number };

/** Of bars that would be thinner nothing can be seen: days that are far apart stand side by side then. */
const MAX_BARS = 366;

/** A bar for every period from the first that has rows to the last, with those between them that have none. */
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

/** `4 May 2026` or `May 2026`, as the locale has it. */
export function formatPeriod(start: string, unit: ReportSummary['Unit']): string {
  const parts = unit === 'Day' ? ({ dateStyle: 'medium' } as const) : ({ month: 'long', year: 'numeric' } as const);
  return new Intl.DateTimeFormat(undefined, { ...parts, timeZone: 'UTC' }).format(new Date(start));
}

function nextOf(start: string, unit: ReportSummary['Unit']): string {
  const date = new Date(start);
  if (unit === 'Day') date.setUTCDate(date.getUTCDate() + 1);
  else date.setUTCMonth(date.getUTCMonth() + 1);
  return date.toISOString().slice(0, 10);
}
