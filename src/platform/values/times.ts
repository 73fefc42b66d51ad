/** Times as clients write them (docs/api/conventions.md#times). */
import { invalidParameter } from '../errors.ts';

/** An end time. For a bare date `at` is the end of that day and `given` its start, from which limits in days count. */
export type End = { at: Date; given: Date };

export const DAY_MS = 24 * 3_600_000;

// An unencoded `+` of a time zone arrives as a space in a query string.
const TIME = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d+)?)?)(Z|[+\- ]\d\d:?\d\d)?)?$/i;

/**
 * Reads a start time: ISO 8601, also with a space for the `T`, in UTC unless it has a time zone. A bare date is the
 * start of that day. 400 for `parameter`.
 */
export function readTime(text: string, parameter: string): Date {
  const [, day = '', time = '00:00', zone = 'Z'] = TIME.exec(text.trim()) ?? [];
  const offset = zone.replace(' ', '+').replace(/^([+-]\d\d)(\d\d)$/, '$1:$2');
  const parsed = new Date(`${day}T${time}${offset.toUpperCase()}`);
  // PostgreSQL has no year 0, and a time zone can move the last day of 9999 into a year that it rejects.
  const year = parsed.getUTCFullYear();
  if (Number.isNaN(year) || !isDay(day) || year < 1 || year > 9999) {
    throw invalidParameter(
      parameter,
      `${parameter} must be a date like 2027-01-31 (YYYY-MM-DD) or a time like 2027-01-31T12:00:00Z.`,
    );
  }
  return parsed;
}

/** Reads an end time in the same format; a bare date includes all of that day. */
export function readEnd(text: string, parameter: string): End {
  const given = readTime(text, parameter);
  return { at: isBareDate(text) ? new Date(given.getTime() + DAY_MS - 1) : given, given };
}

/**
 * Reads a start time in the same format, or a year or month, and returns its first and last millisecond: `2026-03` is the whole
 * month, `2026-03-02T12:00` the whole minute.
 */
export function readSpan(text: string, parameter: string): { from: Date; to: Date } {
  const [, year, month] = /^(\d{4})(?:-(\d\d))?$/.exec(text.trim()) ?? [];
  if (year !== undefined) {
    const from = readTime(`${year}-${month ?? '01'}-01`, parameter);
    const next = new Date(from);
    if (month === undefined) next.setUTCFullYear(next.getUTCFullYear() + 1);
    else next.setUTCMonth(next.getUTCMonth() + 1);
    return { from, to: new Date(next.getTime() - 1) };
  }
  const from = readTime(text, parameter);
  const hasSeconds = /:\d\d:\d\d/.test(text.trim().replace(/[+\- ]\d\d:\d\d$/, ''));
  const length = isBareDate(text) ? DAY_MS : text.includes('.') ? 1 : hasSeconds ? 1_000 : 60_000;
  return { from, to: new Date(from.getTime() + length - 1) };
}

/** Whether the text is a date without a time. */
export function isBareDate(text: string): boolean {
  return !text.includes(':');
}

// JavaScript turns February 30 into March 2.
function isDay(day: string): boolean {
  const date = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day);
}
