/** The time zone in which the app shows and reads times: the person's, otherwise the device's. */
import { dateTimeFormat } from '../../formatters.ts';

let zone: string | undefined;

/** Null: the device's time zone. */
export function setTimeZone(timeZone: string | null): void {
  zone = timeZone ?? undefined;
}

/** For Intl.DateTimeFormat. */
export const timeZone = (): string | undefined => zone;

/** The IANA name. */
export const timeZoneName = (): string => zone ?? dateTimeFormat().resolvedOptions().timeZone;

/** The day of a time, in the format of date fields. */
export function dayOf(time: Date): string {
  // Swedish writes dates as ISO 8601 does.
  return dateTimeFormat('sv-SE', { dateStyle: 'short', timeZone: zone }).format(time);
}

/** The last second of a day (`2026-05-01`); undefined if the day is invalid. */
export const lastSecondOf = (day: string): Date | undefined => timeOf(day, '23:59:59');

/** The first second of a day; undefined if the day is invalid. */
export const firstSecondOf = (day: string): Date | undefined => timeOf(day, '00:00:00');

function timeOf(day: string, clock: string): Date | undefined {
  const asUtc = Date.parse(`${day}T${clock}Z`);
  if (Number.isNaN(asUtc)) return undefined;
  // The offset at that time differs from the one in UTC at most where the clock changes that night, so it is read twice.
  const first = asUtc - offsetAt(asUtc);
  return new Date(asUtc - offsetAt(first));
}

// Milliseconds that clocks in the zone are ahead of UTC.
function offsetAt(time: number): number {
  const options = { dateStyle: 'short', timeStyle: 'medium' } as const;
  const shown = dateTimeFormat('sv-SE', { ...options, timeZone: zone }).format(time);
  return Date.parse(`${shown.replace(' ', 'T')}Z`) - Math.floor(time / 1000) * 1000;
}
