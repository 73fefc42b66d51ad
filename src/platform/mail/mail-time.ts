type Options = Intl.DateTimeFormatOptions;

const CLOCK: Options = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZoneName: 'short' };
const DAY: Options = { day: 'numeric', month: 'long', year: 'numeric' };

/** A time in an email: in the reader's time zone, or in UTC for readers without one. */
export function formatMailTime(time: string | Date, timeZone: string | null): string {
  return format(time, { ...DAY, ...CLOCK }, timeZone);
}

/** The same without the day. */
export function formatMailClock(time: string | Date, timeZone: string | null): string {
  return format(time, CLOCK, timeZone);
}

function format(time: string | Date, options: Options, timeZone: string | null): string {
  return new Intl.DateTimeFormat('en-GB', { ...options, timeZone: timeZone ?? 'UTC' }).format(new Date(time));
}
