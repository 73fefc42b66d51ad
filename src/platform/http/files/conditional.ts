/** Conditional requests and ranges (RFC 9110, sections 13 and 14). */
import { Problem } from '../../errors.ts';

/**
 * The validators of a representation. `etag` is strong and quoted; `modifiedAt` is ISO 8601: without it, conditions on
 * dates are ignored.
 */
export type Validators = { etag: string; modifiedAt?: string };

/** The validators and size in bytes of a download. */
export type Representation = Validators & { size: number };

type Headers = Record<string, string | string[] | undefined>;

/** Bytes from `start` up to, but not including, `end`. */
export type ByteRange = { start: number; end: number };

/** What to send: the whole, a range, or 304. */
export type Verdict = { status: 200 } | { status: 206; range: ByteRange } | { status: 304 };

/**
 * Evaluates a GET or HEAD in the order of RFC 9110, 13.2.2. Throws 412, and 416 with the size. Ranges apply to GET
 * only. Other methods ignore conditions.
 */
export function evaluateConditions(
  request: { method: string; headers: Headers },
  representation: Representation,
): Verdict {
  const { method, headers } = request;
  if (method !== 'GET' && method !== 'HEAD') return { status: 200 };
  if (isFresh(headers, representation)) return { status: 304 };
  const range = headers['range'];
  if (method !== 'GET' || typeof range !== 'string' || !canResume(headers, representation)) return { status: 200 };
  return rangeVerdict(range, representation.size);
}

/** Whether the request has a condition that can fail a write. */
export function hasWriteConditions(headers: Headers): boolean {
  return ['if-match', 'if-none-match', 'if-unmodified-since'].some((name) => headers[name] !== undefined);
}

/**
 * Throws 412 unless the conditions of a write hold; `etags` are all tags of the current state. Call it in the
 * transaction of the write, after locking the row.
 */
export function assertWriteConditions(headers: Headers, etags: string[], modifiedAt?: string): void {
  const noneMatch = text(headers['if-none-match']);
  const isUnchanged = holds(headers, etags, modifiedAt);
  const isNew = noneMatch === undefined || !etags.some((etag) => listsTag(noneMatch, etag, true));
  if (isUnchanged && isNew) return;
  const title = isUnchanged
    ? 'This already exists in the state that you excluded.'
    : 'This has changed since you read it.';
  throw new Problem('/precondition_failed', title, { headers: etags[0] === undefined ? {} : { etag: etags[0] } });
}

/** Whether the client's copy is current, so that a GET or HEAD returns 304. Throws 412. */
export function isFresh(headers: Headers, { etag, modifiedAt }: Validators): boolean {
  if (!holds(headers, [etag], modifiedAt)) {
    throw new Problem('/precondition_failed', 'The content has changed since.');
  }
  const noneMatch = text(headers['if-none-match']);
  if (noneMatch !== undefined) return listsTag(noneMatch, etag, true);
  const modifiedSince = seconds(text(headers['if-modified-since']));
  return modifiedAt !== undefined && modifiedSince !== undefined && wholeSeconds(modifiedAt) <= modifiedSince;
}

// `If-Match`, or without it `If-Unmodified-Since` (RFC 9110, 13.2.2).
function holds(headers: Headers, etags: string[], modifiedAt: string | undefined): boolean {
  const match = text(headers['if-match']);
  if (match !== undefined) return etags.some((etag) => listsTag(match, etag, false));
  const unmodifiedSince = seconds(text(headers['if-unmodified-since']));
  return modifiedAt === undefined || unmodifiedSince === undefined || wholeSeconds(modifiedAt) <= unmodifiedSince;
}

// A range is useful only if the client's earlier part is of the same content.
function canResume(headers: Headers, { etag, modifiedAt }: Representation): boolean {
  const ifRange = text(headers['if-range']);
  if (ifRange === undefined) return true;
  if (ifRange.startsWith('"')) return ifRange === etag;
  return modifiedAt !== undefined && seconds(ifRange) === wholeSeconds(modifiedAt);
}

// Multiple ranges, and units other than bytes, get the whole representation (RFC 9110, 14.2).
function rangeVerdict(header: string, size: number): Verdict {
  const match = /^bytes=(\d*)-(\d*)$/i.exec(header.trim());
  const [, first = '', last = ''] = match ?? [];
  if (match === null || (first === '' && last === '')) return { status: 200 };
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first);
  const end = first === '' || last === '' ? size : Math.min(Number(last) + 1, size);
  if (first !== '' && last !== '' && Number(last) < Number(first)) return { status: 200 };
  if (start >= size || (first === '' && Number(last) === 0)) {
    throw new Problem('/range_not_satisfiable', `The content has ${size} bytes.`, {
      headers: { 'content-range': `bytes */${size}` },
    });
  }
  return { status: 206, range: { start, end } };
}

// A value that is not an entity tag matches none: it fails If-Match and passes If-None-Match.
function listsTag(header: string, etag: string, weakly: boolean): boolean {
  if (header.trim() === '*') return true;
  return header.split(',').some((item) => {
    const tag = item.trim();
    return tag === etag || (weakly && tag === `W/${etag}`);
  });
}

function text(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header.join(', ') : header;
}

// The three forms of RFC 9110, 5.6.7; the last is implicitly GMT. Anything else is not a date and is ignored.
const HTTP_DATE = /^\w{3}, \d\d \w{3} \d{4} [\d:]{8} GMT$|^\w{6,9}, \d\d-\w{3}-\d\d [\d:]{8} GMT$/;
const ASCTIME_DATE = /^\w{3} \w{3} [ \d]\d [\d:]{8} \d{4}$/;

function seconds(date = ''): number | undefined {
  const time = Date.parse(ASCTIME_DATE.test(date) ? `${date} GMT` : HTTP_DATE.test(date) ? date : '');
  return Number.isNaN(time) ? undefined : Math.floor(time / 1000);
}

// HTTP dates have no milliseconds.
function wholeSeconds(iso: string): number {
  return Math.floor(Date.parse(iso) / 1000);
}
