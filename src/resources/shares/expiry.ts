import { type Problem, invalidParameter, missingParameter } from '../../platform/errors.ts';
import { readTime } from '../../platform/times.ts';

/** How long a link is good, as a request says it. */
export type WantedExpiry = {
  ExpireStyle?: 'days' | 'hours' | 'minutes' | 'date' | 'never';
  ExpiresOn?: string;
  ExpirationValue?: number;
};

const MINUTE_MS = 60_000;
const UNIT_MS = { minutes: MINUTE_MS, hours: 60 * MINUTE_MS, days: 1440 * MINUTE_MS };
/** PostgreSQL and clients read years of four digits. */
const END_OF_TIME = Date.UTC(9999, 11, 31);

/**
 * The moment from which a link is dead, or null if it has no end (contract: Sharing, rules 2 to 4). 400 if it is not
 * specified, not in the future, or further away than `maxDays`.
 */
export function readExpiry(wanted: WantedExpiry, maxDays: number | null, now: Date): Date | null {
  const expiresAt = momentOf(wanted, now);
  if (maxDays !== null && (expiresAt?.getTime() ?? Infinity) > now.getTime() + maxDays * UNIT_MS.days) {
    throw invalidParameter(parameterOf(wanted), `Links must expire within ${maxDays} days.`);
  }
  return expiresAt;
}

function momentOf({ ExpireStyle: style = 'never', ExpiresOn, ExpirationValue }: WantedExpiry, now: Date): Date | null {
  if (style === 'never') return null;
  if (style !== 'date') {
    if (ExpirationValue === undefined) throw notSpecified('ExpirationValue', style);
    const time = now.getTime() + ExpirationValue * UNIT_MS[style];
    if (time > END_OF_TIME) throw invalidParameter('ExpirationValue', 'The expiration is too far away.');
    return new Date(time);
  }
  if (ExpiresOn === undefined) throw notSpecified('ExpiresOn', style);
  const expiresAt = readTime(ExpiresOn, 'ExpiresOn');
  if (expiresAt <= now) throw invalidParameter('ExpiresOn', 'The expiration must be in the future.');
  return expiresAt;
}

function notSpecified(parameter: string, style: string): Problem {
  return missingParameter(parameter, `The expiration is not specified: ExpireStyle ${style} needs ${parameter}.`);
}

function parameterOf({ ExpireStyle: style = 'never' }: WantedExpiry): string {
  if (style === 'never') return 'ExpireStyle';
  return style === 'date' ? 'ExpiresOn' : 'ExpirationValue';
}
