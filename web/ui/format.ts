/** Sizes and times in the format of the browser's locale. */
import { dateTimeFormat, numberFormat, relativeTimeFormat } from '../formatters.ts';
import { timeZone } from './time/time-zone.ts';

const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;

/** The number of bytes in a gigabyte as people read and enter it. */
const GIGABYTE = 1024 ** 3;

/** `34 MB`: in steps of 1024, as Windows and Google Drive count, with one decimal below ten. */
export function formatSize(bytes: number): string {
  let value = bytes;
  let power = 0;
  while (Math.round(value) >= 1000 && power < UNITS.length - 1) {
    value /= 1024;
    power += 1;
  }
  return numberFormat(undefined, {
    style: 'unit',
    unit: UNITS[power] ?? 'byte',
    unitDisplay: power === 0 ? 'long' : 'short',
    maximumFractionDigits: power > 0 && value < 10 ? 1 : 0,
  }).format(value);
}

/** A size as the text of a field in gigabytes, with at most four digits. */
export function gigabytesOf(bytes: number): string {
  return String(Number((bytes / GIGABYTE).toPrecision(4)));
}

/** Parses a field in gigabytes; NaN if the text is not a number. Accepts a decimal comma. */
export function bytesFrom(gigabytes: string): number {
  const text = gigabytes.trim().replace(',', '.');
  return text === '' ? Number.NaN : Math.round(Number(text) * GIGABYTE);
}

/** `4 May 2026, 14:05`, in the locale's format. */
export function formatTime(iso: string): string {
  return dateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short', timeZone: timeZone() }).format(
    new Date(iso),
  );
}

/** `14:05`, in the locale's format. */
export function formatClock(iso: string): string {
  return dateTimeFormat(undefined, { timeStyle: 'short', timeZone: timeZone() }).format(new Date(iso));
}

const DISTANCES = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const;

/** `in 3 days`, `2 hours ago`: in the largest unit with at least one. Days are those of the calendar. */
export function formatDistance(iso: string, now: number): string {
  const then = Date.parse(iso);
  const [unit, length] = DISTANCES.find((step) => Math.abs(then - now) >= step[1]) ?? DISTANCES[2];
  const away = unit === 'day' ? dayOf(then) - dayOf(now) : Math.round((then - now) / length);
  return relativeTimeFormat(undefined, { numeric: 'auto' }).format(away, unit);
}

// Numbers the days of the person's time zone. The Swedish form of a date is `2026-05-04`.
function dayOf(time: number): number {
  return Date.parse(dateTimeFormat('sv-SE', { timeZone: timeZone() }).format(time)) / DISTANCES[0][1];
}

/** `42%`. */
export function formatPercent(part: number): string {
  return numberFormat(undefined, { style: 'percent', maximumFractionDigits: 0 }).format(part);
}

const STEPS = [
  ['minute', 60],
  ['hour', 60],
  ['day', 24],
  ['week', 7],
] as const;

/** `yesterday`, `3 hours ago`. The date if it is more than four weeks ago, or in the future. */
export function formatRelative(iso: string, now: Date): string {
  const past = (now.getTime() - new Date(iso).getTime()) / 1000;
  const words = relativeTimeFormat(undefined, { numeric: 'auto' });
  if (past < -60 || past >= 28 * 24 * 3600) return formatDate(iso);
  if (past < 60) return words.format(0, 'second');
  let [value, unit]: [number, Intl.RelativeTimeFormatUnit] = [past, 'second'];
  for (const [next, size] of STEPS) {
    if (value < size) break;
    [value, unit] = [value / size, next];
  }
  return words.format(-Math.floor(value), unit);
}

/** `4 May 2026`, in the locale's format. */
export function formatDate(iso: string): string {
  return dateTimeFormat(undefined, { dateStyle: 'medium', timeZone: timeZone() }).format(new Date(iso));
}

/** Formats a day (`2026-05-04`), which is the same in all time zones. */
export function formatDay(day: string): string {
  return dateTimeFormat(undefined, { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(`${day}T00:00:00Z`));
}
