/** Sizes and times as people of the browser's language write them. */

const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;

/** `34 MB`: in steps of 1000, with one decimal below ten. */
export function printSize(bytes: number): string {
  const power = Math.min(Math.max(Math.floor(Math.log10(Math.max(bytes, 1)) / 3), 0), UNITS.length - 1);
  const value = bytes / 1000 ** power;
  const maximumFractionDigits = power > 0 && value < 10 ? 1 : 0;
  const unitDisplay = power === 0 ? 'long' : 'short';
  return new Intl.NumberFormat(undefined, {
    style: 'unit',
    unit: UNITS[power] ?? 'byte',
    unitDisplay,
    maximumFractionDigits,
  }).format(value);
}

/** `4 May 2026, 14:05`, in the order and with the words of the locale. */
export function printTime(iso: string): string {
  return new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(iso));
}

/** `42%`. */
export function printShare(part: number): string {
  return new Intl.NumberFormat(undefined, { style: 'percent', maximumFractionDigits: 0 }).format(part);
}
