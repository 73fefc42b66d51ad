/** Values of tags as fields show them: days are written MMddyyyy in the API and yyyy-MM-dd in date fields. */

/** From the API to a field; what is no such day stays as it is. */
export function dayOfTag(value: string): string {
  const [, month, day, year] = /^(\d{2})(\d{2})(\d{4})$/.exec(value) ?? [];
  return month === undefined ? value : `${year}-${month}-${day}`;
}

/** From a field to the API. */
export function tagOfDay(day: string): string {
  const [, year, month, date] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(day) ?? [];
  return year === undefined ? day : `${month}${date}${year}`;
}

/** What a tag type says that new documents get; null if nothing. `constraints` is JSON text. */
export function defaultOf(constraints: string): string | null {
  const { DefaultValue = null } = JSON.parse(constraints) as { DefaultValue?: string | null };
  return DefaultValue;
}
