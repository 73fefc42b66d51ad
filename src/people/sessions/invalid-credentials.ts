/** Limits invalid credentials per address, because each one costs a query. */
import type { Deps } from '../../platform/deps.ts';
import { type Problem, tooManyRequests } from '../../platform/errors.ts';
import { networkOf } from '../../platform/limits/network.ts';
import { hit } from '../../platform/limits/throttle.ts';

/** Invalid tokens and session cookies from one address per minute. */
export const INVALID_CREDENTIALS = 100;
const WINDOW_MS = 60_000;

/** Addresses over the limit that a process caches, to avoid counting them in the database. */
const REMEMBERED = 10_000;

/** Counts an invalid credential of the address; returns the refusal once there were too many, otherwise null. */
export type CountInvalid = (address: string) => Promise<Problem | null>;

export function limitInvalidCredentials({ sql, clock }: Pick<Deps, 'sql' | 'clock'>): CountInvalid {
  const refusedUntil = new Map<string, number>();
  return async (address) => {
    const now = clock();
    const network = networkOf(address);
    const known = (refusedUntil.get(network) ?? 0) - now.getTime();
    if (known > 0) return tooMany(known);
    const throttle = { scope: 'invalid-credentials', subject: network, windowMs: WINDOW_MS };
    const { hits, resetsInMs } = await hit(sql, throttle, now);
    if (hits <= INVALID_CREDENTIALS) return null;
    if (refusedUntil.size >= REMEMBERED) refusedUntil.clear();
    refusedUntil.set(network, now.getTime() + resetsInMs);
    return tooMany(resetsInMs);
  };
}

function tooMany(ms: number): Problem {
  return tooManyRequests('Too many invalid credentials from your address. Try again later.', ms / 1000);
}
