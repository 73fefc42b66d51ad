/**
 * Keys of blobs: `<yyyy-mm-dd>/<hh>/<uuid>` by the UTC hour of storing, so that a search for recent orphans lists a few
 * hours instead of the whole store.
 */
import { randomUUID } from 'node:crypto';

const HOUR_MS = 3_600_000;
const DAY = String.raw`\d{4}-\d{2}-\d{2}`;
const HOUR = String.raw`(?:[01]\d|2[0-3])`;
const KEY = new RegExp(`^${DAY}/${HOUR}/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$`);
const PREFIX = new RegExp(`^(?:${DAY}/(?:${HOUR}/)?)?$`);

/** A new key for content stored at this time. */
export function newBlobKey(now: Date): string {
  return `${hourPrefix(now)}${randomUUID()}`;
}

/** Keys become paths and object names, so only exact keys pass. */
export function isBlobKey(text: string): boolean {
  return KEY.test(text);
}

/** Whether `list` accepts the prefix: everything (`''`), a day or an hour, with a slash at the end. */
export function isBlobPrefix(text: string): boolean {
  return PREFIX.test(text);
}

/** The prefixes of all hours from `since` to `until`, inclusive. */
export function* hourPrefixes(since: Date, until: Date): Generator<string> {
  for (let at = Math.floor(since.getTime() / HOUR_MS) * HOUR_MS; at <= until.getTime(); at += HOUR_MS) {
    yield hourPrefix(new Date(at));
  }
}

function hourPrefix(at: Date): string {
  const iso = at.toISOString();
  return `${iso.slice(0, 10)}/${iso.slice(11, 13)}/`;
}
