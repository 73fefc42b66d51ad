import { invalidParameter } from '../errors.ts';

/** The time zone with its usual spelling. 400 unless it is an IANA name, such as `Europe/Lisbon`. */
export function readTimeZone(text: string, parameter: string): string {
  // Offsets such as `+02:00` are refused, because they ignore daylight saving time.
  if (/^[a-z]/i.test(text)) {
    try {
      return new Intl.DateTimeFormat('en', { timeZone: text }).resolvedOptions().timeZone;
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
    }
  }
  throw invalidParameter(parameter, `${parameter} must be an IANA time zone, such as Europe/Lisbon.`);
}
