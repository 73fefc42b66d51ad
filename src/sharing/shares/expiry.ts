import { type Problem, invalidParameter, missingParameter } from '../../platform/errors.ts';
import { type End, readEnd } from '../../platform/values/times.ts';

/** The requested expiry of a link. */
export type WantedExpiry = {
  ExpireStyle?: 'days' | 'hours' | 'minutes' | 'date' | 'never';
  ExpiresOn?: string;
  ExpirationValue?: number;
};

const MINUTE_MS = 60_000;
const UNIT_MS = { minutes: MINUTE_MS, hours: 60 * MINUTE_MS, days: 1440 * MINUTE_MS };
/** PostgreSQL and clients support years of four digits. */
const END_OF_TIME = Date.UTC(9999, 11, 31);

/**
 * Reads when a share expires, null for never (docs/api/shares.md#expiry). 400 if the expiration is not specified, is not
 * in the future, or is more than `maxDays` away.
 */
export function readExpiry(wanted: WantedExpiry, maxDays: number | null, now: Date): Date | null {
  const end = endOf(wanted, now);
  const latest = latestExpiry(maxDays, now);
  if (latest !== null && (end === null || end.given > latest)) throw tooLong(parameterOf(wanted), maxDays);
  return end?.at ?? null;
}

function latestExpiry(maxDays: number | null, now: Date): Date | null {
  return maxDays === null ? null : new Date(now.getTime() + maxDays * UNIT_MS.days);
}

/** The latest expiration that a share can have by the setting; null: no limit. A bare date ends with its day. */
export function latestKeptExpiry(maxDays: number | null, now: Date): Date | null {
  return maxDays === null ? null : latestExpiry(maxDays + 1, now);
}

/** 400 for a share that expires later than the setting allows by now, and whose expiration stays as it is. */
export function assertKeptExpiry(expiresAt: string | null, maxDays: number | null, now: Date): void {
  const latest = latestKeptExpiry(maxDays, now);
  if (latest !== null && (expiresAt === null || Date.parse(expiresAt) > latest.getTime())) {
    throw tooLong('ExpiresOn', maxDays);
  }
}

function tooLong(parameter: string, maxDays: number | null): Problem {
  return invalidParameter(parameter, `Links must expire within ${maxDays} days.`);
}

function endOf(wanted: WantedExpiry, now: Date): End | null {
  const { ExpireStyle: style, ExpiresOn, ExpirationValue } = wanted;
  if (style === undefined) assertNoneGiven(wanted);
  if (style === undefined || style === 'never') return null;
  if (style !== 'date') {
    if (ExpirationValue === undefined) throw notSpecified('ExpirationValue', style);
    const time = now.getTime() + ExpirationValue * UNIT_MS[style];
    if (time > END_OF_TIME) throw invalidParameter('ExpirationValue', 'The expiration is too far away.');
    return { at: new Date(time), given: new Date(time) };
  }
  if (ExpiresOn === undefined) throw notSpecified('ExpiresOn', style);
  const end = readEnd(ExpiresOn, 'ExpiresOn');
  if (end.at <= now) throw invalidParameter('ExpiresOn', 'The expiration must be in the future.');
  return end;
}

// A request with an end but without a style must not create a link that never expires.
function assertNoneGiven({ ExpiresOn, ExpirationValue }: WantedExpiry): void {
  const given = ExpirationValue === undefined ? ExpiresOn && 'ExpiresOn' : 'ExpirationValue';
  if (given) throw missingParameter('ExpireStyle', `${given} needs ExpireStyle: days, hours, minutes or date.`);
}

function notSpecified(parameter: string, style: string): Problem {
  return missingParameter(parameter, `The expiration is not specified: ExpireStyle ${style} needs ${parameter}.`);
}

function parameterOf({ ExpireStyle: style = 'never' }: WantedExpiry): string {
  if (style === 'never') return 'ExpireStyle';
  return style === 'date' ? 'ExpiresOn' : 'ExpirationValue';
}
