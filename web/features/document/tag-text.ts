/** Converts tag values for fields: the API writes days as MMddyyyy, date fields as yyyy-MM-dd. */

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
