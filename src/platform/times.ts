/** Times as clients write them (docs/api.md, "Bodies"). */
import { invalidParameter } from './errors.ts';

const TIME = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d(?::\d\d(?:\.\d+)?)?)(Z|[+-]\d\d:?\d\d)?$/i;

/** Reads an ISO 8601 time with a date and at least hours and minutes; without a zone it is UTC. 400 naming `parameter`. */
export function readTime(text: string, parameter: string): Date {
  const [, day = '', time = '', zone = 'Z'] = TIME.exec(text.trim()) ?? [];
  const parsed = new Date(`${day}T${time}${zone.replace(/^([+-]\d\d)(\d\d)$/, '$1:$2').toUpperCase()}`);
  // A zone can carry the last day of 9999 into a year that PostgreSQL would not read.
  if (Number.isNaN(parsed.getTime()) || !isDay(day) || parsed.getUTCFullYear() > 9999) {
    throw invalidParameter(parameter, `${parameter} must be a time like 2027-01-31T12:00:00Z.`);
  }
  return parsed;
}

// JavaScript takes the 30th of February for the 2nd of March.
function isDay(day: string): boolean {
  const date = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day);
}
