/** Times as clients write them (docs/api/conventions.md#times). */
import { invalidParameter } from './errors.ts';

/** A time that ends something. For a bare date `at` is the end of that day and `given` its start; limits in days count from there. */
export type End = { at: Date; given: Date };

export const DAY_MS = 24 * 3_600_000;

// The `+` of a zone arrives as a space where a query string was not encoded.
const TIME = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d+)?)?)(Z|[+\- ]\d\d:?\d\d)?)?$/i;

/**
 * Reads a time that begins something: ISO 8601, also with a space for the `T`, in UTC where it has no zone. A bare date is
 * the start of that day. 400 naming `parameter`.
 */
export function readTime(text: string, parameter: string): Date {
  const [, day = '', time = '00:00', zone = 'Z'] = TIME.exec(text.trim()) ?? [];
  const offset = zone.replace(' ', '+').replace(/^([+-]\d\d)(\d\d)$/, '$1:$2');
  const parsed = new Date(`${day}T${time}${offset.toUpperCase()}`);
  // A zone can carry the last day of 9999 into a year that PostgreSQL would not read.
  if (Number.isNaN(parsed.getTime()) || !isDay(day) || parsed.getUTCFullYear() > 9999) {
    throw invalidParameter(
      parameter,
      `${parameter} must be a date like 2027-01-31 (YYYY-MM-DD) or a time like 2027-01-31T12:00:00Z.`,
    );
  }
  return parsed;
}

/** Reads a time that ends something, likewise; a bare date is all of that day. */
export function readEnd(text: string, parameter: string): End {
  const given = readTime(text, parameter);
  return { at: isBareDate(text) ? new Date(given.getTime() + DAY_MS - 1) : given, given };
}

/** Whether the text names a day and no time of it. */
export function isBareDate(text: string): boolean {
  return !text.includes(':');
}

// JavaScript takes the 30th of February for the 2nd of March.
function isDay(day: string): boolean {
  const date = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day);
}
