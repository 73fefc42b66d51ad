/** Converts tag values for fields: the API writes days as MMddyyyy, date fields as yyyy-MM-dd. */
import { formatDay } from '../../ui/format.ts';

/** From the API to a field. Text that is no such day is unchanged. */
export function dayOfTag(value: string): string {
  const [, month, day, year] = /^(\d{2})(\d{2})(\d{4})$/.exec(value) ?? [];
  return month === undefined ? value : `${year}-${month}-${day}`;
}

/** From a field to the API. */
export function tagOfDay(day: string): string {
  const [, year, month, date] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(day) ?? [];
  return year === undefined ? day : `${month}${date}${year}`;
}

/** The default value of a tag type, or null. `constraints` is JSON text. */
export function defaultOf(constraints: string): string | null {
  const { DefaultValue = null } = JSON.parse(constraints) as { DefaultValue?: string | null };
  return DefaultValue;
}

/** The text of a value in a list, in the format of the locale. */
export function formatTag(kind: 'String' | 'Numeric' | 'Date', value: string): string {
  const day = dayOfTag(value);
  return kind === 'Date' && day !== value ? formatDay(day) : value;
}

/** The text of a value. */
export const shownTag = (kind: 'String' | 'Numeric' | 'Date', value: string): string =>
  kind === 'Date' ? dayOfTag(value) : value;
